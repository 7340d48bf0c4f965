import { useState } from 'react'
import {
  type AdminCategory,
  CATEGORY_LABELS,
  CATEGORY_LONGEST,
  type CategoryErrors,
  type CategoryValues,
} from '../../../rules/catalogue/category-values.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import type { Conflict } from '../form/conflict-notice.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useErrors } from '../form/use-errors.ts'
import { PictureField } from '../media/picture-field.tsx'

/** Adds or edits a category. */
export function CategoryDialog({
  subject,
  values: first,
  tops,
  hasChildren,
  back,
  answer,
}: {
  subject: AdminCategory | null
  values: CategoryValues
  /** The categories that it may belong to. */
  tops: readonly { id: string; name: string }[]
  hasChildren: boolean
  back: string
  answer:
    | {
        values: CategoryValues
        errors: CategoryErrors
        said?: Message | undefined
        conflict?: Conflict | undefined
        picture?: ChosenPicture | null
      }
    | undefined
}) {
  const [isUploading, setUploading] = useState(false)
  const start = answer?.values ?? first
  const { errors, mend } = useErrors<CategoryErrors>(answer)
  const field = (name: keyof CategoryValues) => ({
    name,
    label: CATEGORY_LABELS[name],
    error: errors[name],
  })
  return (
    <FormDialog
      title={subject ? 'Edit Category' : 'Add Category'}
      back={back}
      loaded={first}
      subject={subject}
      answer={answer}
      isBusy={isUploading}
      onField={mend}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('name')}
          required
          defaultValue={start.name}
          maxLength={CATEGORY_LONGEST.name}
        />
        <TextField
          {...field('slug')}
          defaultValue={start.slug}
          maxLength={CATEGORY_LONGEST.slug}
          placeholder={subject ? undefined : 'made from the name'}
          hint={
            subject
              ? 'As in /category/dresses. A new name keeps it; changing it breaks links to the old one.'
              : 'As in /category/dresses.'
          }
        />
        <SelectField
          {...field('parentId')}
          defaultValue={start.parentId}
          hint={hasChildren ? 'It has subcategories, so it stays at the top.' : undefined}
        >
          <option value="">None: it stands at the top</option>
          {(hasChildren ? [] : tops).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-11 items-center gap-3 self-end font-semibold">
          <input
            type="checkbox"
            name="isActive"
            value="true"
            defaultChecked={start.isActive === 'true'}
            className="size-5"
          />
          Active: shown in the shop
        </label>
        <div className="sm:col-span-2">
          <PictureField
            name="pictureId"
            label={CATEGORY_LABELS.pictureId}
            value={answer?.picture === undefined ? (subject?.picture ?? null) : answer.picture}
            folder="categories"
            error={errors.pictureId}
            onChange={() => mend('pictureId')}
            onBusy={setUploading}
          />
        </div>
      </div>
    </FormDialog>
  )
}
