import type { AdminOrderDetails } from '../../../../modules/orders/staff/find-admin-order.ts'
import { formatDate } from '../../../../rules/dates.ts'
import { deliveryFacts } from '../../../../rules/messages/checkout/delivery.ts'
import { formatTown, type PostalAddress } from '../../../../rules/orders/orders.ts'
import { formatPhone } from '../../../../rules/phone.ts'
import { CopyButton } from '../../copy-button.tsx'
import { Part } from '../../list/side-panel.tsx'

/** The customer of an order, how to reach them, and the delivery address. */
export const OrderCustomer = ({ order }: { order: AdminOrderDetails }) => (
  <Part title="Customer and delivery">
    {order.anonymizedAt ? <Anonymized at={order.anonymizedAt} /> : <Customer order={order} />}
    <dl className="mt-1">
      {deliveryFacts(order).map(([label, text]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
    {order.notes ? (
      <p className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
        “{order.notes}”
      </p>
    ) : null}
  </Part>
)

export const Customer = ({ order }: { order: AdminOrderDetails }) => (
  <>
    <address className="flex flex-wrap gap-x-4 not-italic wrap-anywhere">
      <span className="basis-full">
        {order.firstName} {order.lastName}
      </span>
      <a
        href={`tel:${order.phone.replaceAll(' ', '')}`}
        className="inline-flex min-h-11 items-center text-lake underline"
      >
        {formatPhone(order.phone)}
      </a>
      {order.email ? (
        <a
          href={`mailto:${order.email}`}
          className="inline-flex min-h-11 items-center text-lake underline"
        >
          {order.email}
        </a>
      ) : (
        'No email'
      )}
    </address>
    <Address label="Deliver to" address={order.shippingAddress} besides={order} />
    <CopyButton text={addressLines(order.shippingAddress)} label="Copy address" />
    {isSame(order.shippingAddress, order.billingAddress) ? null : (
      <Address label="Bill to" address={order.billingAddress} />
    )}
  </>
)

const Anonymized = ({ at }: { at: Date }) => (
  <p>Name, phone number, email and addresses were erased on {formatDate(at)}.</p>
)

/** An address for pasting into a courier's form or a message. */
const addressLines = (to: PostalAddress) =>
  [`${to.firstName} ${to.lastName}`, to.phone, to.address, formatTown(to)].join('\n')

const isSame = (a: PostalAddress, b: PostalAddress) =>
  (Object.keys(a) as (keyof PostalAddress)[]).every((field) => a[field] === b[field])

type Person = Pick<PostalAddress, 'firstName' | 'lastName' | 'phone'>
const personOf = ({ firstName, lastName, phone }: Person) =>
  `${firstName} ${lastName}, ${formatPhone(phone)}`

/** `besides`: the person who is shown above it already. */
const Address = ({
  label,
  address,
  besides,
}: {
  label: string
  address: PostalAddress
  besides?: Person
}) => (
  <div className="mt-1 wrap-anywhere">
    <p className="text-sm text-quiet">{label}</p>
    <p>
      {besides && personOf(besides) === personOf(address) ? null : (
        <>
          {personOf(address)}
          <br />
        </>
      )}
      {address.address}
      <br />
      {formatTown(address)}
    </p>
  </div>
)
