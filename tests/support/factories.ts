import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import {
  discounts,
  orderEvents,
  orderItems,
  orders,
  products,
  profiles,
  undoableMoves,
  users,
  variants,
} from '../../app/db/tables.server.ts'
import { addToCart } from '../../app/modules/cart/add-to-cart.ts'
import { listCart } from '../../app/modules/cart/cart.ts'
import { type CheckoutRequest, placeOrder } from '../../app/modules/checkout/place-order.ts'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { payOrder } from '../../app/modules/checkout/start-payment.ts'
import { moveOrder } from '../../app/modules/orders/move-order.ts'
import { notifyMoved } from '../../app/modules/orders/undo/notify-moved.ts'
import { adjustStock } from '../../app/modules/stock/move-stock.ts'
import { decideSandboxPayment } from '../../app/platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { Role } from '../../app/rules/accounts/roles.ts'
import { quote } from '../../app/rules/checkout/quote.ts'
import { COURIERS } from '../../app/shop.ts'

// Users, products and orders in the states with which tests begin. Each state is reached through the real acts, so that
// no test relies on a state that the shop cannot have.
let count = 900_000 // SKUs carry it, and a search for a size must not find them.

export async function aUser(shop: Shop, role: Role = 'customer') {
  count += 1
  const email = `person${count}@example.com`
  const [user] = await shop.db
    .insert(users)
    .values({ name: `Chisomo Banda ${count}`, email, emailVerified: true })
    .returning()
  if (!user) throw new Error('no user')
  if (role !== 'customer')
    await shop.db.update(profiles).set({ role }).where(sql`user_id = ${user.id}`)
  return { userId: user.id, email }
}

/** A staff member, as the acts of the back office expect their actor. */
export const anAdmin = async (shop: Shop) => ({
  userId: (await aUser(shop, 'admin')).userId,
  ip: '10.0.0.1',
  role: 'admin' as const,
})

/** A day that is in the future of every test. */
export const PREORDER_DAY = '2099-12-12'

export type TestProduct = { productId: string; variantId: string; price: number; name: string }

/** A product with one variant and so many units in stock. */
export async function aProduct(
  shop: Shop,
  overrides: Partial<typeof products.$inferInsert> & {
    stock?: number
    size?: string
    color?: string
    /** The units that may be promised before they arrive, to ship from `PREORDER_DAY`. */
    preorders?: number
  } = {},
): Promise<TestProduct> {
  count += 1
  const { stock = 10, size = null, color = null, preorders = null, ...rest } = overrides
  const preorderFrom = preorders === null ? null : PREORDER_DAY
  return shop.db.transaction(async (db) => {
    const [product] = await db
      .insert(products)
      .values({
        name: `Dress ${count}`,
        slug: `dress-${count}`,
        sku: `DR-${count}`,
        price: 20_000,
        ...rest,
      })
      .returning()
    if (!product) throw new Error('no product')
    const [variant] = await db
      .insert(variants)
      .values({
        productId: product.id,
        sku: `DR-${count}-1`,
        size,
        color,
        preorderLimit: preorders,
        preorderFrom,
      })
      .returning()
    if (!variant) throw new Error('no variant')
    if (stock > 0) await adjustStock(db, variant.id, stock, 'opening', {})
    return {
      productId: product.id,
      variantId: variant.id,
      price: product.price,
      name: product.name,
    }
  })
}

export async function aDiscount(
  shop: Shop,
  overrides: Partial<typeof discounts.$inferInsert> & { code: string },
) {
  const [discount] = await shop.db
    .insert(discounts)
    .values({ type: 'percentage', value: 10, ...overrides })
    .returning()
  if (!discount) throw new Error('no discount')
  return discount
}

export const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '+265991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}

/** The request that an honest browser would send for these items. */
export function aCheckoutRequest(
  items: { product: TestProduct; quantity?: number; preorderFrom?: string }[],
  change: Partial<CheckoutRequest> & {
    terms?: Parameters<typeof quote>[1]
  } = {},
): CheckoutRequest {
  const { terms = null, ...rest } = change
  const lines = items.map(({ product, quantity = 1, preorderFrom }) => ({
    productId: product.productId,
    variantId: product.variantId,
    quantity,
    price: product.price,
    ...(preorderFrom && { preorderFrom }),
  }))
  return {
    lines,
    email: 'person@example.com',
    firstName: ADDRESS.firstName,
    lastName: ADDRESS.lastName,
    phone: ADDRESS.phone,
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    courierId: 'bike-riders',
    notes: null,
    discount: null,
    totalAmount: quote(lines, terms, COURIERS[0]).total,
    idempotencyKey: randomUUID(),
    ...rest,
  }
}

export async function aCart(
  shop: Shop,
  userId: string,
  items: { product: TestProduct; quantity?: number }[],
) {
  for (const { product, quantity = 1 } of items) {
    const added = await addToCart(shop, userId, { variantId: product.variantId, quantity })
    if (!added.ok) throw new Error(added.reason)
  }
  return listCart(shop, userId)
}

/** An order that waits for its payment at the provider. */
export async function aPendingOrder(
  shop: Shop,
  userId: string,
  items: { product: TestProduct; quantity?: number; preorderFrom?: string }[],
  change: Parameters<typeof aCheckoutRequest>[1] = {},
) {
  const placed = await placeOrder(shop, userId, aCheckoutRequest(items, change))
  if (!placed.ok) throw new Error(JSON.stringify(placed))
  const started = await payOrder(shop, placed)
  if (!started.ok) throw new Error(started.reason)
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, placed.order.id))
  const { payment } = placed
  if (!order || !payment) throw new Error('no order that waits for its payment')
  return { ...placed, order, payment, checkoutUrl: started.checkoutUrl }
}

/** The customer pays on the test provider's page; the shop does not know of it yet. */
export async function payAtProvider(shop: Shop, reference: string) {
  const step = await decideSandboxPayment(shop.db, reference, 'pay')
  if (step?.payment.status !== 'paid') throw new Error('the sandbox did not take the money')
}

export async function aPaidOrder(
  shop: Shop,
  userId: string,
  items: { product: TestProduct; quantity?: number; preorderFrom?: string }[],
  change: Parameters<typeof aCheckoutRequest>[1] = {},
) {
  const pending = await aPendingOrder(shop, userId, items, change)
  await payAtProvider(shop, pending.payment.reference)
  const settled = await settlePayment(shop, pending.payment.reference)
  if (!settled.ok || settled.state !== 'paid') throw new Error('not settled')
  return pending
}

/** A paid and delivered order, with its first line. */
export async function aDeliveredOrder(
  shop: Shop,
  userId: string,
  items: Parameters<typeof aPaidOrder>[2],
  change: Parameters<typeof aPaidOrder>[3] = {},
) {
  const { order } = await aPaidOrder(shop, userId, items, change)
  const { version } = await readOrder(shop, order.id)
  await moveOrder(shop, await anAdmin(shop), { orderId: order.id, version, to: 'delivered' })
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  return { order, lineId: line?.id ?? '' }
}

export async function readOrder({ db }: Pick<Shop, 'db'>, id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('no such order')
  return order
}

/** The events of an order, the oldest first. */
export const readOrderEvents = ({ db }: Pick<Shop, 'db'>, id: string) =>
  db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))

/** Ends the time to undo what staff have set, so that its emails are enqueued. */
export async function endUndoTime(shop: Pick<Shop, 'db' | 'jobs' | 'config'>) {
  const moves = await shop.db.select().from(undoableMoves).orderBy(undoableMoves.eventId)
  for (const { orderId, eventId } of moves) await notifyMoved(shop, { orderId, eventId })
}
