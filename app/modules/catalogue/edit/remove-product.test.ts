import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCart,
  aCheckoutRequest,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, orderItems, products } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { addToCart } from '../../cart/add-to-cart.ts'
import { listCart } from '../../cart/cart.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { adjustStock } from '../../stock/move-stock.ts'
import { addToWishlist } from '../wishlist.ts'
import { archiveProducts, removeProduct, restoreProduct } from './remove-product.ts'
import { type ChangedMany, switchProducts } from './switch-product.ts'
import { undoProductChange } from './undo-change.ts'

const shop = useShop()
let actor: Actor
beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '127.0.0.1' }
})
const stored = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]
const lines = () => shop.db.select().from(auditLog).orderBy(asc(auditLog.id))

describe('deleting', () => {
  test('a product that was never sold is deleted, from carts as well', async () => {
    const dress = await aProduct(shop)
    const customer = await aUser(shop)
    await aCart(shop, customer.userId, [{ product: dress }])
    expect(await removeProduct(shop.db, actor, dress.productId)).toMatchObject({ how: 'deleted' })
    expect(await stored(dress.productId)).toBeUndefined()
    expect(await listCart(shop, customer.userId)).toEqual([])
    expect(await lines()).toMatchObject([
      { action: 'deleted', label: dress.name, before: { price: dress.price }, after: null },
    ])
  })

  test.each<[string, (dress: TestProduct, userId: string) => Promise<unknown>, string]>([
    [
      'put into a cart',
      ({ variantId }, userId) => addToCart(shop, userId, { variantId, quantity: 1 }),
      'product-not-found',
    ],
    [
      'ordered',
      (product, userId) => placeOrder(shop, userId, aCheckoutRequest([{ product, quantity: 1 }])),
      'product-unavailable',
    ],
    [
      'wished for',
      ({ productId }, userId) => addToWishlist(shop.db, userId, productId),
      'product-not-found',
    ],
  ])('a product that is %s at the moment of its deletion is refused', async (_, want, reason) => {
    const dress = await aProduct(shop)
    const { userId } = await aUser(shop)
    const { answer } = await shop.db.transaction(async (db) => {
      await db.delete(products).where(eq(products.id, dress.productId))
      const answer = want(dress, userId)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      // Asked outside: within a transaction the answer stays what it was at first.
      while ((await shop.db.execute(waiting)).rowCount === 0);
      return { answer }
    })
    expect(await answer).toMatchObject({ ok: false, reason })
  })

  test('a product with orders is archived: the order keeps its lines, and the shop no longer sells it', async () => {
    const dress = await aProduct(shop)
    const customer = await aUser(shop)
    await aPaidOrder(shop, customer.userId, [{ product: dress }])
    expect(await removeProduct(shop.db, actor, dress.productId)).toMatchObject({ how: 'archived' })
    expect(await shop.db.$count(orderItems)).toBe(1)
    expect((await stored(dress.productId))?.archivedAt).not.toBeNull()
    const again = { variantId: dress.variantId, quantity: 1 }
    expect(await addToCart(shop, customer.userId, again)).toMatchObject({
      reason: 'product-not-found',
    })
  })

  test('a product with deliveries is archived', async () => {
    const dress = await aProduct(shop)
    await transact(shop.db, (db) => adjustStock(db, dress.variantId, 5, 'received', {}))
    expect(await removeProduct(shop.db, actor, dress.productId)).toMatchObject({ how: 'archived' })
  })

  test('deleting a product while orders for it arrive leaves no order without its lines', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    const customers = await Promise.all(Array.from({ length: 6 }, () => aUser(shop)))
    const [removed, ...placed] = await Promise.allSettled([
      removeProduct(shop.db, actor, dress.productId),
      ...customers.map(({ userId }) => aPendingOrder(shop, userId, [{ product: dress }])),
    ])
    expect(removed.status).toBe('fulfilled')
    const orders = placed.filter((one) => one.status === 'fulfilled').length
    expect(await shop.db.$count(orderItems)).toBe(orders)
    expect((await stored(dress.productId)) === undefined).toBe(orders === 0)
  })

  test('an unknown product is refused', async () => {
    const dress = await aProduct(shop)
    await removeProduct(shop.db, actor, dress.productId)
    expect(await removeProduct(shop.db, actor, dress.productId)).toMatchObject({
      ok: false,
      reason: 'product-missing',
    })
  })
})

describe('archiving and restoring', () => {
  test('several products are archived at once, each with an entry in the log', async () => {
    const all = [await aProduct(shop), await aProduct(shop)]
    const ids = all.map((one) => one.productId)
    expect(await archiveProducts(shop.db, actor, ids)).toMatchObject({ ok: true, count: 2 })
    expect(await archiveProducts(shop.db, actor, ids)).toMatchObject({ ok: true, count: 0 })
    expect(await lines()).toMatchObject([{ action: 'archived' }, { action: 'archived' }])
  })

  test('a restored product is inactive until it is switched on', async () => {
    const { productId } = await aProduct(shop)
    await archiveProducts(shop.db, actor, [productId])
    expect(await switchProducts(shop.db, actor, [productId], 'active')).toMatchObject({ ok: false })
    expect(await restoreProduct(shop.db, actor, productId)).toMatchObject({ ok: true })
    expect(await stored(productId)).toMatchObject({ archivedAt: null, status: 'inactive' })
  })
})

describe('the switch of a product', () => {
  test('activates a product that was inactive or out of stock, and deactivates it again', async () => {
    const { productId } = await aProduct(shop, { status: 'out_of_stock' })
    await switchProducts(shop.db, actor, [productId], 'active')
    expect(await stored(productId)).toMatchObject({ status: 'active', version: 2 })
    await switchProducts(shop.db, actor, [productId], 'inactive')
    expect((await stored(productId))?.status).toBe('inactive')
    expect(await lines()).toMatchObject([
      { action: 'status changed', before: { status: 'out_of_stock' }, after: { status: 'active' } },
      { before: { status: 'active' }, after: { status: 'inactive' } },
    ])
  })

  test('changes the status once when pressed twice', async () => {
    const { productId } = await aProduct(shop)
    expect(await switchProducts(shop.db, actor, [productId], 'active')).toMatchObject({ count: 0 })
    expect(await lines()).toEqual([])
  })
})

describe('undoing a bulk act', () => {
  const change = async (
    act: Promise<ChangedMany | Refusal<'product-missing' | 'product-owed'>>,
  ) => {
    const done = await act
    if (!done.ok) throw new Error(done.reason)
    return done.undo
  }

  test('restores exactly the archived products, each with its status before', async () => {
    const on = await aProduct(shop)
    const off = await aProduct(shop)
    const longGone = await aProduct(shop)
    await switchProducts(shop.db, actor, [off.productId], 'inactive')
    await archiveProducts(shop.db, actor, [longGone.productId])
    const ids = [on, off, longGone].map(({ productId }) => productId)
    const undo = await change(archiveProducts(shop.db, actor, ids))
    expect(await undoProductChange(shop.db, actor, undo)).toMatchObject({ ok: true, count: 2 })
    expect(await stored(on.productId)).toMatchObject({ archivedAt: null, status: 'active' })
    expect(await stored(off.productId)).toMatchObject({ archivedAt: null, status: 'inactive' })
    expect((await stored(longGone.productId))?.archivedAt).not.toBeNull()
    expect((await lines()).at(-1)).toMatchObject({
      action: 'restored',
      before: { archived: true },
      after: { archived: false },
    })
  })

  test('gives each switched product its status before', async () => {
    const [soldOut, on] = [await aProduct(shop), await aProduct(shop)]
    const ids = [soldOut.productId, on.productId]
    await shop.db
      .update(products)
      .set({ status: 'out_of_stock' })
      .where(eq(products.id, soldOut.productId))
    const undo = await change(switchProducts(shop.db, actor, ids, 'active'))
    expect(undo).toHaveLength(1)
    expect(await undoProductChange(shop.db, actor, undo)).toMatchObject({ ok: true, count: 1 })
    expect((await stored(soldOut.productId))?.status).toBe('out_of_stock')
    expect((await stored(on.productId))?.status).toBe('active')
  })

  test('skips products that somebody has changed since, and refuses when all were changed', async () => {
    const [kept, changed] = [await aProduct(shop), await aProduct(shop)]
    const undo = await change(
      switchProducts(shop.db, actor, [kept.productId, changed.productId], 'inactive'),
    )
    await archiveProducts(shop.db, actor, [changed.productId])
    expect(await undoProductChange(shop.db, actor, undo)).toMatchObject({ ok: true, count: 1 })
    expect((await stored(changed.productId))?.archivedAt).not.toBeNull()
    expect(await undoProductChange(shop.db, actor, undo)).toEqual({
      ok: false,
      reason: 'product-changed-since',
    })
  })
})
