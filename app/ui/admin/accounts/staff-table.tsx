import type { listStaff } from '../../../modules/accounts/staff/appoint-staff.ts'
import { Link } from '../../kit/link.tsx'
import { Email } from '../email.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { RoleBadge } from './role-badge.tsx'

type Member = Awaited<ReturnType<typeof listStaff>>[number]

const COLUMNS: readonly Column<Member>[] = [
  {
    label: 'Name',
    isTitle: true,
    show: ({ id, name }) => (
      <Link
        to={`/admin/customers?person=${id}`}
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4 wrap-anywhere"
      >
        {name}
      </Link>
    ),
  },
  { label: 'Role', show: ({ role }) => <RoleBadge role={role} /> },
  { label: 'Email', show: ({ email }) => <Email address={email} /> },
]

/** All staff; each row links to where its role is changed. */
export const StaffTable = ({ rows }: { rows: readonly Member[] }) => (
  <DataTable caption="Staff" rows={rows} columns={COLUMNS} />
)
