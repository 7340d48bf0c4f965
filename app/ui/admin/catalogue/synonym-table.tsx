import { EntryActs } from '../form/entry-buttons.tsx'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'

type Group = { id: string; words: string[]; isActive: boolean; version: number }

const MOST_NAMED = 3

const COLUMNS: readonly Column<Group>[] = [
  {
    label: 'Words',
    isTitle: true,
    show: ({ words }) => <span className="font-semibold wrap-anywhere">{words.join(', ')}</span>,
  },
  actsColumn((group) => (
    <EntryActs
      entry={group}
      name={group.words.slice(0, MOST_NAMED).join(', ')}
      text="Each of these words finds only its own products then."
      act="Delete words"
    />
  )),
]

/** Groups of words that mean the same. */
export const SynonymTable = ({ rows }: { rows: readonly Group[] }) => (
  <DataTable caption="Words that mean the same" rows={rows} columns={COLUMNS} />
)
