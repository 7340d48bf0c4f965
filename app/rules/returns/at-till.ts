import { mayRunShop, type Role } from '../accounts/roles.ts'
import type { Choice } from '../catalogue/products.ts'
import type { OrderStatus } from '../orders/orders.ts'
import { isKnownInTime } from './returns.ts'

/** An order whose items can be returned at a till: its items, without any data of its customer. */
export type OrderAtTill = {
  orderId: string
  orderNumber: string
  status: OrderStatus
  /** ISO; null when the shop knows of no delivery. */
  deliveredAt: string | null
  /** The amount refunded before, in kwacha. */
  refunded: number
  /**
   * The part of the order that can be refunded in money, in kwacha; the part that a code paid is refunded as store
   * credit. An older release does not send it.
   */
  moneyLeft?: number | undefined
  lines: (Choice & {
    id: string
    name: string
    productId: string | null
    variantId: string | null
    quantity: number
    /** How many units were returned already, or are in an open return. */
    returned: number
    /** The value of each remaining unit, in the order in which units are returned, in kwacha. */
    worth: number[]
  })[]
}

/**
 * Whether the cashier needs approval however small the sum: the delivery was never reported, or it was too long ago.
 * Cash leaves the drawer, so a probable delivery is not enough here.
 */
export const lateNeedsApproval = (
  role: Role,
  order: { status: OrderStatus; deliveredAt: Date | null },
  now: Date,
) => !mayRunShop(role) && !isKnownInTime(order, now)
