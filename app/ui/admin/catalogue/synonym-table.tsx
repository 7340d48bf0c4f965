import { DeleteForm, EditLink } from '../form/entry-buttons.tsx'
import { ActiveSwitch } from '../form/switch.tsx'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'

type Group = { id: string; words: string[]; isActive: boolean; version: number }

const MOST_NAMED = 3
const nameOf = ({ words }: Group) => words.slice(0, MOST_NAMED).join(', ')

function Acts({ group }: { group: Group }) {
  const address = useListAddress()
  const { id, version, isActive } = group
  const name = nameOf(group)
  return (
    <span className="flex items-center gap-1 md:justify-end">
      <ActiveSwitch id={id} name={name} isOn={isActive} />
      <EditLink name={name} to={address({ edit: id, new: null })} />
      <DeleteForm
        name={name}
        fields={{ id, version: String(version) }}
        title={`Delete ${name}?`}
        text="Each of these words finds only its own products then."
        act="Delete words"
      />
    </span>
  )
}

const COLUMNS: readonly Column<Group>[] = [
  {
    label: 'Words',
    isTitle: true,
    show: ({ words }) => <span className="font-semibold wrap-anywhere">{words.join(', ')}</span>,
  },
  actsColumn((group) => <Acts group={group} />),
]

/** Groups of words that mean the same. */
export const SynonymTable = ({ rows }: { rows: readonly Group[] }) => (
  <DataTable caption="Words that mean the same" rows={rows} columns={COLUMNS} />
)
