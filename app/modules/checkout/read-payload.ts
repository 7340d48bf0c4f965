import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { LONGEST_EMAIL } from '../../rules/accounts/longest.ts'
import { addressOfPlace, findAnyPlace, formatPlace } from '../../rules/checkout/delivery.ts'
import { findCourier } from '../../rules/checkout/quote.ts'
import { DISCOUNT_TYPES } from '../../rules/discounts/discounts.ts'
import { payloadErrors } from '../../rules/messages/checkout/checkout.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { LARGEST_AMOUNT } from '../../rules/money.ts'
import { isDistrict } from '../../rules/orders/orders.ts'
import { readPhone } from '../../rules/phone.ts'
import { RETURN_REASONS } from '../../rules/returns/returns.ts'
import { deliverySettings } from '../../rules/settings/settings.ts'
import { SEALED } from '../../rules/till/till-approval.ts'
import { MOST_UNITS } from '../../rules/till/till-sale.ts'
import { MOST_LINES } from '../cart/cart.ts'
import type { SaleRequest } from '../till/sales/ring-up-sale.ts'
import type { CheckoutRequest } from './place-order.ts'

const words = (most: number) => z.string().trim().max(most)
// Any number passes here, so that a wrong one is refused later with a sentence that says what changed.
const amount = z.union([z.number(), z.string().max(20)]).transform(Number)

const personName = { firstName: words(100).optional(), lastName: words(100).optional() }

const address = z.object({
  ...personName,
  phone: words(30).optional(),
  address: words(300).optional(),
  city: words(100).optional(),
  district: words(50).optional(),
})

const cartItem = z.object({
  product_id: z.uuid(payloadErrors.product),
  variant_id: z.uuid(payloadErrors.variant).nullish(),
  quantity: z.number(),
  price: amount,
})
/** `preorder_from`: the ship date that the catalogue shows for a pre-order. */
const orderedItem = cartItem.extend({
  preorder_from: z.iso.date(payloadErrors.day).nullish(),
})
const cartItems = z.array(orderedItem).max(MOST_LINES, payloadErrors['too-many-lines'])

/** The body of a checkout request; `variant_id` is optional beside product_id (docs/product.md, Checked requests). */
export const checkoutPayload = z.object({
  cartItems,
  shippingAddress: address,
  billingAddress: address.nullish(),
  totalAmount: amount,
  email: words(LONGEST_EMAIL).optional(),
  ...personName,
  courierService: words(50),
  /** The depot's place (`formatPlace`), or its name alone. */
  depot: words(250).nullish(),
  notes: words(1000).nullish(),
  credit_code: words(50).nullish(),
  isFreeDelivery: z.boolean().optional(),
  discountCode: z
    .object({
      code: words(50),
      type: z.enum(DISCOUNT_TYPES).optional(),
      value: z.number().optional(),
      discountAmount: amount.optional(),
    })
    .nullish(),
})
export type CheckoutPayload = z.output<typeof checkoutPayload>

const kwacha = z.int().min(0).max(LARGEST_AMOUNT)

// The server's proof, or one that a till sealed offline: that one is refused later with a reason of its own.
const proof = words(80).or(z.string().startsWith(SEALED).max(200))

/**
 * The body of a till's request for a sale that the customer pays through the provider, with fields that only our till
 * sends: its place, its id of the sale, discounts and the part in cash.
 */
export const salePayload = z.object({
  pos: z.literal(true),
  paymentMethod: z.literal('paychangu'),
  cartItems: z
    .array(cartItem.extend({ discount: amount.nullish() }))
    .max(100, payloadErrors['too-many-lines']),
  totalAmount: amount,
  // The till sends these, but a sale stores only customerName and customerPhone.
  email: words(LONGEST_EMAIL).nullish(),
  firstName: words(100).nullish(),
  lastName: words(100).nullish(),
  customerName: words(200).nullish(),
  customerPhone: words(30).nullish(),
  notes: words(1000).nullish(),
  till_id: z.uuid(payloadErrors.till).nullish(),
  shift_id: z.uuid(payloadErrors.shift).nullish(),
  sale_id: z.uuid(payloadErrors.sale).nullish(),
  discount: amount.nullish(),
  approval: z.object({ by: z.uuid(payloadErrors.person), proof }).nullish(),
  cash_amount: amount.nullish(),
  credit: z.object({ reserve_id: z.uuid(payloadErrors.sale), amount }).nullish(),
  voucher_amount: amount.nullish(),
  exchange: z
    .object({
      id: z.uuid(payloadErrors.sale),
      number: words(40),
      lines: z
        .array(
          z.object({
            lineId: z.uuid(payloadErrors.sale),
            quantity: z.int().min(1).max(MOST_UNITS),
            amount: kwacha,
            isRestocked: z.boolean(),
          }),
        )
        .min(1)
        .max(100, payloadErrors['too-many-lines']),
      refund: kwacha,
      credit: kwacha,
      reason: words(200).min(1),
      approval: z.object({ by: z.uuid(payloadErrors.person), proof }).nullish(),
      order: z.object({ id: z.uuid(payloadErrors.sale), reason: z.enum(RETURN_REASONS) }).nullish(),
    })
    .refine(({ credit, refund }) => credit <= refund)
    .nullish(),
  device_signature: words(200).nullish(),
})

const readLines = (items: z.output<typeof orderedItem>[]) =>
  items.map((item) => ({
    // In lower case, as the database writes ids: a client may send capitals.
    productId: item.product_id.toLowerCase(),
    ...(item.variant_id ? { variantId: item.variant_id.toLowerCase() } : {}),
    quantity: item.quantity,
    price: item.price,
    ...(item.preorder_from ? { preorderFrom: item.preorder_from } : {}),
  }))

/** Reads a till's payload as a request; without a key, each request is a sale of its own. */
export const readSalePayload = (
  payload: z.output<typeof salePayload>,
  idempotencyKey: string | null,
  deviceId: string | null,
): SaleRequest => ({
  lines: readLines(payload.cartItems).map((line, n) => ({
    ...line,
    discount: payload.cartItems[n]?.discount ?? 0,
  })),
  totalAmount: payload.totalAmount,
  customerName: payload.customerName || null,
  customerPhone: payload.customerPhone || null,
  notes: payload.notes || null,
  idempotencyKey: idempotencyKey ?? payload.sale_id ?? randomUUID(),
  saleId: payload.sale_id?.toLowerCase(),
  tillId: payload.till_id ?? undefined,
  shiftId: payload.shift_id ?? undefined,
  discount: payload.discount ?? 0,
  approval: payload.approval ?? null,
  cashAmount: payload.cash_amount ?? 0,
  credit: payload.credit
    ? { reserveId: payload.credit.reserve_id.toLowerCase(), amount: payload.credit.amount }
    : null,
  voucher: payload.voucher_amount ?? null,
  exchange: payload.exchange
    ? { ...payload.exchange, approval: payload.exchange.approval ?? null }
    : null,
  deviceId: deviceId ?? undefined,
  signature: payload.device_signature ?? undefined,
})

/** Reads the payload as a request; the email is always the signed-in customer's own. */
export function readPayload(
  payload: CheckoutPayload,
  customer: { email: string },
  idempotencyKey: string | null,
):
  | { ok: true; request: CheckoutRequest }
  | Refusal<'details-missing' | 'district-unknown' | 'courier-missing' | 'depot-unknown'> {
  const { shippingAddress: to, discountCode } = payload
  const firstName = payload.firstName || to.firstName
  const lastName = payload.lastName || to.lastName
  const courier =
    findCourier(payload.courierService) ??
    deliverySettings().couriers.find((one) => one.name === payload.courierService)
  // Whether the shop still delivers there is checked when the order is made, so that a repeat finds its earlier order.
  const place = courier && findAnyPlace(courier, payload.depot ?? '')
  const { address, city, district } = place ? addressOfPlace(place) : to
  const phone = readPhone(to.phone ?? '')
  if (!firstName || !lastName || !phone || !address || !city)
    return { ok: false, reason: 'details-missing' }
  if (!district || !(place || isDistrict(district)))
    return { ok: false, reason: 'district-unknown' }
  if (!courier) return { ok: false, reason: 'courier-missing' }
  if (place === undefined) return { ok: false, reason: 'depot-unknown', courier: courier.name }
  const shippingAddress = { firstName, lastName, phone, address, city, district }
  return {
    ok: true,
    request: {
      lines: readLines(payload.cartItems),
      email: customer.email,
      firstName,
      lastName,
      phone,
      shippingAddress,
      billingAddress: { ...shippingAddress, ...dropBlank(payload.billingAddress ?? {}) },
      courierId: courier.id,
      collectAt: place && formatPlace(place),
      notes: payload.notes || null,
      discount: discountCode
        ? {
            code: discountCode.code,
            ...(discountCode.type !== undefined ? { type: discountCode.type } : {}),
            ...(discountCode.value !== undefined ? { value: discountCode.value } : {}),
            ...(discountCode.discountAmount !== undefined
              ? { discountAmount: discountCode.discountAmount }
              : {}),
          }
        : null,
      ...(payload.credit_code ? { credit: { code: payload.credit_code } } : {}),
      totalAmount: payload.totalAmount,
      ...(payload.isFreeDelivery !== undefined ? { isFreeDelivery: payload.isFreeDelivery } : {}),
      idempotencyKey,
    },
  }
}

const dropBlank = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as {
    [K in keyof T]?: string
  }
