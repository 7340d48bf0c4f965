import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  aCart,
  aCheckoutRequest,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { posSales, shifts, tills, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { ALL_PRODUCTS } from '../../rules/catalogue/product-filters.ts'
import { addToCart, setCartQuantity } from '../cart/add-to-cart.ts'
import { listCart } from '../cart/cart.ts'
import { findProduct } from '../catalogue/find-product.ts'
import { listProducts } from '../catalogue/list-products.ts'
import { findPublicProduct } from '../catalogue/public-products.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { adjustStock, takeStock } from './move-stock.ts'

const shop = useShop()
let customer: string
let cashier: string
let dress: TestProduct

beforeEach(async () => {
  customer = (await aUser(shop)).userId
  cashier = (await aUser(shop, 'cashier')).userId
  dress = await aProduct(shop, { stock: 3 })
})

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
let count = 0

/**
 * A till with an open shift, last heard of so many seconds ago (null: never), that has sold something so many
 * seconds before that (null: nothing).
 */
async function anOpenTill(
  name: string,
  silentFor: number | null,
  { soldBefore = 600, by = cashier }: { soldBefore?: number | null; by?: string } = {},
) {
  const [till] = await shop.db
    .insert(tills)
    .values({ name, lastSeenAt: silentFor === null ? null : ago(silentFor) })
    .returning()
  if (!till) throw new Error('no till')
  const [shift] = await shop.db
    .insert(shifts)
    .values({
      id: randomUUID(),
      tillId: till.id,
      openedBy: by,
      openedAt: ago(3 * 86_400),
      openingFloat: 0,
    })
    .returning()
  if (!shift) throw new Error('no shift')
  if (soldBefore !== null)
    await shop.db.insert(posSales).values({
      saleNumber: `POS-2026-9${(count += 1)}`,
      cashierId: by,
      paymentMethod: 'cash',
      subtotal: 1000,
      totalAmount: 1000,
      cashAmount: 1000,
      paymentStatus: 'completed',
      idempotencyKey: randomUUID(),
      tillId: till.id,
      shiftId: shift.id,
      receivedAt: ago((silentFor ?? 0) + soldBefore),
    })
  return shift
}
const aCashier = async () => (await aUser(shop, 'cashier')).userId
const order = (quantity: number) =>
  placeOrder(shop, customer, aCheckoutRequest([{ product: dress, quantity }]))
const sellAtTill = (quantity: number) =>
  transact(shop.db, (db) =>
    takeStock(db, [{ variantId: dress.variantId, quantity }], 'pos_sale', { byUser: cashier }),
  )
const left = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

test('the web shop reserves the last unit while an open till is out of touch', async () => {
  await anOpenTill('Front', 61)
  expect(await order(3)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 2 })
  expect(await order(2)).toMatchObject({ ok: true })
  expect(await order(1)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 0 })
  expect(await left()).toBe(1)
})

test('the web shop reserves one unit for each cashier whose till is out of touch, at most two in all', async () => {
  const scarf = await aProduct(shop, { stock: 10 })
  const available = async () =>
    (await aCart(shop, (await aUser(shop)).userId, [{ product: scarf }]))[0]?.inventory
  for (const name of ['Front', 'Back', 'Market', 'Fair']) await anOpenTill(name, 120)
  expect(await available()).toBe(9)
  await anOpenTill('Upstairs', 120, { by: await aCashier() })
  expect(await available()).toBe(8)
  for (let n = 1; n <= 9; n += 1) await anOpenTill(`Till ${n}`, 120, { by: await aCashier() })
  expect(await available()).toBe(8)
})

test('a till whose shift has sold nothing lately adds no safety stock', async () => {
  await anOpenTill('Front', 120, { soldBefore: null })
  await anOpenTill('Back', 120, { soldBefore: 3 * 3600 + 1, by: await aCashier() })
  expect(await order(3)).toMatchObject({ ok: true })
})

test('a retired till adds no safety stock', async () => {
  const { tillId } = await anOpenTill('Front', 120)
  await shop.db.update(tills).set({ retiredAt: sql`now()` }).where(eq(tills.id, tillId))
  expect(await order(3)).toMatchObject({ ok: true })
})

test('a till that reports, or whose shift is closed, adds no safety stock', async () => {
  await anOpenTill('Front', 50)
  const closed = await anOpenTill('Back', 3600)
  await shop.db
    .update(shifts)
    .set({ closedAt: sql`now()`, closedBy: cashier })
    .where(eq(shifts.id, closed.id))
  expect(await order(3)).toMatchObject({ ok: true })
})

test('a till that has never reported counts from the arrival of its shift', async () => {
  const shift = await anOpenTill('Front', null, { soldBefore: 0 })
  const receivedAgo = (seconds: number) =>
    shop.db
      .update(shifts)
      .set({ receivedAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(shifts.id, shift.id))
  await receivedAgo(90)
  expect(await order(3)).toMatchObject({ ok: false, available: 2 })
  await receivedAgo(30)
  expect(await order(3)).toMatchObject({ ok: true })
})

test('a till that is out of touch keeps safety stock for six hours and no longer', async () => {
  const { tillId } = await anOpenTill('Front', 6 * 3600 - 5)
  expect(await order(3)).toMatchObject({ ok: false, available: 2 })
  await shop.db
    .update(tills)
    .set({ lastSeenAt: sql`${tills.lastSeenAt} - interval '10 seconds'` })
    .where(eq(tills.id, tillId))
  expect(await order(3)).toMatchObject({ ok: true })
})

test('every page with stock shows what can be ordered', async () => {
  const shown = async () => {
    const [card] = (await listProducts(shop, ALL_PRODUCTS, null)).products
    const inStock = await listProducts(shop, { ...ALL_PRODUCTS, inStock: true }, null)
    const page = await findProduct(shop, card?.slug ?? '', null)
    const inApi = await findPublicProduct(shop, card?.slug ?? '')
    return [
      card?.inventory,
      inStock.total,
      page?.inventory,
      page?.variants[0]?.inventory,
      inApi?.inventory_quantity,
      inApi?.variants[0]?.inventory,
    ]
  }
  expect(await order(2)).toMatchObject({ ok: true })
  expect(await shown()).toEqual([1, 1, 1, 1, 1, 1])
  await anOpenTill('Front', 61)
  expect(await shown()).toEqual([0, 0, 0, 0, 0, 0])
  const added = await addToCart(shop, customer, { variantId: dress.variantId, quantity: 1 })
  expect(added).toMatchObject({ ok: false, reason: 'cart-stock', available: 0 })
})

test('a cart accepts as many units as can be ordered, and refuses more with that number', async () => {
  await anOpenTill('Front', 61)
  const add = (quantity: number) =>
    addToCart(shop, customer, { variantId: dress.variantId, quantity })
  expect(await add(3)).toMatchObject({ ok: false, reason: 'cart-stock', available: 2 })
  expect(await add(1)).toMatchObject({ ok: true })
  const [line] = await listCart(shop, customer)
  const set = (quantity: number) => setCartQuantity(shop, customer, line?.id ?? '', quantity)
  expect(await set(3)).toMatchObject({ ok: false, reason: 'cart-stock', available: 2 })
  expect(await set(2)).toMatchObject({ ok: true })
})

test('the safety stock of a product applies to each of its sizes', async () => {
  const [large] = await shop.db
    .insert(variants)
    .values({ productId: dress.productId, sku: 'LARGE', size: 'L' })
    .returning()
  if (!large) throw new Error('no variant')
  await transact(shop.db, (db) => adjustStock(db, large.id, 1, 'opening', {}))
  await anOpenTill('Front', 61)
  await anOpenTill('Back', 61, { by: await aCashier() })
  const [card] = (await listProducts(shop, ALL_PRODUCTS, null)).products
  expect(card?.inventory).toBe(1)
})

test('a retired size is in no number of its product while safety stock is kept', async () => {
  const retired = { productId: dress.productId, sku: 'LARGE', size: 'L', retiredAt: new Date() }
  const [large] = await shop.db.insert(variants).values(retired).returning()
  await transact(shop.db, (db) => adjustStock(db, large?.id ?? '', 2, 'received', {}))
  await anOpenTill('Front', 61)
  const [card] = (await listProducts(shop, ALL_PRODUCTS, null)).products
  expect(card?.inventory).toBe(2)
})

test('a till sale may sell the safety stock', async () => {
  await anOpenTill('Front', 600)
  await anOpenTill('Back', 600, { by: await aCashier() })
  expect(await sellAtTill(3)).toEqual({ ok: true })
})

test('a till sale by mobile money may sell the safety stock', async () => {
  await anOpenTill('Front', 600)
  const rung = await ringUpProviderSale(shop, cashier, {
    lines: [{ ...dress, quantity: 3 }],
    totalAmount: 3 * dress.price,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
  })
  expect(rung).toMatchObject({ ok: true })
  expect(await left()).toBe(0)
})

test('a paid order is not refused because of safety stock', async () => {
  const { order, payment } = await aPendingOrder(shop, customer, [{ product: dress, quantity: 3 }])
  await anOpenTill('Front', 600)
  await shop.db.execute(sql`update orders set expires_at = now() where id = ${order.id}`)
  await expireOrder(shop, order.id)
  expect(await left()).toBe(3)
  await payAtProvider(shop, payment.reference)
  expect(await settlePayment(shop, payment.reference)).toMatchObject({ ok: true, state: 'paid' })
  expect(await left()).toBe(0)
})
