import { Form } from 'react-router'
import type { OpenedOrder } from '../../../modules/orders/open-order.ts'
import type { OwnRefund } from '../../../modules/refunds/list-refunds.ts'
import { formatDate, formatUntil } from '../../../rules/dates.ts'
import { nothingToPay } from '../../../rules/messages/orders/order-sums.ts'
import { formatRefund } from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { toPay } from '../../../rules/orders/orders.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'

type Shown = Pick<
  OpenedOrder,
  | 'outcome'
  | 'totalAmount'
  | 'creditAmount'
  | 'paidAt'
  | 'payment'
  | 'isWaiting'
  | 'expiresAt'
  | 'createdAt'
>

/** Anybody with the link can pay; only the order's account can cancel it. */
export const WaitingForm = ({ order, by }: { order: Shown; by: 'account' | 'link' }) => (
  <Form method="post" preventScrollReset className="min-w-0 sm:max-w-72">
    <p>
      Waiting for payment of {formatKwacha(toPay(order))}. We hold it until{' '}
      {formatUntil(order.expiresAt, order.createdAt)}.
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

/** Whether and how the order is paid, and its refunds. */
export const Payment = ({ order }: { order: Shown & { refunds: readonly OwnRefund[] } }) => (
  <>
    <Paid order={order} />
    <ul className="empty:hidden">
      {order.refunds.map((refund) => (
        <li key={refund.id}>{formatRefund(refund)}</li>
      ))}
    </ul>
  </>
)

function Paid({ order }: { order: Shown }) {
  const { outcome, paidAt, payment, isWaiting } = order
  if (outcome === 'under-review')
    return (
      <p>
        We have your payment, and are looking into it. Please do not pay again. Questions? Call{' '}
        {settings().supportPhone}.
      </p>
    )
  if (toPay(order) === 0) return <p>{nothingToPay(order)}</p>
  if (!paidAt)
    return (
      <p>
        {isWaiting
          ? `Not paid yet. Pay with mobile money, bank or card until ${formatUntil(order.expiresAt, order.createdAt)}.`
          : outcome === 'closed'
            ? 'Not paid, and nothing is due.'
            : 'Not paid yet.'}
      </p>
    )
  return (
    <>
      <p>
        Paid {formatDate(paidAt)}
        {payment?.channel ? ` by ${payment.channel}` : ''}, {formatKwacha(toPay(order))}
      </p>
      {payment ? (
        <p className="text-sm text-quiet wrap-anywhere">Reference {payment.reference}</p>
      ) : null}
    </>
  )
}
