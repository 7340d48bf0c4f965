import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Toaster } from './toaster.tsx'

/** What a window wears: its own width and place, and how roomy its head is. */
export type DialogLook = {
  box: string
  head: string
  heading: string
  closeButton: string
  closeIcon: number
}

/**
 * A window over the screen, there while it is rendered: what opens it is the address (`?edit=…`) or a state of
 * the screen, and `onClose` changes that. Escape and a press beside it close it; the focus goes to what is
 * marked `data-first`, and back to what opened it. Without scripts it stands in the page, open. `Dialog` and the
 * till's `Sheet` are this one, dressed.
 */
export function Modal({
  title,
  onClose,
  look,
  foot,
  children,
}: {
  title: string
  onClose: () => void
  look: DialogLook
  foot?: ReactNode
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
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
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
        // React hands on the Escape of a question that stands over this window, and a file that was not chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`m-auto overflow-auto rounded-card bg-sheet p-0 text-ink shadow-float backdrop:bg-black/60 ${look.box}`}
    >
      <div className="p-4 sm:p-6">
        <div className={`flex justify-between gap-3 ${look.head}`}>
          <h2 id={id} className={`text-2xl wrap-anywhere ${look.heading}`}>
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className={`-mr-2 grid shrink-0 place-items-center rounded-card hover:bg-sand ${look.closeButton}`}
          >
            <Icon name="close" size={look.closeIcon} />
          </button>
        </div>
        {children}
      </div>
      {foot}
    </dialog>
  )
}

const LOOK = {
  box: 'max-h-[94dvh] w-[min(100%-1rem,var(--dialog))] [@media(scripting:none)]:static [@media(scripting:none)]:mb-6',
  head: 'mb-3 items-start',
  heading: 'hyphens-auto max-md:text-[length:min(1.5rem,8vw)]',
  closeButton: '-mt-2 size-11',
  closeIcon: 20,
}

/** A window with a form or a question in it. */
export const Dialog = ({
  isWide = false,
  ...rest
}: {
  title: string
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}) => (
  <Modal
    {...rest}
    look={{ ...LOOK, box: `${LOOK.box} ${isWide ? '[--dialog:56rem]' : '[--dialog:34rem]'}` }}
    foot={
      // What is said meanwhile: behind a shown modal nothing can be seen or pressed.
      <div className="fixed inset-x-0 bottom-4 z-30 *:top-auto *:bottom-0">
        <Toaster toast={null} />
      </div>
    }
  />
)

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
