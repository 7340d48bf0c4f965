import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { WaitingOrder } from '../../../rules/checkout/checkout.ts'
import { formatUntil } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'

type Place = '/cart' | '/checkout' | '/orders'

/** Pays or cancels an order that waits for its payment; `then` is the page that shows the result. */
export function WaitingOrderForm({
  orderNumber,
  then,
  children,
}: {
  orderNumber: string
  then: Place
  children?: ReactNode
}) {
  const pressed = useNavigation().formData?.get('intent')
  return (
    <Form method="post" action="/checkout" preventScrollReset>
      <input type="hidden" name="then" value={then} />
      {children}
      <p className="mt-2 flex flex-wrap gap-2">
        <Button
          tone="lake"
          name="intent"
          value={`pay-order:${orderNumber}`}
          aria-busy={pressed === `pay-order:${orderNumber}`}
        >
          Pay now<span className="sr-only"> for order {orderNumber}</span>
        </Button>
        <Button
          name="intent"
          value={`cancel-order:${orderNumber}`}
          aria-busy={pressed === `cancel-order:${orderNumber}`}
        >
          Cancel order<span className="sr-only"> {orderNumber}</span>
        </Button>
      </p>
    </Form>
  )
}

/**
 * Unpaid orders hold items: they are paid or cancelled here, so that customers are not blocked by an order of
 * their own.
 */
export function WaitingOrders({ orders, then }: { orders: WaitingOrder[]; then: Place }) {
  if (orders.length === 0) return null
  return (
    <ul className="mt-6 space-y-3">
      {orders.map(({ orderNumber, toPay, itemCount, createdAt, expiresAt }) => (
        <li key={orderNumber} className="rounded-card border-l-8 border-sun bg-sheet px-4 py-3">
          <WaitingOrderForm orderNumber={orderNumber} then={then}>
            <p>
              <strong>Order {orderNumber} is waiting for payment:</strong> {itemCount}{' '}
              {itemCount === 1 ? 'item' : 'items'}, {formatKwacha(toPay)}. We hold it until{' '}
              {formatUntil(expiresAt, createdAt)}.
            </p>
          </WaitingOrderForm>
        </li>
      ))}
    </ul>
  )
}
