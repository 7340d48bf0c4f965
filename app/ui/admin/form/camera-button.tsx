import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CameraWindow } from '../../kit/scan/camera-window.tsx'

/** Scans with the camera instead of a scanner, beside a field: one code or, with `isMany`, one after the other. */
export function CameraButton({
  onCode,
  isMany = false,
  ...rest
}: {
  onCode: (code: string) => void
  isMany?: boolean
  message?: string
  isBusy?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="button"
        size="icon"
        aria-label="Scan with the camera"
        title="Scan with the camera"
        className="needs-script shrink-0"
        onClick={() => setOpen(true)}
      >
        <Camera aria-hidden size={20} />
      </Button>
      {isOpen ? (
        <CameraWindow
          Frame={Dialog}
          onClose={() => setOpen(false)}
          onCode={(code) => {
            if (!isMany) setOpen(false)
            onCode(code)
          }}
          {...rest}
        />
      ) : null}
    </>
  )
}
