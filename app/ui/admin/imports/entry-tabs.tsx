import type { Counts } from '../../../modules/imports/find-import.ts'
import { ENTRY_STATES, type EntryState } from '../../../rules/imports/imports.ts'
import { ENTRY_STATE_WORDS } from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { useListAddress } from '../list/use-list-address.ts'

/** The rows of a file by what becomes of them. */
export function EntryTabs({ counts, show }: { counts: Counts; show: EntryState }) {
  const address = useListAddress()
  const some = ENTRY_STATES.filter((state) => state !== 'unchecked' && counts[state].entries > 0)
  if (some.length === 0) return null
  return (
    <nav aria-label="Rows" className="mt-4 mb-3 flex flex-wrap gap-2">
      {some.map((state) => (
        <Link
          key={state}
          to={address({ show: state, after: null })}
          aria-current={state === show ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-4 font-semibold tabular-nums hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white"
        >
          {ENTRY_STATE_WORDS[state]} {formatAmount(counts[state].rows)}
        </Link>
      ))}
    </nav>
  )
}
