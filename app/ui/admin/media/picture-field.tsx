import { useEffect, useState } from 'react'
import type { ChosenPicture, PictureFolder } from '../../../rules/media/pictures.ts'
import { Button } from '../../kit/button.tsx'
import { Picture } from '../../kit/picture.tsx'
import { DropZone } from './drop-zone.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/**
 * One picture in a form: the field `name` holds the id of an uploaded picture, or nothing. The file is uploaded when it
 * is chosen, so that the form stays small and can be submitted again.
 */
export function PictureField({
  name,
  value,
  folder,
  label = 'Picture',
  hint,
  error,
  onChange,
  onBusy,
}: {
  name: string
  /** The current picture. */
  value: ChosenPicture | null
  folder: PictureFolder
  label?: string
  hint?: string
  error?: string | undefined
  /** Called with a new picture, or with null when it is removed. */
  onChange?: (picture: ChosenPicture | null) => void
  /** Called with whether an upload is in progress: a form that is submitted meanwhile would lack the picture. */
  onBusy?: (isBusy: boolean) => void
}) {
  const [picture, setPicture] = useState(value)
  const choose = (next: ChosenPicture | null) => {
    setPicture(next)
    onChange?.(next)
  }
  const { uploads, isBusy, send, cancel } = useUploads(folder, choose)
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      <input type="hidden" name={name} value={picture?.id ?? ''} />
      <div className="grid gap-2">
        {picture ? (
          <div className="flex flex-wrap items-end gap-3">
            <div className="w-40 overflow-hidden rounded-card border border-line">
              <Picture picture={picture} alt="The chosen picture" sizes="160px" />
            </div>
            <Button type="button" onClick={() => choose(null)}>
              Remove picture
            </Button>
          </div>
        ) : null}
        <UploadList uploads={uploads} onCancel={cancel} />
        <DropZone
          isInvalid={error !== undefined}
          onFiles={(files) => {
            // A new file replaces the upload in progress, and refused ones.
            for (const { key } of uploads) cancel(key)
            send(files)
          }}
        >
          {picture ? 'Replace the picture' : 'Choose a picture'}, or drop it here
        </DropZone>
      </div>
      {hint ? <p className="mt-1 text-sm text-quiet">{hint}</p> : null}
      {error ? <p className="mt-1 text-sm font-semibold text-alarm">{error}</p> : null}
    </fieldset>
  )
}
