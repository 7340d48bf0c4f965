import { useSearchParams } from 'react-router'
import type { ListedCustomer } from '../../../modules/accounts/list-customers.ts'
import { formatDate } from '../../../rules/dates.ts'
import { Link } from '../../kit/link.tsx'
import { Email } from '../email.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { Avatar } from './avatar.tsx'
import { RoleBadge } from './role-badge.tsx'

export const nameOf = ({ fullName }: { fullName: string | null }) => fullName?.trim() || 'No name'

function PersonLink({ person }: { person: ListedCustomer }) {
  const [params] = useSearchParams()
  const address = useListAddress()
  return (
    <Link
      to={address({ person: person.userId, contact: null, erase: null })}
      preventScrollReset
      aria-current={params.get('person') === person.userId ? 'true' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-card p-1 hover:bg-sand aria-[current=true]:bg-clay-wash"
    >
      <span className="on-screen">
        <Avatar name={person.fullName} />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{nameOf(person)}</span>
        <span className="block text-sm text-quiet wrap-anywhere md:min-w-40">
          <Email address={person.email} />
        </span>
        {person.phone ? (
          <span className="block text-sm text-quiet tabular-nums">{person.phone}</span>
        ) : null}
      </span>
    </Link>
  )
}

const COLUMNS: readonly Column<ListedCustomer>[] = [
  { label: 'Name', sort: 'name', isTitle: true, show: (person) => <PersonLink person={person} /> },
  { label: 'Role', show: ({ role }) => <RoleBadge role={role} /> },
  {
    label: 'Joined',
    sort: 'joined',
    show: ({ joinedAt }) => <span className="md:whitespace-nowrap">{formatDate(joinedAt)}</span>,
  },
]

export const CustomerTable = ({ rows }: { rows: readonly ListedCustomer[] }) => (
  <DataTable caption="Customers" order="-joined" rows={rows} columns={COLUMNS} />
)
