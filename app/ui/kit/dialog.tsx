import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Toaster } from './toaster.tsx'

/** The classes of a window: its width, position and head. */
export type DialogLook = {
  box: string
  head: string
  heading: string
  closeButton: string
  closeIcon: number
}

/**
 * A modal window over the screen while it is rendered: the address (`?edit=…`) or a state of the screen opens it, and
 * `onClose` changes that. Escape and a press beside it close it. The focus goes to the element with `data-first`, and
 * afterwards back to what opened it. Without scripts it is open within the page. `Dialog` and the till's `Sheet` add
 * their look.
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
  const pressed = useRef<EventTarget | null>(null)
  const id = useId()
  useEffect(() => {
    const dialog = box.current
    if (!dialog) return undefined
    const opener = document.activeElement
    const address = window.location.href
    // It is sent open, for browsers without scripts; only `showModal` traps the focus.
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
        // React also bubbles the cancel events of a dialog over this window, and of a file picker.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onClick={(event) => {
        // A selection of text that ends beside the window is a click on it, too.
        const { target, currentTarget } = event
        if (target === currentTarget && pressed.current === currentTarget) onClose()
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

/** A window for a form or a question. */
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
      // Shows toasts inside, because behind a modal nothing can be seen or pressed.
      <div className="fixed inset-x-0 bottom-4 z-30 *:top-auto *:bottom-0">
        <Toaster toast={null} />
      </div>
    }
  />
)

/**
 * Restores the focus after a window was closed: to what opened it, otherwise to the link with the window's address,
 * otherwise to the screen's heading. An element that got the focus meanwhile keeps it.
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
