import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  aCart,
  anHonestClaim,
  aPendingOrder,
  aPerson,
  aProduct,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { shifts, tills, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { listCart } from '../cart/cart.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { takeStock } from './take-stock.ts'

const shop = useShop()
let customer: string
let cashier: string
let dress: TestProduct

beforeEach(async () => {
  customer = (await aPerson(shop)).userId
  cashier = (await aPerson(shop, 'cashier')).userId
  dress = await aProduct(shop, { stock: 3 })
})

/** A till with an open shift, last heard of so many seconds ago; null: never. */
async function anOpenTill(name: string, silentFor: number | null) {
  const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
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
      openedBy: cashier,
      openedAt: ago(3 * 86_400),
      openingFloat: 0,
    })
    .returning()
  if (!shift) throw new Error('no shift')
  return shift
}
const order = (quantity: number) =>
  placeOrder(shop, customer, anHonestClaim([{ product: dress, quantity }]))
const sellAtTill = (quantity: number) =>
  transact(shop.db, (db) =>
    takeStock(db, [{ variantId: dress.variantId, quantity }], 'pos_sale', { byUser: cashier }),
  )
const left = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

test('while an open till is out of touch, the web shop keeps the last unit back for it', async () => {
  await anOpenTill('Front', 61)
  expect(await order(3)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 2 })
  expect(await order(2)).toMatchObject({ ok: true })
  expect(await order(1)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 0 })
  expect(await left()).toBe(1)
})

test('one unit for each such till, and never less than none is left to sell', async () => {
  for (const name of ['Front', 'Back', 'Market', 'Fair']) await anOpenTill(name, 120)
  expect(await order(1)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 0 })
})

test('a till that reports, or whose shift is closed, keeps nothing back', async () => {
  await anOpenTill('Front', 50)
  const closed = await anOpenTill('Back', 3600)
  await shop.db
    .update(shifts)
    .set({ closedAt: sql`now()`, closedBy: cashier })
    .where(eq(shifts.id, closed.id))
  expect(await order(3)).toMatchObject({ ok: true })
})

test('a till that was never heard of counts from when its shift came in', async () => {
  const shift = await anOpenTill('Front', null)
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

test('a shift that was forgotten open holds goods for two days, not for ever', async () => {
  const { tillId } = await anOpenTill('Front', 47 * 3600)
  expect(await order(3)).toMatchObject({ ok: false, available: 2 })
  await shop.db
    .update(tills)
    .set({ lastSeenAt: sql`now() - interval '48 hours 1 second'` })
    .where(eq(tills.id, tillId))
  expect(await order(3)).toMatchObject({ ok: true })
})

test('the cart says what can be ordered, before anybody pays', async () => {
  const seen = async () =>
    (await aCart(shop, customer, [{ product: dress }])).map(({ inventory }) => inventory)
  expect(await seen()).toEqual([3])
  await anOpenTill('Front', 61)
  expect(await seen()).toEqual([2])
  expect(await sellAtTill(3)).toEqual({ ok: true })
  const after = await listCart(shop, customer)
  expect(after.map(({ inventory }) => inventory)).toEqual([0])
})

test('what is sold at a till is not kept back from it', async () => {
  await anOpenTill('Front', 600)
  await anOpenTill('Back', 600)
  expect(await sellAtTill(3)).toEqual({ ok: true })
})

test('an order that is paid is not refused for a till', async () => {
  const { order, payment } = await aPendingOrder(shop, customer, [{ product: dress, quantity: 3 }])
  await anOpenTill('Front', 600)
  await shop.db.execute(sql`update orders set expires_at = now() where id = ${order.id}`)
  await expireOrder(shop, order.id)
  expect(await left()).toBe(3)
  await payAtProvider(shop, payment.reference)
  expect(await settlePayment(shop, payment.reference)).toMatchObject({ ok: true, state: 'paid' })
  expect(await left()).toBe(0)
})
