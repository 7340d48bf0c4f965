import type { Tx } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { daysTo, isDelivered } from '../../rules/checkout/delivery.ts'
import { arrivesOn, type DayRange } from '../../rules/checkout/delivery-days.ts'
import { cartSubtotal, findCourier, type Quote, quote } from '../../rules/checkout/quote.ts'
import { creditFor } from '../../rules/credit/credit.ts'
import type { DiscountRefusal } from '../../rules/discounts/discounts.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { LARGEST_TOTAL, SMALLEST_PAYMENT } from '../../rules/money.ts'
import { shipsFrom } from '../../rules/stock/preorders.ts'
import type { Courier } from '../../shop.ts'
import { type CreditRefusal, findSpendable } from '../credit/spend-credit.ts'
import { findDiscount, type StoredDiscount } from '../discounts/hold-discount.ts'
import {
  type LinesRefusal,
  type LineToPrice,
  type OrderLine,
  readLines,
} from '../orders/read-lines.ts'
import type { CheckoutRequest } from './place-order.ts'

export type PricedOrder = {
  ok: true
  lines: OrderLine[]
  quote: Quote & { courier: Courier }
  /** The delivery days that the customer was promised. */
  due: DayRange
  discount: StoredDiscount | null
  /** The code of store credit, and how much it pays. */
  credit: { id: string; amount: number } | null
}

export type PricingRefusal =
  | LinesRefusal
  | DiscountRefusal
  | CreditRefusal
  | Refusal<
      | 'credit-changed'
      | 'courier-missing'
      | 'courier-elsewhere'
      | 'courier-off'
      | 'district-unknown'
      | 'depot-unknown'
      | 'discount-changed'
      | 'delivery-changed'
      | 'total-changed'
      | 'price-missing'
      | 'amount-too-large'
      | 'payments-off'
      | 'payment-too-small'
    >

/**
 * What is priced of a request. `price` and `totalAmount` are null for staff, who name no amount: then the
 * shop's own figures apply.
 */
export type PricingRequest = Pick<
  CheckoutRequest,
  'shippingAddress' | 'courierId' | 'collectAt' | 'discount' | 'credit' | 'isFreeDelivery'
> & { lines: readonly LineToPrice[]; totalAmount: number | null }

/** Prices lines, amounts and codes with the shop's own figures; refuses a request that differs. */
export async function priceOrder(
  db: Tx,
  userId: string,
  request: PricingRequest,
  { config, now }: Pick<Shop, 'config' | 'now'>,
  /** The discount code that the order has already redeemed. */
  redeemedDiscount: string | null = null,
): Promise<PricedOrder | PricingRefusal> {
  const read = await readLines(db, userId, request.lines)
  if (!read.ok) return read
  const { lines } = read
  const courier = findCourier(request.courierId)
  if (!courier) return { ok: false, reason: 'courier-missing' }
  if (!courier.isActive) return { ok: false, reason: 'courier-off', courier: courier.name }
  const { district } = request.shippingAddress
  const days = daysTo(courier, district)
  if (!days) {
    if (isDelivered(district))
      return { ok: false, reason: 'courier-elsewhere', courier: courier.name, district }
    return request.collectAt
      ? { ok: false, reason: 'depot-unknown', courier: courier.name }
      : { ok: false, reason: 'district-unknown' }
  }
  const requested = request.discount
  const found = requested
    ? await findDiscount(db, requested.code, cartSubtotal(lines), now(), redeemedDiscount)
    : null
  if (found && !found.ok) return found
  const discount = found?.discount ?? null
  const quoted = { ...quote(lines, discount, courier), courier }
  const differs = (sent: unknown, truth: unknown) => sent !== undefined && sent !== truth
  if (
    differs(requested?.type, discount?.type) ||
    differs(requested?.value, discount?.value) ||
    differs(requested?.discountAmount, quoted.discountAmount)
  )
    return { ok: false, reason: 'discount-changed', amount: quoted.discountAmount }
  if (differs(request.isFreeDelivery, quoted.isFreeDelivery))
    return { ok: false, reason: 'delivery-changed' }
  if (request.totalAmount !== null && request.totalAmount !== quoted.total)
    return { ok: false, reason: 'total-changed', amount: quoted.total }
  // A missing price must not give a product away: only a discount makes an order free.
  const unpriced = lines.find((line) => line.price === 0)
  if (unpriced) return { ok: false, reason: 'price-missing', product: unpriced.name }
  if (quoted.subtotal > LARGEST_TOTAL) return { ok: false, reason: 'amount-too-large' }
  const paidBy = await priceCredit(db, request.credit ?? null, quoted.total)
  if (!paidBy.ok) return paidBy
  const { credit } = paidBy
  const left = quoted.total - (credit?.amount ?? 0)
  if (left > 0 && config.payments === 'off') return { ok: false, reason: 'payments-off' }
  if (left > 0 && left < SMALLEST_PAYMENT)
    return { ok: false, reason: 'payment-too-small', amount: left }
  const due = arrivesOn(now(), days, shipsFrom(lines))
  return { ok: true, lines, quote: quoted, discount, credit, due }
}

/** How much a code pays of a total; refuses when it holds less than the customer saw. */
async function priceCredit(
  db: Tx,
  requested: CheckoutRequest['credit'] | null,
  total: number,
): Promise<
  { ok: true; credit: PricedOrder['credit'] } | CreditRefusal | Refusal<'credit-changed'>
> {
  if (!requested || total === 0) return { ok: true, credit: null }
  const found = await findSpendable(db, requested.code)
  if (!found.ok) return found
  const { id, balance } = found.credit
  if (requested.balance !== undefined && balance < requested.balance)
    return { ok: false, reason: 'credit-changed', amount: balance }
  const amount = creditFor(balance, total)
  return { ok: true, credit: amount > 0 ? { id, amount } : null }
}
