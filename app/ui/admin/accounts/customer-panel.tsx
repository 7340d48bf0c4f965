import type { ReactNode } from 'react'
import type {
  Customer,
  CustomerAddress,
  LatestOrder,
} from '../../../modules/accounts/find-customer.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { AddressLines } from '../../shop/orders/address-lines.tsx'
import { Badge } from '../badge.tsx'
import { NotRead, Rows } from '../list/rows.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { CustomerDetails } from './customer-details.tsx'

/** A part of the panel: a person's rows of one kind. */
const PartRows = <R,>({
  title,
  rows,
  what,
  empty,
  children,
}: {
  title: string
  rows: readonly R[] | null
  what: string
  empty: string
  children: (row: R) => ReactNode
}) => (
  <Part title={title}>
    <Rows
      rows={rows}
      error={<p role="alert">{`Error loading ${what}.`}</p>}
      empty={<p className="text-quiet">{empty}</p>}
    >
      {(read) => <ul>{read.map(children)}</ul>}
    </Rows>
  </Part>
)

const Order = ({ order }: { order: LatestOrder }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-1 first:border-t-0">
    <span>
      <Link
        to={`/admin/orders?search=${encodeURIComponent(order.orderNumber)}`}
        className="inline-flex min-h-11 items-center font-semibold text-lake tabular-nums underline underline-offset-4"
      >
        {order.orderNumber}
      </Link>
      <span className="ml-2 inline-block text-sm text-quiet">{formatDate(order.createdAt)}</span>
    </span>
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="tabular-nums">{formatKwacha(order.totalAmount)}</span>
      <StatusBadge status={order.status} />
    </span>
  </li>
)

const Address = ({ address }: { address: CustomerAddress }) => (
  <li className="mt-2 rounded-card border border-line p-3 wrap-anywhere first:mt-0">
    <p className="mb-1 flex flex-wrap gap-2">
      <Badge>{address.type}</Badge>
      {address.isDefault ? <Badge tone="good">Default</Badge> : null}
    </p>
    <address className="not-italic">
      <AddressLines address={{ ...address, address: address.addressLine1 }} />
      <br />
      <span className="tabular-nums">{address.phone}</span>
    </address>
  </li>
)

/** Does not say that there is no such person, because there may be one. */
export const CustomerNotRead = () => (
  <SidePanel name="person" title="Customer Details">
    <NotRead error="Error loading customer details." />
  </SidePanel>
)

/** What the shop knows about a person; `children`: acts on the account. */
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
    <PartRows title="Recent Orders" rows={orders} what="orders" empty="No orders yet">
      {(order) => <Order key={order.id} order={order} />}
    </PartRows>
    <PartRows title="Addresses" rows={addresses} what="addresses" empty="No addresses saved">
      {(address) => <Address key={address.id} address={address} />}
    </PartRows>
  </SidePanel>
)
