import { Fragment, type ReactNode } from 'react'
import { useListAddress } from '../list/use-list-address.ts'
import { entryKey } from './use-entry.ts'

/**
 * The window of a list in which an entry is added or edited: passes its children what every such form needs, and
 * renders nothing while the address opens no entry.
 */
export function EntryWindow<
  S extends { id: string },
  A extends { conflict?: { version: number } | undefined },
>({
  edited,
  isNew,
  answer,
  children,
}: {
  edited: S | null
  isNew: boolean
  answer: A | null | undefined
  children: (entry: { subject: S | null; back: string; answer: A | undefined }) => ReactNode
}) {
  const address = useListAddress()
  if (!edited && !isNew) return null
  const entry = {
    subject: edited,
    back: address({ edit: null, new: null }),
    answer: answer ?? undefined,
  }
  // After a conflict the key renders a new form, with the changes of both.
  return <Fragment key={entryKey(edited, answer)}>{children(entry)}</Fragment>
}
