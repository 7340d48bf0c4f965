import { useState } from 'react'
import {
  type AdminCategory,
  CATEGORY_LONGEST,
  type CategoryValues,
} from '../../../rules/catalogue/category-values.ts'
import { GUIDE_KINDS } from '../../../rules/catalogue/size-guide.ts'
import { GUIDE_NAMES } from '../../../rules/messages/catalogue/sizes.ts'
import { CATEGORY_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { CheckField, Options, SelectField, TextField } from '../../kit/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'
import { PictureField } from '../media/picture-field.tsx'

/** Adds or edits a category. */
export function CategoryDialog({
  tops,
  hasChildren,
  ...entry
}: Entry<CategoryValues> & {
  subject: AdminCategory | null
  /** The categories that it may belong to. */
  tops: readonly { id: string; name: string }[]
  hasChildren: boolean
}) {
  const { subject, answer } = entry
  const { errors, mend, field, active, dialog } = useEntry(entry, CATEGORY_LABELS, CATEGORY_LONGEST)
  const [isUploading, setUploading] = useState(false)
  return (
    <FormDialog {...dialog} title={subject ? 'Edit Category' : 'Add Category'} isBusy={isUploading}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('name')} required />
        <TextField
          {...field('slug')}
          placeholder={subject ? undefined : 'made from the name'}
          hint={
            subject
              ? 'As in /category/dresses. A new name keeps it; changing it breaks links to the old one.'
              : 'As in /category/dresses.'
          }
        />
        <SelectField
          {...field('parentId')}
          hint={hasChildren ? 'It has subcategories, so it stays a main category.' : undefined}
        >
          <option value="">None: a main category</option>
          {(hasChildren ? [] : tops).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...field('sizeGuide')}
          hint="For its products and those of its subcategories."
        >
          <option value="">As its name says</option>
          <Options of={GUIDE_KINDS.map((kind) => [kind, GUIDE_NAMES[kind]])} />
        </SelectField>
        <CheckField {...active} label="Active: shown in the shop" className="self-end" />
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
