import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { returnFocus } from '../../admin/form/dialog.tsx'
import { Notices, useOnTop } from './notices.tsx'

const WIDTHS = { narrow: '[--sheet:28rem]', usual: '[--sheet:40rem]', wide: '[--sheet:60rem]' }

/** A window over the till, there while it is rendered. On a phone it fills the width and stands at the bottom. */
export function Sheet({
  title,
  onClose,
  width = 'usual',
  children,
}: {
  title: string
  onClose: () => void
  width?: keyof typeof WIDTHS
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useOnTop(id)
  useEffect(() => {
    const dialog = box.current
    const opener = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      dialog?.close()
      returnFocus(opener)
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does what the press beside it does
    <dialog
      ref={box}
      aria-labelledby={id}
      onCancel={(event) => {
        // React hands on the Escape of a question that stands over this window.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`m-auto max-h-[96dvh] w-[min(100%,var(--sheet))] max-w-full overflow-auto rounded-card bg-sheet p-0 text-ink shadow-float backdrop:bg-black/60 max-md:mb-0 ${WIDTHS[width]}`}
    >
      <div className="p-4 sm:p-6">
        <div className="mb-4 flex items-center justify-between gap-3">
          <h2 id={id} className="text-2xl wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-my-2 -mr-2 grid size-12 shrink-0 place-items-center rounded-card hover:bg-sand"
          >
            <X aria-hidden size={24} />
          </button>
        </div>
        <Notices sheet={id} />
        {children}
      </div>
    </dialog>
  )
}
