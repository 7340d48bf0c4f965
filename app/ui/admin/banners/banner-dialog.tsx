import { useState } from 'react'
import { BANNER_LONGEST, type BannerValues } from '../../../rules/banners/banner-values.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { BANNER_LABELS } from '../../../rules/messages/banners/words.ts'
import { CheckField, TextArea, TextField } from '../../kit/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'
import { useTyped } from '../form/use-typed.ts'
import { PictureField } from '../media/picture-field.tsx'
import { BannerPreview } from './banner-preview.tsx'

/** Adds or edits a banner, with a preview of what is typed. */
export function BannerDialog({
  picture: saved,
  ...entry
}: Entry<BannerValues> & { picture: ChosenPicture | null }) {
  const { subject, answer } = entry
  const { start, errors, mend, field, active, dialog } = useEntry(
    entry,
    BANNER_LABELS,
    BANNER_LONGEST,
  )
  const { typed, watch } = useTyped(start)
  const [stored] = useState(answer?.picture === undefined ? saved : answer.picture)
  const [picture, setPicture] = useState(stored)
  const [isUploading, setUploading] = useState(false)
  const watched = (name: keyof BannerValues) => ({ ...field(name), ...watch(name) })
  return (
    <FormDialog {...dialog} title={subject ? 'Edit Banner' : 'Add Banner'} isBusy={isUploading}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...watched('title')} aria-required className="sm:col-span-2" />
        <TextField
          {...watched('subtitle')}
          hint="Stands small above the title."
          className="sm:col-span-2"
        />
        <TextArea {...watched('description')} className="sm:col-span-2" />
        <TextField {...watched('buttonText')} hint="Shop Now, if left empty." />
        <TextField
          {...watched('linkUrl')}
          hint="A page of this shop (/category/dresses) or an address with https://. All products, if left empty."
        />
        <TextField {...watched('startsAt')} type="datetime-local" hint="At once, if left empty." />
        <TextField
          {...watched('endsAt')}
          type="datetime-local"
          hint="The countdown runs to it. Never, if left empty."
        />
        <TextField
          {...watched('position')}
          type="number"
          min={0}
          max={9999}
          step={1}
          inputMode="numeric"
          hint={subject ? 'The smallest is first.' : 'The smallest is first; last, if left empty.'}
        />
        <CheckField {...active} label="Active" className="self-center" />
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
