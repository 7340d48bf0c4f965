import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../kit/button.tsx'
import { Toaster } from '../../kit/toaster.tsx'

/**
 * A window over the screen. It is there while it is rendered: what opens it is the address (`?edit=…`) or
 * a state of the screen, and `onClose` changes that. Escape and a press beside it close it; the focus
 * goes back to what opened it. Without scripts it stands in the page, open.
 */
export function Dialog({
  title,
  onClose,
  isWide = false,
  children,
}: {
  title: string
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = box.current
    if (!dialog) return undefined
    const opener = document.activeElement
    const address = window.location.href
    // It arrives open for browsers without scripts; only a shown modal holds the focus.
    dialog.close()
    dialog.showModal()
    return () => {
      dialog.close()
      returnFocus(opener, address)
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does what the press beside it does
    <dialog
      ref={box}
      open
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`m-auto max-h-[94dvh] w-[min(100%-1rem,var(--dialog))] overflow-auto rounded-card bg-sheet p-0 text-ink shadow-float backdrop:bg-black/60 [@media(scripting:none)]:static [@media(scripting:none)]:mb-6 ${isWide ? '[--dialog:56rem]' : '[--dialog:34rem]'}`}
    >
      <div className="p-4 sm:p-6">
        <div className="mb-3 flex items-start justify-between gap-3">
          <h2
            id={id}
            className="text-2xl hyphens-auto wrap-anywhere max-md:text-[length:min(1.5rem,8vw)]"
          >
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-card hover:bg-sand"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        {children}
      </div>
      {/* What is said meanwhile: behind a shown modal nothing can be seen or pressed. */}
      <div className="fixed inset-x-0 bottom-4 z-30 *:top-auto *:bottom-0">
        <Toaster toast={null} />
      </div>
    </dialog>
  )
}

/**
 * Nobody is left without a focus: it goes to what opened a window, to the link with the window's address
 * where it came by that, or else to the screen's heading. What has taken it meanwhile keeps it.
 */
export function returnFocus(opener: Element | null, address?: string) {
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
    ({ href }) => href === address,
  )
  for (const place of [opener, link, document.querySelector('h1')]) {
    if (document.activeElement !== document.body) return
    if (place instanceof HTMLElement && place !== document.body)
      place.focus({ preventScroll: true })
  }
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  act,
  keep = 'Cancel',
  isBusy = false,
  onYes,
  onNo,
}: {
  title: string
  text: ReactNode
  /** What will be done, as its button says: `Delete product`. */
  act: string
  /** The button that leaves all as it is, where `Cancel` would say the opposite. */
  keep?: string
  isBusy?: boolean
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
        <DangerButton type="button" aria-busy={isBusy} disabled={isBusy} onClick={onYes}>
          {act}
        </DangerButton>
      </div>
    </Dialog>
  )
}

const DangerButton = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    className="inline-flex min-h-11 items-center justify-center rounded-card bg-alarm px-5 font-semibold text-white disabled:opacity-55"
  />
)
