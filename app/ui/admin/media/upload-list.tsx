import { X } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import type { Upload } from './use-uploads.ts'

/** The uploads in progress, each with a progress bar and a button to stop it; refused ones with the reason. */
export const UploadList = ({
  uploads,
  onCancel,
}: {
  uploads: readonly Upload[]
  onCancel: (key: number) => void
}) => (
  <ul aria-label="Uploads" className="grid grid-cols-1 gap-2 empty:hidden">
    {uploads.map(({ key, name, share, isConverting, error, again }) => (
      <li
        key={key}
        className={`flex items-center gap-3 rounded-card border py-1 pl-3 ${error ? 'border-alarm bg-alarm-wash' : 'border-line'}`}
      >
        <div className="min-w-0 grow">
          <p className="truncate text-sm font-semibold">{name}</p>
          {error ? (
            <p role="alert" className="text-sm text-alarm">
              {error}
            </p>
          ) : (
            <>
              <output className="block text-sm text-quiet empty:hidden">
                {isConverting ? 'Converting to JPEG…' : null}
              </output>
              <progress
                value={share < 1 && !isConverting ? share : undefined}
                aria-label={`${isConverting ? 'Converting' : 'Uploading'} ${name}`}
                className="block h-2 w-full"
              />
            </>
          )}
        </div>
        {again ? (
          <Button type="button" onClick={again}>
            Try again<span className="sr-only"> to upload {name}</span>
          </Button>
        ) : null}
        <button
          type="button"
          onClick={() => onCancel(key)}
          aria-label={error ? `Dismiss ${name}` : `Cancel upload of ${name}`}
          className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-sand"
        >
          <X aria-hidden size={18} />
        </button>
      </li>
    ))}
  </ul>
)
