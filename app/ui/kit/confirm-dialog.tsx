import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks for confirmation before an act that cannot be undone, or that concerns many rows. */
export function ConfirmDialog({
  title,
  text,
  act,
  keep = 'Cancel',
  isBusy = false,
  isHarmless = false,
  onYes,
  onNo,
}: {
  title: string
  text: ReactNode
  /** The label of the button that does it: `Delete product`. */
  act: string
  /** The label of the button that changes nothing, for acts where `Cancel` would be misread. */
  keep?: string
  isBusy?: boolean
  /** Whether it destroys nothing, so that its button does not warn. */
  isHarmless?: boolean
  onYes: () => void
  onNo: () => void
}) {
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <Dialog title={title} onClose={onNo}>
      <div>{text}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button ref={no} type="button" onClick={onNo}>
          {keep}
        </Button>
        {isHarmless ? (
          <Button tone="lake" type="button" aria-busy={isBusy} disabled={isBusy} onClick={onYes}>
            {act}
          </Button>
        ) : (
          <DangerButton type="button" aria-busy={isBusy} disabled={isBusy} onClick={onYes}>
            {act}
          </DangerButton>
        )}
      </div>
    </Dialog>
  )
}

export const DangerButton = (props: ComponentProps<'button'>) => (
  <button
    type="submit"
    {...props}
    className="inline-flex min-h-11 items-center justify-center rounded-card bg-alarm px-5 font-semibold text-white disabled:opacity-55"
  />
)
