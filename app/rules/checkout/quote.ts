import type { Courier } from '../../shop.ts'
import { type Discount, discountAmount } from '../discounts/discounts.ts'
import type { ShopCourier } from '../settings/delivery-groups.ts'
import { deliverySettings, settings } from '../settings/settings.ts'

export type QuoteLine = { price: number; quantity: number }

export type Quote = {
  subtotal: number
  discountAmount: number
  deliveryAmount: number
  isFreeDelivery: boolean
  total: number
  /** The amount that is missing for free delivery; 0 when delivery is free. */
  missingForFreeDelivery: number
}

/** Σ price × quantity: the `total` in every rule, before discount and delivery (docs/product.md, Delivery). */
export const cartSubtotal = (lines: readonly QuoteLine[]) =>
  lines.reduce((sum, line) => sum + line.price * line.quantity, 0)

/** A courier of the shop, also one that is switched off. Server only. */
export const findCourier = (id: string): ShopCourier | undefined =>
  deliverySettings().couriers.find((courier) => courier.id === id)

/** A total equal to the threshold qualifies (docs/product.md, Delivery). */
export const isFreeDelivery = (subtotal: number, type: Discount['type'] | null) =>
  subtotal >= settings().freeDeliveryFrom || type === 'free_shipping'

/** What a customer pays, in kwacha; the summary on the screen and the charge both come from here. */
export function quote(
  lines: readonly QuoteLine[],
  discount: Pick<Discount, 'type' | 'value'> | null,
  courier: Pick<Courier, 'price'> | null,
): Quote {
  const subtotal = cartSubtotal(lines)
  const off = discount ? discountAmount(discount, subtotal) : 0
  const free = isFreeDelivery(subtotal, discount?.type ?? null)
  const delivery = free || !courier ? 0 : courier.price
  return {
    subtotal,
    discountAmount: off,
    deliveryAmount: delivery,
    isFreeDelivery: free,
    total: subtotal - off + delivery,
    missingForFreeDelivery: free ? 0 : settings().freeDeliveryFrom - subtotal,
  }
}
