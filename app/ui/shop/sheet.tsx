import type { ReactNode } from 'react'
import { Modal } from '../kit/dialog.tsx'
import { closeByBack, useBackCloses } from './use-back-closes.ts'

const LOOK = {
  box: 'max-h-[88dvh] w-[min(100%,36rem)] max-w-full overscroll-contain max-md:mb-0 max-md:rounded-b-none',
  head: 'mb-3 items-start',
  heading: 'max-md:text-[length:min(1.5rem,8vw)]',
  closeButton: '-mt-2 size-11',
  closeIcon: 22,
}

/**
 * A window of the shop: at the bottom of a phone, within the thumb's reach; in the middle of a wider screen. Back
 * closes it.
 */
export function Sheet({
  title,
  onClosed,
  foot,
  children,
}: {
  title: string
  onClosed: () => void
  /** Stays in view while the rest is scrolled. */
  foot?: ReactNode
  children: ReactNode
}) {
  useBackCloses(onClosed)
  return (
    <Modal
      title={title}
      onClose={closeByBack}
      look={LOOK}
      foot={
        foot ? (
          <div className="sticky bottom-0 border-t border-line bg-sheet p-4 sm:px-6">{foot}</div>
        ) : null
      }
    >
      {children}
    </Modal>
  )
}
