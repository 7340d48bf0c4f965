import { type ReactNode, useId } from 'react'
import { Modal } from '../../kit/dialog.tsx'
import type { TillState } from '../store/state.ts'
import { Notices, useOnTop } from './notices.tsx'

/** The props of each window of the till. */
export type SheetProps = { till: TillState; onClose: () => void }

const WIDTHS = { narrow: '[--sheet:28rem]', usual: '[--sheet:40rem]', wide: '[--sheet:60rem]' }

const LOOK = {
  box: 'max-h-[96dvh] w-[min(100%,var(--sheet))] max-w-full max-md:mb-0',
  head: 'mb-4 items-center',
  heading: '',
  closeButton: '-my-2 size-12',
  closeIcon: 24,
}

/** A window over the till. On a phone it fills the width, at the bottom of the screen. */
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
  const id = useId()
  useOnTop(id)
  return (
    <Modal title={title} onClose={onClose} look={{ ...LOOK, box: `${LOOK.box} ${WIDTHS[width]}` }}>
      <Notices sheet={id} />
      {children}
    </Modal>
  )
}
