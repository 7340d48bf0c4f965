import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { DraftCustomer } from '../../../rules/orders/order-draft.ts'
import type { LineToPrice } from '../../orders/read-lines.ts'
import type { PricingRefusal } from '../price-order.ts'

export type DraftLine = Pick<LineToPrice, 'productId' | 'quantity'> & { variantId: string }
export type OrderDraft = {
  customer: DraftCustomer
  lines: readonly DraftLine[]
  /** Hours within which the order has to be paid. */
  hours: number
  /** Idempotency key: one order is made under it, however often it is sent. */
  key: string
}
export type DraftRefusal =
  | PricingRefusal
  | Refusal<
      | 'draft-empty'
      | 'out-of-stock'
      | 'preorder-changed'
      | 'discount-used-up'
      | 'not-authenticated'
      | 'edited-meanwhile'
    >

/** Prices what staff typed: they name no amount. */
export const toPricingRequest = ({ customer, lines }: Pick<OrderDraft, 'customer' | 'lines'>) => ({
  lines: lines.map((line) => ({ ...line, price: null })),
  shippingAddress: customer.address,
  courierId: customer.courierId,
  discount: customer.code ? { code: customer.code } : null,
  totalAmount: null,
})
