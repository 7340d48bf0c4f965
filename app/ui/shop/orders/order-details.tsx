import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OpenedOrder } from '../../../modules/orders/open-order.ts'
import { formatClock, formatDate } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { SHOP } from '../../../shop.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { AddressLines } from './address-lines.tsx'
import { OrderBlock, type OrderContents } from './order-block.tsx'
import { OrderSteps } from './order-steps.tsx'
import { useLiveOrders } from './use-live-orders.ts'

type Shown = Omit<OpenedOrder, 'lines'> & OrderContents
type Reader = 'account' | 'link'

/** All that its customer may know of an order, and do with it. `link` opens it elsewhere. */
export function OrderDetails({
  order,
  by,
  link,
  path,
}: {
  order: Shown
  by: Reader
  link: string | null
  /** Where this page is. */
  path: string
}) {
  const [page = '', query] = path.split('?')
  return (
    <div className="grid gap-6">
      {by === 'account' ? <Live /> : null}
      <OrderBlock order={order} contents={order}>
        {order.isWaiting ? <WaitingForm order={order} by={by} /> : null}
      </OrderBlock>
      <div className="grid gap-6 rounded-card bg-sheet px-5 py-4 md:grid-cols-2 md:px-6">
        <Part title="Dates">
          <OrderSteps order={order} />
        </Part>
        <Part title="Payment">
          <Payment order={order} />
        </Part>
        <Part title="Delivery">
          <address className="not-italic wrap-anywhere">
            <AddressLines address={order.shippingAddress} />
            <br />
            {order.shippingAddress.phone}
          </address>
          {by === 'link' ? (
            <p className="mt-1 text-sm text-quiet">
              Sign in to see the whole address: this link may have been passed on.
            </p>
          ) : null}
        </Part>
        <Part title="More">
          <div className="flex flex-wrap gap-2">
            {order.isWaiting ? null : (
              <Form method="post">
                <RequestField />
                <Button name="intent" value="again">
                  Order again
                </Button>
              </Form>
            )}
            <Link
              to={`${page}/invoice${query ? `?${query}` : ''}`}
              reloadDocument
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center px-2 font-semibold text-lake underline underline-offset-4 hover:text-lake-deep"
            >
              Invoice<span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </div>
        </Part>
      </div>
      {link ? <PassOn link={link} number={order.orderNumber} /> : null}
    </div>
  )
}

function Live() {
  useLiveOrders()
  return null
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-1 font-body text-lg font-bold">{title}</h2>
    {children}
  </section>
)

/** Paying is for whoever wants to; only its account ends it. */
const WaitingForm = ({ order, by }: { order: Shown; by: Reader }) => (
  <Form method="post" preventScrollReset className="min-w-0 sm:max-w-64">
    <p>
      Waiting for payment of {formatKwacha(order.totalAmount)}. We hold it until{' '}
      {formatClock(order.expiresAt)}.
    </p>
    <p className="mt-2 flex flex-wrap gap-2">
      <Button tone="lake" name="intent" value="pay">
        Pay now
      </Button>
      {by === 'account' ? (
        <Button name="intent" value="cancel">
          Cancel order
        </Button>
      ) : null}
    </p>
  </Form>
)

function Payment({ order }: { order: Shown }) {
  const { outcome, totalAmount, paidAt, payment, isWaiting } = order
  if (outcome === 'held')
    return (
      <p>
        We have your payment, and are looking into it. Please do not pay again. Questions? Call{' '}
        {SHOP.supportPhone}.
      </p>
    )
  if (totalAmount === 0) return <p>Nothing to pay</p>
  if (!paidAt)
    return (
      <p>
        {isWaiting
          ? `Not paid yet. Pay with mobile money, bank or card until ${formatClock(order.expiresAt)}.`
          : outcome === 'closed'
            ? 'Not paid, and nothing is due.'
            : 'Not paid yet.'}
      </p>
    )
  return (
    <>
      <p>
        Paid {formatDate(paidAt)}
        {payment?.channel ? ` by ${payment.channel}` : ''}, {formatKwacha(totalAmount)}
      </p>
      {payment ? (
        <p className="text-sm text-quiet wrap-anywhere">Reference {payment.reference}</p>
      ) : null}
    </>
  )
}

/** Its link, for another phone or for who waits for the parcel. */
const PassOn = ({ link, number }: { link: string; number: string }) => (
  <details className="rounded-card bg-sheet px-5 py-2 md:px-6">
    <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
      Follow this order on another phone
    </summary>
    <p className="mt-1">
      Whoever has this link sees what is in the order and where it is, without your street and your
      number, can pay for it and write to us about it.
    </p>
    <p className="mt-2 rounded-card bg-sand p-3 text-sm wrap-anywhere select-all">{link}</p>
    <p className="flex flex-wrap gap-x-4">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${SHOP.name} ${number}: ${link}`)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        Send it by WhatsApp
      </a>
    </p>
    <Form method="post" className="mb-2">
      <Button name="intent" value="new-link">
        Make a new link: this one ends
      </Button>
    </Form>
  </details>
)
