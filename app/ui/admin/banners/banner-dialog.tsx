import { useState } from 'react'
import {
  BANNER_LABELS,
  BANNER_LONGEST,
  type BannerErrors,
  type BannerValues,
} from '../../../rules/banners/banner-values.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { TextArea, TextField } from '../../kit/field.tsx'
import type { Conflict } from '../form/conflict-notice.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useErrors } from '../form/use-errors.ts'
import { PictureField } from '../media/picture-field.tsx'
import { BannerPreview } from './banner-preview.tsx'

/** Adds or edits a banner; it is shown as visitors will see it while it is typed. */
export function BannerDialog({
  subject,
  values: first,
  picture: saved,
  back,
  answer,
}: {
  subject: { id: string; version: number } | null
  values: BannerValues
  picture: ChosenPicture | null
  back: string
  answer:
    | {
        values: BannerValues
        errors: BannerErrors
        said?: Message | undefined
        conflict?: Conflict | undefined
        picture?: ChosenPicture | null
      }
    | undefined
}) {
  const start = answer?.values ?? first
  const { errors, mend } = useErrors<BannerErrors>(answer)
  const [typed, setTyped] = useState(start)
  const [stored] = useState(answer?.picture === undefined ? saved : answer.picture)
  const [picture, setPicture] = useState(stored)
  const [isUploading, setUploading] = useState(false)
  const field = (name: Exclude<keyof BannerValues, 'pictureId' | 'isActive'>) => ({
    name,
    label: BANNER_LABELS[name],
    defaultValue: start[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  })
  return (
    <FormDialog
      title={subject ? 'Edit Banner' : 'Add Banner'}
      back={back}
      loaded={first}
      subject={subject}
      answer={answer}
      isBusy={isUploading}
      onField={mend}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          {...field('title')}
          aria-required
          maxLength={BANNER_LONGEST.title}
          className="sm:col-span-2"
        />
        <TextField
          {...field('subtitle')}
          hint="Stands small above the title."
          maxLength={BANNER_LONGEST.subtitle}
          className="sm:col-span-2"
        />
        <TextArea
          {...field('description')}
          maxLength={BANNER_LONGEST.description}
          className="sm:col-span-2"
        />
        <TextField
          {...field('buttonText')}
          hint="Shop Now, if left empty."
          maxLength={BANNER_LONGEST.buttonText}
        />
        <TextField
          {...field('linkUrl')}
          hint="A page of this shop (/category/dresses) or an address with https://. All products, if left empty."
          maxLength={BANNER_LONGEST.linkUrl}
        />
        <TextField {...field('startsAt')} type="datetime-local" hint="At once, if left empty." />
        <TextField
          {...field('endsAt')}
          type="datetime-local"
          hint="The countdown runs to it. Never, if left empty."
        />
        <TextField
          {...field('position')}
          type="number"
          min={0}
          max={9999}
          step={1}
          inputMode="numeric"
          hint={subject ? 'The smallest is first.' : 'The smallest is first; last, if left empty.'}
        />
        <label className="flex min-h-11 items-center gap-3 self-center font-semibold">
          <input
            type="checkbox"
            name="isActive"
            value="true"
            defaultChecked={start.isActive === 'true'}
            className="size-5"
          />
          Active
        </label>
        <div className="sm:col-span-2">
          <PictureField
            name="pictureId"
            label={BANNER_LABELS.pictureId}
            value={stored}
            folder="banners"
            hint="Best 1600 pixels wide, 8 to 5. What matters stands on the right: the left is cut off on narrow screens."
            error={errors.pictureId}
            onChange={(chosen) => {
              setPicture(chosen)
              mend('pictureId')
            }}
            onBusy={setUploading}
          />
        </div>
      </div>
      <BannerPreview values={typed} picture={picture} />
    </FormDialog>
  )
}
