import { Camera } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CameraWindow } from '../../kit/scan/camera-window.tsx'
import { SQUARE } from './buttons.tsx'
import { notifyScan } from './scanner.ts'
import { Sheet } from './sheet.tsx'

/** Scans with the device's camera; its codes are handled like those of a scanner. */
export function CameraButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Scan with the camera"
        onClick={() => setOpen(true)}
        className={SQUARE}
      >
        <Camera aria-hidden size={22} />
      </button>
      {isOpen ? (
        <CameraWindow
          Frame={Sheet}
          onClose={() => setOpen(false)}
          onCode={(code) => {
            // While a window is open, scans are ignored.
            flushSync(() => setOpen(false))
            notifyScan(code)
          }}
        />
      ) : null}
    </>
  )
}
