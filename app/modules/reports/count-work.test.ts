import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  readOrder,
} from '../../../tests/support/factories.ts'
import { setStatus } from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aShift, aTill } from '../../../tests/support/till/counter.ts'
import { products, variants, waitlistRequests } from '../../db/tables.server.ts'
import type { WaitingState } from '../../rules/orders/orders.ts'
import { packOrder } from '../orders/parcels/pack-order.ts'
import { listItems } from '../orders/read-order.ts'
import { listAdminOrders } from '../orders/staff/list-admin-orders.ts'
import { undoMove } from '../orders/undo/undo-move.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { findWaitedFor } from '../waitlist/find-waited-for.ts'
import { listWaitedFor } from '../waitlist/list-waited-for.ts'
import { listWaitedPage } from '../waitlist/list-waited-page.ts'
import { countWork, MOST_COUNTED } from './count-work.ts'

const shop = useShop()
let buyer: { userId: string }
let dress: Awaited<ReturnType<typeof aProduct>>
beforeEach(async () => {
  buyer = await aUser(shop)
  dress = await aProduct(shop, { stock: 500 })
})
const counts = async () =>
  Object.fromEntries((await countWork(shop)).map(({ kind, count }) => [kind, count]))
const listed = async (waiting: WaitingState) =>
  (
    await listAdminOrders(shop.db, {
      search: '',
      status: null,
      waiting,
      sort: 'placed',
      direction: 'asc',
      after: null,
      limit: 25,
    })
  ).rows.map(({ id }) => id)
const pack = async (orderId: string, isPacked = true) => {
  const { version } = await readOrder(shop, orderId)
  const lines = (await listItems(shop.db, orderId)).map(({ id }) => id)
  return packOrder(shop, await anAdmin(shop), { orderId, version, isPacked, lines })
}

describe('the list of waiting work', () => {
  test('a shop with nothing to do has no rows', async () => {
    expect(await countWork(shop)).toEqual([])
  })

  test('a paid order is listed for packing, then for shipping, then not at all, and the order list has the same orders', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    expect(await counts()).toEqual({ 'to-pack': 1 })
    expect(await listed('packing')).toEqual([order.id])
    expect(await pack(order.id)).toMatchObject({ ok: true, isPacked: true })
    expect(await counts()).toEqual({ 'to-ship': 1 })
    expect([await listed('packing'), await listed('shipping')]).toEqual([[], [order.id]])
    await setStatus(shop, order.id, 'shipped')
    expect(await counts()).toEqual({})
    await setStatus(shop, order.id, 'processing')
    expect(await counts()).toEqual({ 'to-ship': 1 })
    await setStatus(shop, order.id, 'pending')
    expect((await readOrder(shop, order.id)).packedAt).toBeNull()
  })

  test('an unpaid order shows when it ends, and the first of two determines that', async () => {
    const first = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
    const { expiresAt } = await readOrder(shop, first.order.id)
    expect(await countWork(shop)).toEqual([{ kind: 'unpaid', count: 2, at: expiresAt }])
  })

  test('a paid order that was set back to pending is not an unpaid one, and the order list has the same', async () => {
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const paid = await aPaidOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
    await setStatus(shop, paid.order.id, 'pending')
    expect(await counts()).toEqual({ unpaid: 1 })
    expect(await listed('payment')).toEqual([order.id])
  })

  test('customers are to be texted about what can be bought, and the list of what is waited for has the same', async () => {
    const aWaiter = async (stock: number) => {
      const product = await aProduct(shop, { stock })
      await shop.db.insert(waitlistRequests).values({
        variantId: product.variantId,
        phone: '+265991234567',
        token: crypto.randomUUID(),
        confirmedAt: new Date(),
      })
      return product
    }
    const seen = async () => [
      (await counts())['texts'] ?? 0,
      (await listWaitedFor(shop.db, { isToText: true })).map(({ id }) => id),
      (await listWaitedPage(shop.db, { isToText: true, after: null, limit: 9 })).rows.length,
    ]
    const one = await aWaiter(500)
    expect(await seen()).toEqual([1, [one.variantId], 1])
    const isProduct = eq(products.id, one.productId)
    await shop.db.update(products).set({ archivedAt: new Date() }).where(isProduct)
    expect(await seen()).toEqual([0, [], 0])
    await shop.db.update(products).set({ archivedAt: null, status: 'inactive' }).where(isProduct)
    expect(await seen()).toEqual([0, [], 0])
    expect((await findWaitedFor(shop.db, one.variantId))?.isBack).toBe(false)
    const another = await aWaiter(0)
    expect(await seen()).toEqual([0, [], 0])
    await shop.db
      .update(products)
      .set({ trackInventory: false })
      .where(eq(products.id, another.productId))
    expect(await seen()).toEqual([1, [another.variantId], 1])
    expect((await findWaitedFor(shop.db, another.variantId))?.isBack).toBe(true)
    await shop.db
      .update(variants)
      .set({ retiredAt: new Date() })
      .where(eq(variants.id, another.variantId))
    expect(await seen()).toEqual([0, [], 0])
  })

  test('an order that waits for a pre-order is not listed for packing', async () => {
    const later = await aProduct(shop, { stock: 0, preorders: 5 })
    const { order } = await aPaidOrder(shop, buyer.userId, [
      { product: later, preorderFrom: PREORDER_DAY },
    ])
    expect(await counts()).toEqual({ 'low-stock': 1 })
    expect(await pack(order.id)).toMatchObject({ ok: false, reason: 'order-preorder-owed' })
  })

  test('an order with refunds counts once while one needs approval, must be sent or has failed, and the order list has the same', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const admin = await anAdmin(shop)
    for (const amount of [1000, 2000])
      expect(
        await requestRefund(shop, admin, {
          id: crypto.randomUUID(),
          orderId: order.id,
          version: (await readOrder(shop, order.id)).version,
          what: { kind: 'amount', amount },
          way: 'bank',
          reason: 'goodwill',
          note: null,
          given: null,
        }),
      ).toMatchObject({ ok: true, status: 'requested' })
    expect(await counts()).toMatchObject({ refunds: 1 })
    expect(await listed('refunds')).toEqual([order.id])
    // What is on its way waits for the payment service, not for anybody here.
    await shop.db.execute(
      `alter table refunds disable trigger user;
       update refunds set status = 'sent', way = 'wallet';
       alter table refunds enable trigger user`,
    )
    expect(await counts()).not.toHaveProperty('refunds')
    expect(await listed('refunds')).toEqual([])
  })

  test('an open till counts once it is out of touch for a minute', async () => {
    const till = await aTill(shop)
    await aShift(shop, { tillId: till.id, openedBy: (await aUser(shop, 'cashier')).userId })
    const seenAt = shop.now().getTime()
    shop.now = () => new Date(seenAt + 30_000)
    expect(await counts()).toEqual({})
    shop.now = () => new Date(seenAt + 90_000)
    expect(await counts()).toEqual({ 'lost-tills': 1 })
  })

  test('above one hundred rows are not counted individually', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: MOST_COUNTED + 5 }, (_, n) => ({
      name: `Scarf ${n}`,
      slug: `scarf-${n}`,
      sku: `SC-${n}`,
      price: 1000,
    }))
    const made = await shop.db.insert(products).values(rows).returning()
    await shop.db
      .insert(variants)
      .values(made.map(({ id, sku }) => ({ productId: id, sku, position: 0 })))
    expect(await counts()).toEqual({ 'low-stock': MOST_COUNTED })
    await shop.db.update(products).set({ trackInventory: false }).where(eq(products.price, 1000))
    expect(await counts()).toEqual({})
  })
})

describe('packing', () => {
  test('is refused for an order that is not in processing, and when its state has changed since it was shown', async () => {
    const pending = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const { orderNumber } = pending.order
    const refused = { ok: false, reason: 'not-packable', orderNumber, status: 'pending' }
    expect(await pack(pending.order.id)).toEqual(refused)
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const admin = await anAdmin(shop)
    const lines = (await listItems(shop.db, order.id)).map(({ id }) => id)
    const seen = { orderId: order.id, version: 1, isPacked: true, lines }
    expect(await packOrder(shop, admin, seen)).toMatchObject({ reason: 'edited-meanwhile' })
  })

  test('is stored once however often it is pressed, and can be taken back', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const { version } = await readOrder(shop, order.id)
    const admin = await anAdmin(shop)
    const lines = (await listItems(shop.db, order.id)).map(({ id }) => id)
    const seen = { orderId: order.id, version, isPacked: true, lines }
    const empty = { ...seen, lines: [] }
    expect(await packOrder(shop, admin, empty)).toMatchObject({
      reason: 'not-all-picked',
      count: 1,
    })
    await packOrder(shop, admin, seen)
    expect(await packOrder(shop, admin, seen)).toMatchObject({ ok: true })
    expect((await readOrder(shop, order.id)).version).toBe(version + 1)
    await pack(order.id, false)
    expect((await readOrder(shop, order.id)).packedAt).toBeNull()
    expect(await counts()).toEqual({ 'to-pack': 1 })
  })

  test('is undone like a status change, unless the order has changed since', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const packed = await pack(order.id)
    const undo = packed.ok ? (packed.undo ?? 0) : 0
    for (const _ of [1, 2])
      expect(await undoMove(shop, await anAdmin(shop), undo)).toMatchObject({ isUnpacked: true })
    expect((await readOrder(shop, order.id)).packedAt).toBeNull()
    expect(await counts()).toEqual({ 'to-pack': 1 })
    const again = await pack(order.id)
    await pack(order.id, false)
    expect(
      await undoMove(shop, await anAdmin(shop), again.ok ? (again.undo ?? 0) : 0),
    ).toMatchObject({
      reason: 'undo-too-late',
    })
  })
})
