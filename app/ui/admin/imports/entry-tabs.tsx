import type { Counts } from '../../../modules/imports/find-import.ts'
import { type EntryState, SHOWN_STATES } from '../../../rules/imports/imports.ts'
import { ENTRY_STATE_WORDS } from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { ChoiceTabs } from '../list/choice-tabs.tsx'

/** The entries of a file by their state: products, or rows of other kinds. */
export function EntryTabs({ counts, show }: { counts: Counts; show: EntryState }) {
  const some = SHOWN_STATES.filter((state) => counts[state].entries > 0)
  if (some.length === 0) return null
  return (
    <div className="mt-4">
      <ChoiceTabs
        label="What becomes of it"
        name="show"
        now={show}
        choices={some.map(
          (state) =>
            [state, `${ENTRY_STATE_WORDS[state]} ${formatAmount(counts[state].entries)}`] as const,
        )}
      />
    </div>
  )
}
