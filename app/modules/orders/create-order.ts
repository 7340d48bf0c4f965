import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beginOfNumbers, nextNumber } from '../../db/next-number.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { prepareOnce, type RowShape, rowPlaceholders, splitRow } from '../../db/prepared.server.ts'
import { orderEvents, orders } from '../../db/tables.server.ts'
import type { DayRange } from '../../rules/checkout/delivery-days.ts'
import type { Quote } from '../../rules/checkout/quote.ts'
import { addressKeyOf } from '../../rules/orders/orders.ts'
import type { PaymentProviderName } from '../../rules/payments/payments.ts'
import { type Courier, ORDER_PREFIX } from '../../shop.ts'
import type { StoredDiscount } from '../discounts/hold-discount.ts'
import { insertPayment, type PagePayment, type PaymentRow } from '../payments/payments.ts'
import { eventOf } from './change-order.ts'
import type { OrderLine } from './read-lines.ts'
import type { Order } from './read-order.ts'

/** What opening the payment page needs of an order. */
export type PlacedOrder = Pick<
  Order,
  'id' | 'orderNumber' | 'status' | 'firstName' | 'lastName' | 'email'
>

/** Who orders, and where the order goes. `idempotencyKey`: one order is made under it, however often it is sent. */
export type NewOrder = Pick<
  Order,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'shippingAddress'
  | 'billingAddress'
  | 'notes'
  | 'idempotencyKey'
> & { collectAt?: string | null }

/** What is ordered and what it costs, in whole kwacha, priced by the shop. */
export type OrderPrice = {
  lines: OrderLine[]
  quote: Quote & {
    courier: Pick<Courier, 'id' | 'name'>
    /** The part of the discount that exchanged pieces of another order have paid. */
    coveredAmount?: number
  }
  due?: DayRange
  discount: (Pick<StoredDiscount, 'code'> & { id: string | null }) | null
  /** How much of the total store credit pays. */
  credit?: { amount: number } | null
}

/**
 * Inserts the order, its lines, first event and payment in one statement; the caller opens the payment page at once.
 */
export async function insertOrder(
  db: Tx,
  userId: string,
  request: NewOrder,
  { lines, quote, discount, due, credit }: OrderPrice,
  given: {
    orderId: string
    reference: string
    /** null: nothing has to be paid. */
    provider: PaymentProviderName | null
    now: Date
    fingerprint: string
    windowMinutes: number
    /** The staff member who makes the order for the customer. */
    byUser?: string
  },
): Promise<{ order: PlacedOrder; payment: PagePayment | null }> {
  const { orderId, reference, provider, now, fingerprint, windowMinutes, byUser = userId } = given
  const { firstName, lastName, email } = request
  const creditAmount = credit?.amount ?? 0
  const row = splitRow({
    id: orderId,
    userId,
    email,
    firstName,
    lastName,
    phone: request.phone,
    subtotal: quote.subtotal,
    discountAmount: quote.discountAmount,
    coveredAmount: quote.coveredAmount ?? 0,
    deliveryAmount: quote.deliveryAmount,
    totalAmount: quote.total,
    creditAmount,
    isFreeDelivery: quote.isFreeDelivery,
    courierId: quote.courier.id,
    courierName: quote.courier.name,
    collectAt: request.collectAt ?? null,
    dueFrom: due?.from ?? null,
    dueTo: due?.to ?? null,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    discountRedeemed: discount !== null && discount.id !== null,
    shippingAddress: request.shippingAddress,
    // Strangers collect at one place, so a shared place does not make them one customer.
    addressKey: request.collectAt ? null : addressKeyOf(request.shippingAddress),
    billingAddress: request.billingAddress,
    notes: request.notes,
    idempotencyKey: request.idempotencyKey,
    idempotencyHash: request.idempotencyKey ? fingerprint : null,
    expiresAt: new Date(now.getTime() + windowMinutes * 60_000),
    createdAt: now,
  })
  const payment = provider && {
    id: randomUUID(),
    reference,
    amount: quote.total - creditAmount,
    provider,
  }
  const paidBy = payment && splitRow({ ...payment, orderId }, 'payment.')
  const event = splitRow(
    eventOf(orderId, { from: null, to: 'pending', note: { code: 'placed' }, byUser }),
    'event.',
  )
  const shapes = [row.shape, event.shape, paidBy?.shape ?? null] as const
  const [written] = await prepareOrder(db, ...shapes).execute({
    ...row.values,
    ...event.values,
    ...paidBy?.values,
    begin: beginOfNumbers(ORDER_PREFIX, now),
    items: JSON.stringify(
      lines.map((line, position) => ({
        ...line,
        orderId,
        total: line.price * line.quantity,
        position,
      })),
    ),
  })
  if (!written) throw new Error('an order was not written')
  return {
    order: { ...written, id: orderId, status: 'pending', firstName, lastName, email },
    payment: payment && { ...payment, status: 'open', checkoutUrl: null },
  }
}

type OrderRow = Omit<typeof orders.$inferInsert, 'orderNumber'>
type EventRow = typeof orderEvents.$inferInsert

const prepareOrder = prepareOnce(
  (
    db: Tx,
    row: RowShape<OrderRow>,
    event: RowShape<EventRow>,
    paidBy: RowShape<PaymentRow> | null,
  ) =>
    db
      .with(
        db.$with('items', {}).as(insertItems),
        db.$with('event').as(db.insert(orderEvents).values(rowPlaceholders(event))),
        ...(paidBy ? [insertPayment(db, rowPlaceholders(paidBy))] : []),
      )
      .insert(orders)
      .values({
        ...rowPlaceholders(row),
        orderNumber: nextNumber('order_numbers', sql.placeholder('begin')),
      })
      .returning({ orderNumber: orders.orderNumber }),
)

/** All lines of an order as one parameter. */
const insertItems = sql`
  insert into order_items (order_id, product_id, variant_id, name, sku, size, color, quantity, price, total, position, preorder_from, unit_cost)
  select "orderId", "productId", "variantId", name, sku, size, color, quantity, price, total, position, "preorderFrom",
    (select cost_price from products where products.id = "productId")
  from json_to_recordset(${sql.placeholder('items')}::json) as line (
    "orderId" uuid, "productId" uuid, "variantId" uuid, name text, sku text, size text, color text,
    quantity int, price int, total int, position int, "preorderFrom" date)`
