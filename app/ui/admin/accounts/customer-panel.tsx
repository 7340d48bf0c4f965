import type { ReactNode } from 'react'
import type {
  Customer,
  CustomerAddress,
  LatestOrder,
} from '../../../modules/accounts/find-customer.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { Rows } from '../list/rows.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { Avatar } from './avatar.tsx'
import { nameOf } from './customer-table.tsx'
import { RoleBadge } from './role-badge.tsx'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-quiet">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

function CustomerDetails({ person }: { person: Customer }) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={person.fullName} isBig />
        <div className="min-w-0">
          <p className="text-xl font-semibold wrap-anywhere">{nameOf(person)}</p>
          <RoleBadge role={person.role} />
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Fact label="Email">
          <a href={`mailto:${person.email}`} className="text-lake underline underline-offset-4">
            {person.email}
          </a>
        </Fact>
        {person.phone ? (
          <Fact label="Phone">
            <a
              href={`tel:${person.phone}`}
              className="text-lake tabular-nums underline underline-offset-4"
            >
              {person.phone}
            </a>
          </Fact>
        ) : null}
        <Fact label="Joined">{formatDate(person.joinedAt)}</Fact>
      </dl>
    </div>
  )
}

const Orders = ({ orders }: { orders: readonly LatestOrder[] | null }) => (
  <Rows
    rows={orders}
    error={<p role="alert">Error loading orders.</p>}
    empty={<p className="text-quiet">No orders yet</p>}
  >
    {(rows) => (
      <ul className="divide-y divide-line">
        {rows.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <span>
              <Link
                to={`/admin/orders?search=${encodeURIComponent(order.orderNumber)}`}
                className="inline-flex min-h-11 items-center font-semibold text-lake tabular-nums underline underline-offset-4"
              >
                {order.orderNumber}
              </Link>
              <span className="ml-2 inline-block text-sm text-quiet">
                {formatDate(order.createdAt)}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="tabular-nums">{formatKwacha(order.totalAmount)}</span>
              <StatusBadge status={order.status} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Rows>
)

const Addresses = ({ addresses }: { addresses: readonly CustomerAddress[] | null }) => (
  <Rows
    rows={addresses}
    error={<p role="alert">Error loading addresses.</p>}
    empty={<p className="text-quiet">No addresses saved</p>}
  >
    {(rows) => (
      <ul className="grid gap-2">
        {rows.map((address) => (
          <li key={address.id} className="rounded-card border border-line p-3 wrap-anywhere">
            <p className="mb-1 flex flex-wrap gap-2">
              <Badge>{address.type}</Badge>
              {address.isDefault ? <Badge tone="good">Default</Badge> : null}
            </p>
            <address className="not-italic">
              {address.firstName} {address.lastName}
              <br />
              {address.addressLine1}
              <br />
              {address.city}, {address.district}
              <br />
              <span className="tabular-nums">{address.phone}</span>
            </address>
          </li>
        ))}
      </ul>
    )}
  </Rows>
)

/** What the shop knows of a person; `children` are what a super_admin can do. */
export const CustomerPanel = ({
  person,
  orders,
  addresses,
  children,
}: {
  person: Customer
  orders: readonly LatestOrder[] | null
  addresses: readonly CustomerAddress[] | null
  children?: ReactNode
}) => (
  <SidePanel name="person" title="Customer Details">
    <CustomerDetails person={person} />
    {children}
    <Part title="Recent Orders">
      <Orders orders={orders} />
    </Part>
    <Part title="Addresses">
      <Addresses addresses={addresses} />
    </Part>
  </SidePanel>
)
