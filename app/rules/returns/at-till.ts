import { mayRunShop, type Role } from '../accounts/roles.ts'
import type { Choice } from '../catalogue/products.ts'
import type { OrderStatus } from '../orders/orders.ts'
import { isKnownInTime } from './returns.ts'

/** An order of which something can come back at a till: what was bought, and no word of its customer. */
export type OrderAtTill = {
  orderId: string
  orderNumber: string
  status: OrderStatus
  /** ISO; null: it was not delivered as far as the shop knows. */
  deliveredAt: string | null
  /** What was given back of it before, in kwacha. */
  refunded: number
  /**
   * What of it can go back in money, in kwacha; what a code paid goes back as store credit. A release before this one
   * says nothing.
   */
  moneyLeft?: number | undefined
  lines: (Choice & {
    id: string
    name: string
    productId: string | null
    variantId: string | null
    quantity: number
    /** How many came back already, or are to. */
    returned: number
    /** What each unit that is left is worth, in the order in which they come back, in kwacha. */
    worth: number[]
  })[]
}

/**
 * Whether who stands at the till needs somebody's approval however small the sum: nobody has told that it was
 * delivered, or it was too long ago. Cash goes out, so that what may be is not enough here.
 */
export const lateNeedsApproval = (
  role: Role,
  order: { status: OrderStatus; deliveredAt: Date | null },
  now: Date,
) => !mayRunShop(role) && !isKnownInTime(order, now)
