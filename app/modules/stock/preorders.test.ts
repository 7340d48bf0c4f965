import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  payAtProvider,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  auditLog,
  orderItems,
  orders,
  preorders,
  products,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { archiveProducts, removeProduct } from '../catalogue/edit/remove-product.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { giveUpOrder } from '../checkout/give-up-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { runCheck } from '../health/check-health.ts'
import { checkLedger } from '../health/check-stock.ts'
import { moveOrder } from '../orders/move-order.ts'
import { receiveStock } from './change-stock.ts'
import { adjustStock } from './move-stock.ts'

// Many orders of few people.
const shop = useShop({ RATE_LIMIT_SCALE: '1000' })
let dress: TestProduct
let staff: Awaited<ReturnType<typeof anAdmin>>
let customer: string

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 0, preorders: 5, name: 'Chitenje Dress', size: 'M' })
  staff = await anAdmin(shop)
  customer = (await aUser(shop)).userId
})

const asPreorder = (quantity = 1) => [{ product: dress, quantity, preorderFrom: PREORDER_DAY }]
const order = (quantity = 1, items = asPreorder(quantity)) =>
  placeOrder(shop, customer, aCheckoutRequest(items))
const adjust = (units: number) =>
  transact(shop.db, (db) => adjustStock(db, dress.variantId, units, 'adjustment', {}))
const level = async () => {
  const [row] = await shop.db.select().from(variants).where(eq(variants.id, dress.variantId))
  if (!row) throw new Error('no variant')
  return { onHand: row.inventory, owed: row.preorderOwed }
}
const owedTo = async (orderId: string) => {
  const [row] = await shop.db.select().from(preorders).where(eq(preorders.orderId, orderId))
  return row?.owed ?? null
}
const movementsOf = (orderId: string) =>
  shop.db
    .select({ kind: stockMovements.kind, quantity: stockMovements.quantity })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, orderId))
    .orderBy(asc(stockMovements.id))
const move = async (orderId: string, to: 'cancelled' | 'shipped' | 'delivered' | 'processing') => {
  const { version } = await readOrder(shop, orderId)
  return moveOrder(shop, staff, { orderId, version, to })
}

test('a pre-order takes no stock, keeps its day on the line, and is expected from that day on', async () => {
  const placed = await order(2)
  if (!placed.ok) throw new Error(placed.reason)
  expect(await level()).toEqual({ onHand: 0, owed: 2 })
  expect(await movementsOf(placed.order.id)).toEqual([])
  const [line] = await shop.db.select().from(orderItems)
  expect(line).toMatchObject({ preorderFrom: PREORDER_DAY, quantity: 2 })
  expect((await readOrder(shop, placed.order.id)).dueFrom?.slice(0, 7)).toBe('2099-12')
})

test('pre-orders are refused above the allowed number, without an offer, with units in stock, or for another day', async () => {
  expect(await order(3)).toMatchObject({ ok: true })
  expect(await order(3)).toMatchObject({ ok: false, reason: 'out-of-stock', available: 2 })
  expect(
    await order(1, [{ product: dress, quantity: 1, preorderFrom: '2099-12-11' }]),
  ).toMatchObject({
    reason: 'preorder-changed',
    from: PREORDER_DAY,
    product: dress.name,
  })
  // Who believes that it is in stock is told that it is a pre-order, and the other way round.
  const plain = aCheckoutRequest([{ product: dress }])
  expect(await placeOrder(shop, customer, plain)).toMatchObject({
    reason: 'preorder-changed',
    from: PREORDER_DAY,
  })
  await adjust(4)
  expect(await level()).toEqual({ onHand: 1, owed: 0 })
  expect(await order()).toMatchObject({ ok: false, reason: 'preorder-changed', from: null })
  const none = await aProduct(shop, { stock: 0 })
  expect(
    await order(1, [{ product: none, quantity: 1, preorderFrom: PREORDER_DAY }]),
  ).toMatchObject({
    ok: false,
    reason: 'out-of-stock',
    available: 0,
  })
})

test('a pre-order day in the past accepts no orders', async () => {
  const yesterday = '2026-01-01'
  await shop.db.update(variants).set({ preorderFrom: yesterday })
  expect(await order(1, [{ product: dress, quantity: 1, preorderFrom: yesterday }])).toMatchObject({
    ok: false,
    reason: 'out-of-stock',
    available: 0,
  })
})

test('received units go to the pre-order that has waited longest, in parts if necessary, and the rest is sold', async () => {
  const first = await aPaidOrder(shop, customer, asPreorder(2))
  const second = await aPendingOrder(shop, customer, asPreorder(2))
  const received = await receiveStock(shop.db, staff, {
    productId: dress.productId,
    version: 0,
    lines: [{ variantId: dress.variantId, quantity: 3 }],
    note: null,
  })
  expect(received).toMatchObject({
    ok: true,
    changes: [{ name: 'M', before: 0, after: 0, given: 3 }],
  })
  const [logged] = await shop.db.select().from(auditLog).where(eq(auditLog.entity, 'stock'))
  expect(logged).toMatchObject({ action: 'stock received', after: { givenToPreorders: 3 } })
  expect([await owedTo(first.order.id), await owedTo(second.order.id)]).toEqual([0, 1])
  expect(await movementsOf(first.order.id)).toEqual([{ kind: 'sale', quantity: -2 }])
  expect(await movementsOf(second.order.id)).toEqual([{ kind: 'reservation', quantity: -1 }])
  await adjust(3)
  expect(await level()).toEqual({ onHand: 2, owed: 0 })
  // Its payment turns what it holds into a sale, as of any order.
  await payAtProvider(shop, second.payment.reference)
  await settlePayment(shop, second.payment.reference)
  const kinds = (await movementsOf(second.order.id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['reservation', 'reservation', 'release', 'sale'])
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('an order that ends is owed nothing, and its received units go to the next', async () => {
  const first = await aPaidOrder(shop, customer, asPreorder(3))
  const second = await aPaidOrder(shop, customer, asPreorder(2))
  await adjust(2)
  expect(await move(first.order.id, 'cancelled')).toMatchObject({ ok: true })
  expect([await owedTo(first.order.id), await owedTo(second.order.id)]).toEqual([null, 0])
  expect(await level()).toEqual({ onHand: 0, owed: 0 })
  // It comes back: what is not there is promised anew, behind the others.
  expect(await move(first.order.id, 'processing')).toMatchObject({ ok: true })
  expect(await owedTo(first.order.id)).toBe(3)
})

test('an expired unpaid pre-order returns its promised units and those received for it', async () => {
  const late = await aPendingOrder(shop, customer, asPreorder(2))
  await adjust(1)
  expect([await owedTo(late.order.id), await level()]).toEqual([1, { onHand: 0, owed: 1 }])
  await shop.db
    .update(orders)
    .set({ expiresAt: new Date(shop.now().getTime() - 1000) })
    .where(eq(orders.id, late.order.id))
  expect(await expireOrder(shop, late.order.id)).toBe(true)
  expect((await readOrder(shop, late.order.id)).status).toBe('cancelled')
  expect([await owedTo(late.order.id), await level()]).toEqual([null, { onHand: 1, owed: 0 }])
  // What came in is in stock now: nothing of it is a pre-order.
  expect(await order()).toMatchObject({ ok: false, reason: 'preorder-changed' })
})

test('an order with a pre-order is not shipped or delivered before all has arrived, whoever tries', async () => {
  const { order: waiting } = await aPaidOrder(shop, customer, asPreorder(2))
  await adjust(1)
  for (const to of ['shipped', 'delivered'] as const)
    expect(await move(waiting.id, to)).toMatchObject({
      ok: false,
      reason: 'order-preorder-owed',
      lines: [{ name: 'Chitenje Dress', size: 'M', units: 1 }],
    })
  await expect(
    shop.db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, waiting.id)),
  ).rejects.toMatchObject({ cause: { constraint: 'orders_preorders_arrived' } })
  await adjust(1)
  expect(await move(waiting.id, 'shipped')).toMatchObject({ ok: true })
})

test('a product with open pre-orders is not archived, alone or in bulk, nor by the database', async () => {
  const { order: waiting } = await aPaidOrder(shop, customer, asPreorder(2))
  const other = await aProduct(shop)
  const owed = { ok: false, reason: 'product-owed', product: 'Chitenje Dress', owed: 2 }
  expect(await removeProduct(shop.db, staff, dress.productId)).toEqual(owed)
  expect(await archiveProducts(shop.db, staff, [other.productId, dress.productId])).toEqual(owed)
  await expect(
    shop.db
      .update(products)
      .set({ archivedAt: sql`now()` })
      .where(eq(products.id, dress.productId)),
  ).rejects.toMatchObject({ cause: { constraint: 'products_owed' } })
  expect(await shop.db.$count(products, isNotNull(products.archivedAt))).toBe(0)
  expect(await move(waiting.id, 'cancelled')).toMatchObject({ ok: true })
  expect(await removeProduct(shop.db, staff, dress.productId)).toMatchObject({ how: 'archived' })
})

test('a product that is no longer tracked is owed to nobody', async () => {
  const { order: waiting } = await aPaidOrder(shop, customer, asPreorder(2))
  await shop.db.update(products).set({ trackInventory: false })
  expect(await owedTo(waiting.id)).toBe(0)
})

describe('the database itself', () => {
  test('refuses pre-orders above the allowed number, or without an offer', async () => {
    const placed = await order(5)
    if (!placed.ok) throw new Error(placed.reason)
    const other = await aProduct(shop, { stock: 0 })
    const promise = (variantId: string) =>
      shop.db.insert(preorders).values({ orderId: placed.order.id, variantId, units: 1, owed: 1 })
    await expect(promise(other.variantId)).rejects.toMatchObject({
      cause: { constraint: 'preorders_allowed' },
    })
    await expect(shop.db.update(preorders).set({ units: 6, owed: 6 })).rejects.toMatchObject({
      cause: { constraint: 'variants_preorder_owed' },
    })
  })
})

// Any sequence of acts leaves the books true.
const units = fc.integer({ min: 1, max: 3 })
const which = fc.nat({ max: 5 })
const act = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), n: units }),
  fc.record({ kind: fc.constant('order' as const), n: units }),
  fc.record({ kind: fc.constant('stock' as const), n: fc.integer({ min: -2, max: 3 }) }),
  fc.record({
    kind: fc.constantFrom('pay' as const, 'cancel' as const, 'give up' as const),
    n: which,
  }),
)

test('pre-orders that are placed, paid, cancelled, delivered and corrected in any order keep all books consistent', {
  tags: 'slow',
}, async () => {
  const admin = await anAdmin(shop)
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      dress = await aProduct(shop, { stock: 0, preorders: 5 })
      staff = admin
      const placed: { id: string; reference: string; quantity: number }[] = []
      for (const { kind, n } of acts) {
        const one = placed[n % Math.max(placed.length, 1)]
        if (kind === 'order') {
          customer = (await aUser(shop)).userId
          const isThere = (await level()).onHand > 0
          const items = isThere ? [{ product: dress, quantity: n }] : asPreorder(n)
          const done = await placeOrder(shop, customer, aCheckoutRequest(items))
          if (done.ok && done.payment) {
            count += 1
            placed.push({ id: done.order.id, reference: done.payment.reference, quantity: n })
          }
        } else if (kind === 'stock') {
          if (n !== 0) await adjust(n)
        } else if (one && kind === 'pay') {
          await payAtProvider(shop, one.reference).catch(() => null)
          await settlePayment(shop, one.reference)
        } else if (one) {
          await (kind === 'cancel' ? move(one.id, 'cancelled') : giveUpOrder(shop, one.id))
        }
        const { onHand, owed } = await level()
        expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
        expect(owed).toBeLessThanOrEqual(5)
        // Nothing lies in stock that somebody waits for.
        expect(Math.min(onHand, owed)).toBe(0)
        const rows = await shop.db
          .select()
          .from(preorders)
          .where(eq(preorders.variantId, dress.variantId))
          .orderBy(asc(preorders.id))
        const firstWaiting = rows.findIndex((row) => row.owed > 0)
        if (firstWaiting >= 0)
          for (const later of rows.slice(firstWaiting + 1)) expect(later.owed).toBe(later.units)
        for (const { id, quantity } of placed) {
          const { status } = await readOrder(shop, id)
          const [held] = await shop.db
            .select({ units: sql<number>`coalesce(-sum(${stockMovements.quantity}), 0)::int` })
            .from(stockMovements)
            .where(eq(stockMovements.orderId, id))
          const has = (held?.units ?? 0) + ((await owedTo(id)) ?? 0)
          expect(has).toBe(status === 'cancelled' ? 0 : quantity)
        }
      }
    }),
    { numRuns: 25 },
  )
  expect(count).toBeGreaterThan(25)
  for (const check of ['ledger', 'reservations'] as const)
    expect((await runCheck(shop, check)).code).toMatch(/-agree/)
})
