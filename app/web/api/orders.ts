import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ORDER_STATUSES } from '../../rules/orders/orders.ts'
import { inJson, kwacha, moment, refusals, SIGNED_IN } from './parts.ts'

const line = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  quantity: z.int(),
  price: kwacha,
  total: kwacha,
  size: z.string().nullable(),
  color: z.string().nullable(),
  preorder_from: z.iso
    .date()
    .nullable()
    .meta({ description: 'Ordered before it arrived: from when it ships' }),
  products: z.object({ name: z.string(), sku: z.string() }),
})

const parcel = z
  .object({
    number: z.int(),
    courier: z.string(),
    waybill: z.string().nullable(),
    shipped_at: moment,
    delivered_at: moment.nullable(),
    items: z.array(z.object({ order_item_id: z.uuid(), quantity: z.int() })),
  })
  .meta({ description: 'A parcel of an order that is sent in parts' })

const order = z
  .object({
    id: z.uuid(),
    order_number: z.string(),
    email: z.string(),
    status: z.enum(ORDER_STATUSES),
    subtotal: kwacha,
    discount_amount: kwacha,
    discount_code: z.string().nullable(),
    total_amount: kwacha,
    credit_amount: kwacha.meta({ description: 'What of the total store credit pays' }),
    refunded_amount: kwacha,
    is_free_delivery: z.boolean(),
    courier: z.string(),
    shipping_address: z.object({
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      address: z.string(),
      city: z.string(),
      district: z.string(),
    }),
    created_at: moment,
    paid_at: moment.nullable(),
    shipped_at: moment.nullable(),
    delivered_at: moment.nullable(),
    cancelled_at: moment.nullable(),
    checkout_url: z
      .string()
      .nullable()
      .meta({ description: 'Where an unpaid order can still be paid' }),
    order_items: z.array(line),
    parcels: z.array(parcel).meta({ description: 'None where the order is sent whole' }),
  })
  .meta({ id: 'Order' })

const orderPage = z.object({
  orders: z.array(order),
  next_cursor: z.string().nullable(),
})

export type PublicOrder = z.input<typeof order>

const LARGEST_PAGE = 50

/** Clamps a page size to its bounds; anything but a number gives the default. */
const clamp = (text: unknown) =>
  Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(Number(text ?? 20)) || 20))

export const orderQuery = z.object({
  cursor: z.string().optional().meta({ description: 'The next_cursor of the page before' }),
  limit: z
    .preprocess(clamp, z.int().min(1).max(LARGEST_PAGE).default(20))
    .meta({ description: 'Page size' }),
})

const ofNumber = z.object({
  order_number: z.string().meta({ description: 'Such as FSC-2026-000001' }),
})

export const orderPaths: ZodOpenApiPathsObject = {
  '/api/orders': {
    get: {
      ...SIGNED_IN,
      summary: 'The customer’s orders, newest first',
      requestParams: { query: orderQuery },
      responses: { 200: inJson('A page', orderPage), ...refusals([401]) },
    },
  },
  '/api/orders/{order_number}': {
    get: {
      ...SIGNED_IN,
      summary: 'One of the customer’s orders',
      requestParams: { path: ofNumber },
      responses: { 200: inJson('The order', order), ...refusals([401, 404]) },
    },
  },
}
