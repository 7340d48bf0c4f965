import { Form, useSearchParams } from 'react-router'
import type { OrderUnderReview } from '../../../modules/orders/staff/list-admin-orders.ts'
import { formatDate } from '../../../rules/dates.ts'
import { adviceFor, customerWords, orderReviewText } from '../../../rules/messages/orders/words.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { Folded } from '../form/folded.tsx'
import { addressOf } from '../list/side-panel.tsx'
import { AskProvider } from '../payments/payment-attempts.tsx'
import { StatusBadge } from './status-badge.tsx'

/** What to do about one order under review, with the buttons for it. */
export const Advice = ({
  order,
}: {
  order: Omit<OrderUnderReview, 'createdAt' | 'firstName' | 'lastName'>
}) => (
  <div className="flex flex-wrap items-start gap-2">
    <p className="grow basis-96">{adviceFor(order)}</p>
    <AskProvider about="order" id={order.id} label={order.orderNumber} />
    {/* Asks for confirmation, with scripts or without. */}
    <Folded
      key={order.version}
      className="open:basis-full"
      label={
        <>
          Mark as handled…<span className="sr-only"> {order.orderNumber}</span>
        </>
      }
    >
      <Form method="post" preventScrollReset className="mt-2 rounded-card bg-sand p-4">
        <input type="hidden" name="order" value={order.id} />
        <input type="hidden" name="version" value={order.version} />
        <p className="mb-3">
          The money is where it belongs? Then {order.orderNumber} leaves this list; who marked it
          stays in its history.
        </p>
        <Button name="intent" value="handled" tone="lake">
          Yes, it is handled
        </Button>
      </Form>
    </Folded>
  </div>
)

function OrderUnderReview({ order }: { order: OrderUnderReview }) {
  const [params] = useSearchParams()
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          to={addressOf(params, 'order', order.orderNumber)}
          preventScrollReset
          className="inline-flex min-h-11 items-center font-semibold tabular-nums text-lake underline underline-offset-4"
        >
          {order.orderNumber}
        </Link>
        <Badge tone="bad">{orderReviewText(order.reviewReason)}</Badge>
        <StatusBadge status={order.status} />
        <span className="wrap-anywhere">
          {customerWords(order)}, {formatDate(order.createdAt)}
        </span>
      </p>
      <Advice order={order} />
    </li>
  )
}

const SHOWN = 3

/** The orders under review, above all others; those that wait longest are not folded. */
export function OrderReviewList({ orders }: { orders: readonly OrderUnderReview[] }) {
  if (orders.length === 0) return null
  const more = orders.slice(SHOWN)
  return (
    <section
      aria-labelledby="in-need"
      className="mb-6 overflow-hidden rounded-card border-2 border-clay bg-sheet"
    >
      <h2 id="in-need" className="bg-clay-wash px-4 py-3 text-xl">
        {orders.length === 1 ? '1 order needs a person' : `${orders.length} orders need a person`}
      </h2>
      <ul className="px-4">
        {orders.slice(0, SHOWN).map((order) => (
          <OrderUnderReview key={order.id} order={order} />
        ))}
      </ul>
      {more.length > 0 ? (
        <details className="border-t border-line px-4">
          <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
            Show the other {more.length}
          </summary>
          <ul>
            {more.map((order) => (
              <OrderUnderReview key={order.id} order={order} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}
