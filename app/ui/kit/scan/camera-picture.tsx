import { useState } from 'react'
import { type CameraState, useCamera } from './use-camera.ts'

const WORDS: Record<Exclude<CameraState, 'live'>, string> = {
  starting: 'Starting the camera…',
  refused:
    'The browser does not let the shop use the camera. Allow it for this page in the browser’s settings, then open this window again.',
  none: 'There is no camera on this device. Type the code, or use a scanner.',
  busy: 'The camera is used by another app. Close that app, then open this window again.',
  insecure: 'The camera works only where the shop is opened by https. Type the code here.',
  unread:
    'The part that reads codes could not be loaded. Please check the connection and open this window again.',
}

/** The camera's picture with the last code that was read, and the light of a phone that has one. */
export default function CameraPicture({
  onCode,
  message,
  isBusy,
}: {
  onCode: (code: string) => void
  message: string | undefined
  isBusy: boolean
}) {
  const [code, setCode] = useState<string | null>(null)
  const { video, state, torch } = useCamera((read) => {
    navigator.vibrate?.(60)
    setCode(read)
    onCode(read)
  }, isBusy)
  const isShown = state === 'live' || state === 'starting'
  return (
    <div className="grid gap-3">
      <div className={`relative overflow-hidden rounded-card bg-night ${isShown ? '' : 'hidden'}`}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="What the camera shows"
          className="aspect-4/3 max-h-[55dvh] w-full object-cover"
        />
        <div aria-hidden className="absolute inset-x-6 top-1/2 h-0.5 bg-sun" />
      </div>
      <output className="block min-h-6 font-semibold wrap-anywhere">
        {state === 'live'
          ? message || (code ? `Read: ${code}` : 'Hold the code in front of the line.')
          : null}
      </output>
      {state === 'live' ? null : (
        <p role={isShown ? 'status' : 'alert'} className={isShown ? '' : 'font-semibold'}>
          {WORDS[state]}
        </p>
      )}
      {torch ? (
        // Not the kit's button: this file is loaded later and must not share code with the home page, or each page
        // would load the home page's styles as another file (tests/http/weight.test.ts).
        <button
          type="button"
          aria-pressed={torch.isOn}
          onClick={() => void torch.toggle()}
          className="min-h-11 justify-self-start rounded-card border border-edge bg-sheet px-5 font-semibold hover:bg-sand"
        >
          {torch.isOn ? 'Light off' : 'Light on'}
        </button>
      ) : null}
    </div>
  )
}
