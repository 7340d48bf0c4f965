import { Camera, ImageUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePictureKinds } from '../../kit/heic/picture-kinds.ts'

/** Chooses or drops picture files. The whole area is the label of the file input. */
export function DropZone({
  several = false,
  isInvalid = false,
  onFiles,
  children,
}: {
  several?: boolean
  isInvalid?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const kinds = usePictureKinds()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way: the input inside is the first
    <label
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files].slice(0, several ? undefined : 1))
      }}
      className={`flex min-h-24 cursor-pointer items-center justify-center gap-3 rounded-card border-2 border-dashed px-4 py-3 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake ${isOver ? 'border-lake bg-lake-wash' : isInvalid ? 'border-alarm' : 'border-edge hover:bg-sand'}`}
    >
      <ImageUp aria-hidden size={24} className="shrink-0 text-quiet" />
      <span>{children}</span>
      <input
        type="file"
        accept={kinds}
        multiple={several}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Allows choosing the same file again, for example after a failure.
          currentTarget.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}

/** Takes a picture with a phone's camera. */
export const TakePhoto = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <label className="hidden min-h-12 cursor-pointer items-center justify-center gap-2 rounded-card bg-lake px-5 font-semibold text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake pointer-coarse:flex">
    <Camera aria-hidden size={20} /> Take a photo
    <input
      type="file"
      accept="image/jpeg"
      capture="environment"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
      className="sr-only"
    />
  </label>
)
