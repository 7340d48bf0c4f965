import type { ReactNode } from 'react'
import type { TrackedOrder as Tracked } from '../../../modules/orders/track-order.ts'
import { bannerOf, statusWords } from '../../../rules/messages/orders/words.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { OrderBlock } from './order-block.tsx'
import { OrderSteps } from './order-steps.tsx'

const LINES: Record<OrderStatus, string> = {
  pending: 'We are waiting for the payment.',
  processing: 'We are packing your order.',
  shipped: 'Expected delivery within 2-3 business days',
  delivered: 'We hope you wear it often.',
  cancelled: 'This order was cancelled.',
}

const UNDER_REVIEW = 'We have your payment, and are looking into it. Please do not pay again.'

/** The state of an order, without who ordered what. */
export const TrackedOrder = ({ order, children }: { order: Tracked; children: ReactNode }) => (
  <OrderBlock order={order} contents={null}>
    <div className="w-full">
      {bannerOf(order) ? null : (
        <p className="mt-0! font-semibold">{`Status: ${statusWords(order)}`}</p>
      )}
      {order.status === 'shipped' ? null : (
        <p className="mt-0!">{order.isUnderReview ? UNDER_REVIEW : LINES[order.status]}</p>
      )}
      <OrderSteps order={order} />
      <div className="mt-3 border-t border-line pt-3 empty:hidden">{children}</div>
    </div>
  </OrderBlock>
)
