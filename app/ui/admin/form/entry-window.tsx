import { Fragment, type ReactNode } from 'react'
import { useListAddress } from '../list/use-list-address.ts'
import { entryKey } from './use-entry.ts'

/**
 * The window of a list in which an entry is edited, or made: its children are given what every such form needs, and
 * nothing is shown while the address opens none.
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
  // After a conflict it is another one, and holds what both have changed.
  return <Fragment key={entryKey(edited, answer)}>{children(entry)}</Fragment>
}
