import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

type Picture = {
  /** Called when a code was read: once, until the code has left the picture for a moment. */
  onCode: (code: string) => void
  /** The result of the last code. */
  message?: string | undefined
  /** Whether the last code is still being processed: then no other is taken. */
  isBusy?: boolean
}

const CameraPicture = lazy<
  ComponentType<Picture & { message: string | undefined; isBusy: boolean }>
>(() =>
  import('./camera-picture.tsx').catch(() => ({
    default: () => (
      <p role="alert" className="font-semibold">
        This part could not be loaded. Please check the connection, then open this window again.
      </p>
    ),
  })),
)

/**
 * Scans with the camera (docs/product.md, Scanning). `Frame` is the window of its room: the back office's `Dialog`, the
 * till's `Sheet`. Escape closes it, and so does Back on a phone. Nothing of it is loaded before it is opened.
 */
export const CameraWindow = ({
  Frame,
  onClose,
  message,
  isBusy = false,
  onCode,
}: Picture & {
  Frame: ComponentType<{ title: string; onClose: () => void; children: ReactNode }>
  onClose: () => void
}) => (
  <Frame title="Scan with the camera" onClose={onClose}>
    <Suspense fallback={<p>Starting the camera…</p>}>
      <CameraPicture onCode={onCode} message={message} isBusy={isBusy} />
    </Suspense>
  </Frame>
)
