import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, products, stockMovements, variants } from '../../db/tables.server.ts'
import { checkAdjustment } from '../../rules/stock/stock-changes.ts'
import type { Actor } from '../audit/record-audit.ts'
import { checkLedger } from '../health/check-stock.ts'
import { adjustStockLevel, receiveStock } from './change-stock.ts'
import { findStock } from './read-stock-levels.ts'

const shop = useShop()
let dress: TestProduct
let grace: Actor
let blessings: Actor

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 10, name: 'Chitenje Dress' })
  grace = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  blessings = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.2' }
})
const seen = async (product = dress) => (await findStock(shop, product.variantId))?.version ?? 0
const onHand = async (product = dress) => (await findStock(shop, product.variantId))?.onHand
const receive = (quantity: number, version: number, who = grace, note: string | null = null) =>
  receiveStock(shop.db, who, {
    productId: dress.productId,
    version,
    lines: [{ variantId: dress.variantId, quantity }],
    note,
  })
const adjust = (
  reason: string,
  units: number,
  {
    version,
    number = 10,
    who = grace,
    note = 'so',
  }: { version: number; number?: number; who?: Actor; note?: string },
) => {
  const typed = { reason, units: String(units), note, seen: String(number) }
  const checked = checkAdjustment(typed)
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
  const { productId, variantId } = dress
  const { adjustment } = checked
  return adjustStockLevel(shop.db, who, { productId, variantId, version, adjustment })
}
const sell = async (quantity: number) => {
  const { userId } = await aUser(shop)
  return aPendingOrder(shop, userId, [{ product: dress, quantity }])
}
const ledger = () =>
  shop.db
    .select({ kind: stockMovements.kind, quantity: stockMovements.quantity })
    .from(stockMovements)
    .where(eq(stockMovements.variantId, dress.variantId))
    .orderBy(asc(stockMovements.id))

describe('receiving units', () => {
  test('adds them to the stock, the ledger and the log', async () => {
    expect(await receive(5, await seen(), grace, 'Delivery 4711')).toEqual({
      ok: true,
      product: 'Chitenje Dress',
      changes: [{ name: 'On hand', before: 10, after: 15 }],
    })
    expect(await onHand()).toBe(15)
    expect((await ledger()).at(-1)).toEqual({ kind: 'received', quantity: 5 })
    const [line] = await shop.db.select().from(auditLog)
    expect(line).toMatchObject({
      action: 'stock received',
      entity: 'stock',
      entityId: dress.productId,
      label: 'Chitenje Dress',
      byUser: grace.userId,
      ip: '10.0.0.1',
      before: { 'On hand': 10 },
      after: { 'On hand': 15, reason: 'Delivery 4711' },
    })
  })

  test('accepts several variants in one step, all or none', async () => {
    const [large] = await shop.db
      .insert(variants)
      .values({ productId: dress.productId, sku: 'DR-L', size: 'L' })
      .returning()
    const lines = (other: string) => [
      { variantId: dress.variantId, quantity: 2 },
      { variantId: other, quantity: 3 },
    ]
    const items = { productId: dress.productId, version: await seen(), note: null }
    const scarf = await aProduct(shop)
    expect(await receiveStock(shop.db, grace, { ...items, lines: lines(scarf.variantId) })).toEqual(
      { ok: false, reason: 'not-found' },
    )
    expect(await onHand()).toBe(10)
    await receiveStock(shop.db, grace, { ...items, lines: lines(large?.id ?? '') })
    // Sent again, its lines in another order: it is the same delivery.
    await receiveStock(shop.db, grace, { ...items, lines: lines(large?.id ?? '').reverse() })
    const [product] = await shop.db.select().from(products).where(eq(products.id, dress.productId))
    expect(product?.inventoryQuantity).toBe(15)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('counts a double tap once, and the same delivery from a newer form again', async () => {
    const version = await seen()
    const taps = await Promise.all([receive(5, version), receive(5, version), receive(5, version)])
    expect(taps.every((tap) => tap.ok)).toBe(true)
    expect(await onHand()).toBe(15)
    expect(await receive(5, version)).toMatchObject({ ok: true })
    expect(await onHand()).toBe(15)
    await receive(5, await seen())
    expect(await onHand()).toBe(20)
    await receive(5, version, blessings)
    expect(await onHand()).toBe(25)
    expect(await shop.db.$count(auditLog)).toBe(3)
  })

  test('repeated after a lost answer returns the stock and that nothing moved', async () => {
    const version = await seen()
    await receive(5, version)
    expect(await receive(5, version)).toEqual({
      ok: true,
      product: 'Chitenje Dress',
      changes: [{ name: 'On hand', before: 15, after: 15 }],
    })
  })

  test('with another number or note from the same form is another delivery', async () => {
    const version = await seen()
    await receive(5, version, grace, 'Delivery 1')
    await receive(5, version, grace, 'Delivery 2')
    await receive(4, version, grace, 'Delivery 2')
    expect(await onHand()).toBe(24)
    // Each of them may be sent again, whatever came in between.
    await receive(5, version, grace, 'Delivery 2')
    expect(await onHand()).toBe(24)
  })

  test('of a retired variant is refused', async () => {
    await shop.db.update(variants).set({ retiredAt: new Date() })
    expect(await receive(1, 0)).toEqual({ ok: false, reason: 'not-found' })
  })

  test('of a deleted product is refused, and so is its correction', async () => {
    await shop.db.delete(products).where(eq(products.id, dress.productId))
    expect(await receive(1, 0)).toEqual({ ok: false, reason: 'not-found' })
    expect(await adjust('lost', 1, { version: 0 })).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('correcting the stock', () => {
  test('books a count as the difference to the number shown: units sold since stay sold', async () => {
    const version = await seen()
    await sell(2)
    expect(await adjust('counted', 7, { version })).toMatchObject({
      changes: [{ before: 8, after: 5 }],
    })
    expect(await onHand()).toBe(5)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('refuses the later of two counts, which may then be saved over the current stock', async () => {
    const version = await seen()
    await adjust('counted', 7, { version })
    const late = await adjust('counted', 8, { version, who: blessings })
    expect(late).toMatchObject({
      ok: false,
      reason: 'edited-meanwhile',
      onHand: 7,
      by: expect.stringContaining('Chisomo'),
    })
    expect(await onHand()).toBe(7)
    if (late.ok || late.reason !== 'edited-meanwhile' || !('version' in late)) throw new Error()
    await adjust('counted', 8, {
      version: late.version,
      number: late.onHand,
      who: blessings,
    })
    expect(await onHand()).toBe(8)
  })

  test('by two people who write off damaged units books both', async () => {
    const version = await seen()
    await adjust('damaged', 1, { version })
    await adjust('damaged', 1, { version, who: blessings })
    await adjust('found', 3, { version })
    expect(await onHand()).toBe(11)
  })

  test('counts a repeated correction once', async () => {
    const version = await seen()
    await Promise.all([adjust('lost', 4, { version }), adjust('lost', 4, { version })])
    expect(await adjust('lost', 4, { version })).toMatchObject({ ok: true })
    expect(await onHand()).toBe(6)
  })

  test('counts a second correction of the same size with another reason or note', async () => {
    const version = await seen()
    await adjust('lost', 1, { version })
    await adjust('damaged', 1, { version })
    await adjust('damaged', 1, { version, note: 'moths' })
    expect(await onHand()).toBe(7)
  })

  test('of another product’s size, or of a retired one, is refused', async () => {
    const scarf = await aProduct(shop)
    dress = { ...dress, variantId: scarf.variantId }
    expect(await adjust('lost', 1, { version: 0 })).toEqual({ ok: false, reason: 'not-found' })
  })

  test('never goes below zero, and a refusal leaves no trace', async () => {
    const version = await seen()
    await sell(8)
    const lines = (await ledger()).length
    expect(await adjust('counted', 5, { version })).toEqual({
      ok: false,
      reason: 'stock-below-zero',
      available: 2,
    })
    expect(await onHand()).toBe(2)
    expect(await ledger()).toHaveLength(lines)
    expect(await shop.db.$count(auditLog)).toBe(0)
  })

  test('with a count that agrees changes and writes nothing', async () => {
    expect(await adjust('counted', 10, { version: await seen() })).toMatchObject({
      changes: [{ before: 10, after: 10 }],
    })
    expect(await ledger()).toHaveLength(1)
  })

  test('writes the reason to the ledger and the log', async () => {
    await adjust('damaged', 2, { version: await seen() })
    const [last] = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'adjustment'))
    expect(last).toMatchObject({
      cause: 'damaged',
      reason: 'so',
      byUser: grace.userId,
      quantity: -2,
    })
    const [line] = await shop.db.select().from(auditLog)
    expect(line).toMatchObject({
      action: 'stock adjusted',
      before: { 'On hand': 10, reason: null },
      after: { 'On hand': 8, reason: { cause: 'damaged', reason: 'so' } },
    })
  })
})
