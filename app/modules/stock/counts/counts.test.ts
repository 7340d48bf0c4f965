import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { recordQueries } from '../../../../tests/support/queries.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  auditLog,
  categories,
  products,
  stockMovements,
  users,
  variants,
} from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { packOrder } from '../../orders/parcels/pack-order.ts'
import { listItems } from '../../orders/read-order.ts'
import { sendShipment } from '../../orders/shipments/send-shipment.ts'
import { requestRefund } from '../../refunds/request-refund.ts'
import { decideReturn } from '../../returns/move-return.ts'
import { noteReturn } from '../../returns/request-return.ts'
import { adjustStockLevel } from '../change-stock.ts'
import { takeStock } from '../move-stock.ts'
import { findStock } from '../read-stock-levels.ts'
import { addCounted, forgetCounted, startCount } from './count-stock.ts'
import { bookCount, cancelCount } from './end-count.ts'
import { listCountedPage } from './list-counted.ts'
import { findCount, listLocations, listUncounted } from './read-counts.ts'

const shop = useShop()
let actor: Actor
let dress: TestProduct
let scarf: TestProduct
let presses = 0
const press = (): Actor => ({ ...actor, request: `press-${(presses += 1)}` })
const begin = async (location: string | null = null) =>
  (await startCount(shop.db, press(), { categoryId: null, location })).id
const count = (id: string, { variantId }: TestProduct, quantity: number, by = press()) =>
  addCounted(shop.db, by, id, [{ variantId, quantity }])
const sell = ({ variantId }: TestProduct, quantity: number) =>
  transact(shop.db, (db) => takeStock(db, [{ variantId, quantity }], 'pos_sale', {}))
/** Both, on one page. */
const ALL = { isDiffering: false, after: null }
const stockOf = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory

beforeEach(async () => {
  actor = await anAdmin(shop)
  dress = await aProduct(shop, { name: 'Dress', stock: 10, size: 'S', location: 'A3' })
  scarf = await aProduct(shop, { name: 'Scarf', stock: 5, location: 'B1' })
})

test('a count is compared with the ledger of its own moment: units sold later stay sold', async () => {
  const id = await begin()
  await count(id, dress, 8)
  await sell(dress, 3)
  await count(id, scarf, 5)
  await sell(scarf, 1)
  const twice = press()
  const booked = await Promise.all([bookCount(shop.db, twice, id), bookCount(shop.db, twice, id)])
  expect(booked).toEqual([
    { ok: true, changed: 1 },
    { ok: true, changed: 1 },
  ])
  // 10 - 3 sold - 2 missing.
  expect([await stockOf(dress), await stockOf(scarf)]).toEqual([5, 4])
  const adjusted = await shop.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.kind, 'adjustment'))
  expect(adjusted).toMatchObject([{ quantity: -2, cause: 'counted', byUser: actor.userId }])
  expect(await count(id, dress, 1)).toMatchObject({ reason: 'count-over' })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('two stock-takes of one size, and a correction by hand, write off its missing units once', async () => {
  const [first, second] = [await begin(), await begin('A3')]
  await count(first, dress, 8)
  await count(second, dress, 8)
  expect(await bookCount(shop.db, press(), first)).toEqual({ ok: true, changed: 1 })
  expect(await bookCount(shop.db, press(), second)).toMatchObject({
    reason: 'count-again',
    product: 'Dress, S',
  })
  await forgetCounted(shop.db, press(), second, dress.variantId)
  await count(second, dress, 8)
  await count(second, scarf, 4)
  expect(await bookCount(shop.db, press(), second)).toEqual({ ok: true, changed: 1 })
  expect([await stockOf(dress), await stockOf(scarf)]).toEqual([8, 4])
  const third = await begin()
  await count(third, scarf, 2)
  const version = (await findStock(shop, scarf.variantId))?.version ?? 0
  await adjustStockLevel(shop.db, press(), {
    productId: scarf.productId,
    variantId: scarf.variantId,
    version,
    adjustment: { kind: 'counted', difference: -2, cause: 'counted', reason: null },
  })
  expect(await bookCount(shop.db, press(), third)).toMatchObject({ reason: 'count-again' })
  expect(await stockOf(scarf)).toBe(2)
})

test('several phones count one size together, and a repeated request counts once', async () => {
  const id = await begin()
  const lost = press()
  await Promise.all([count(id, dress, 4), count(id, dress, 5), count(id, dress, 1, lost)])
  await count(id, dress, 1, lost)
  expect((await listCountedPage(shop.db, id, ALL)).rows).toMatchObject([
    { counted: 10, expected: 10 },
  ])
  const again = press()
  await forgetCounted(shop.db, again, id, dress.variantId)
  await forgetCounted(shop.db, again, id, dress.variantId)
  expect(
    await shop.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'stock_count'), eq(auditLog.action, 'edited'))),
  ).toMatchObject([
    {
      byUser: actor.userId,
      before: { 'Dress, S': 10 },
      after: { 'Dress, S': null },
    },
  ])
  await count(id, dress, 0)
  expect(await bookCount(shop.db, press(), id)).toEqual({ ok: true, changed: 1 })
  expect(await stockOf(dress)).toBe(0)
})

test('counting several sizes at once takes as many statements and parameters as one size', async () => {
  const id = await begin()
  const write = async (counted: { variantId: string; quantity: number }[]) => {
    const { result, sent } = await recordQueries(() => addCounted(shop.db, press(), id, counted))
    expect(result).toEqual({ ok: true })
    return sent.map(({ values }) => values.length)
  }
  const [of, and] = [
    { ...dress, quantity: 4 },
    { ...scarf, quantity: 6 },
  ]
  expect(await write([of, and])).toEqual(await write([of]))
  expect((await listCountedPage(shop.db, id, ALL)).rows).toMatchObject([
    { product: 'Dress', counted: 8, expected: 10 },
    { product: 'Scarf', counted: 6, expected: 5 },
  ])
  const strange = [of, { variantId: randomUUID(), quantity: 1 }]
  expect(await addCounted(shop.db, press(), id, strange)).toMatchObject({ reason: 'not-found' })
})

test('a scan is not logged; booking or discarding the stock-take logs who counted', async () => {
  const id = await begin()
  const other = await anAdmin(shop)
  const emailOf = async ({ userId }: Actor) =>
    (await shop.db.select().from(users).where(eq(users.id, userId)))[0]?.email ?? ''
  await count(id, dress, 1)
  await count(id, dress, 1)
  await count(id, scarf, 1, { ...other, request: 'by the other' })
  await forgetCounted(shop.db, press(), id, dress.variantId)
  await count(id, dress, 9)
  await bookCount(shop.db, press(), id)
  const lines = await shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'stock_count'))
    .orderBy(auditLog.id)
  expect(lines.map(({ action }) => action)).toEqual(['created', 'edited', 'stock adjusted'])
  expect(lines[1]?.before).toEqual({ 'Dress, S': 2, countedBy: [await emailOf(actor)] })
  expect(lines[2]?.after).toMatchObject({
    countedBy: [await emailOf(actor), await emailOf(other)].toSorted(),
  })
})

test('a stock-take that would leave negative stock is refused as a whole', async () => {
  const id = await begin()
  await count(id, scarf, 6)
  await count(id, dress, 2)
  await sell(dress, 5)
  expect(await bookCount(shop.db, press(), id)).toEqual({
    ok: false,
    reason: 'count-below-zero',
    product: 'Dress, S',
    available: 5,
  })
  expect([await stockOf(scarf), (await findCount(shop.db, id))?.state]).toEqual([5, 'open'])
  expect(await cancelCount(shop.db, press(), id)).toEqual({ ok: true })
  expect(await bookCount(shop.db, press(), id)).toMatchObject({ reason: 'count-over' })
})

test('a long stock-take is shown page by page, also with differences only, and booked as a whole', async () => {
  const id = await begin()
  await count(id, dress, 10)
  await count(id, scarf, 4)
  const page = (after: string | null, isDiffering = false) =>
    listCountedPage(shop.db, id, { isDiffering, after }, 1)
  const first = await page(null)
  const second = await page(first.next)
  const names = [...first.rows, ...second.rows].map(({ product }) => product)
  expect([names, second.next]).toEqual([['Dress', 'Scarf'], null])
  expect((await page(null, true)).rows).toMatchObject([
    { product: 'Scarf', counted: 4, expected: 5 },
  ])
  expect(await findCount(shop.db, id)).toMatchObject({ sizes: 2, units: 14 })
})

/** So many sizes more of the dress, each counted, past the triggers, which would write its words anew for each. */
const countSizes = (id: string, sizes: number, counted: number) =>
  shop.db.transaction(async (db) => {
    await db.execute(sql`set local session_replication_role = replica`)
    await db.execute(sql`
      with sizes as (insert into variants (product_id, size, sku, position)
        select ${dress.productId}::uuid, ${id} || n, ${id} || n, n from generate_series(1, ${sizes}::int) n returning id)
      insert into stock_count_lines (count_id, variant_id, counted, ledger, by_user)
      select ${id}::uuid, id, ${counted}, 0, ${actor.userId}::uuid from sizes`)
  })

test('a stock-take of more than five thousand sizes books every one', {
  tags: 'slow',
}, async () => {
  const zip = await aProduct(shop, { name: 'Zip', stock: 3 })
  const id = await begin()
  await countSizes(id, 5001, 0)
  await count(id, zip, 1)
  expect(await bookCount(shop.db, press(), id)).toEqual({ ok: true, changed: 1 })
  expect(await stockOf(zip)).toBe(1)
})

test('booking a stock-take takes the same statements for two differences or hundreds, and its log entry stays short', {
  tags: 'slow',
}, async () => {
  const bookMany = async (sizes: number) => {
    const id = await begin()
    await countSizes(id, sizes, 2)
    const { result, sent } = await recordQueries(() => bookCount(shop.db, press(), id))
    expect(result).toEqual({ ok: true, changed: sizes })
    return sent.length
  }
  expect(await bookMany(2)).toBe(await bookMany(301))
  const [line] = await shop.db
    .select({ named: sql<number>`jsonb_array_length(${auditLog.after}->'lines')` })
    .from(auditLog)
    .where(sql`${auditLog.after}->>'changed' = '301'`)
  expect(line).toEqual({ named: 300 })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('the count of a location names products in stock there that nobody has counted', async () => {
  const id = await begin('A3')
  const head = await findCount(shop.db, id)
  if (!head) throw new Error('no count')
  const missing = async () =>
    (await listUncounted(shop.db, head, 200)).map(({ product }) => product)
  expect(await missing()).toEqual(['Dress'])
  await count(id, dress, 10)
  expect(await missing()).toEqual([])
})

const paid = async (quantity: number, product = dress) =>
  (await aPaidOrder(shop, (await aUser(shop)).userId, [{ product, quantity }])).order
const versionOf = async (orderId: string) => (await readOrder(shop, orderId)).version
const pack = async (orderId: string) => {
  const lines = (await listItems(shop.db, orderId)).map((line) => line.id)
  const version = await versionOf(orderId)
  const packed = await packOrder(shop, actor, { orderId, version, isPacked: true, lines })
  expect(packed).toMatchObject({ ok: true })
}
const move = async (orderId: string, to: 'shipped' | 'delivered' | 'cancelled') =>
  expect(
    await moveOrder(shop, actor, { orderId, version: await versionOf(orderId), to }),
  ).toMatchObject({ ok: true })
const send = async (orderId: string, units: number) => {
  const [line] = await listItems(shop.db, orderId)
  const parcel = { id: randomUUID(), orderId, courierName: 'Bike Riders', waybill: '' }
  const version = await versionOf(orderId)
  const sent = await sendShipment(shop, actor, {
    ...parcel,
    version,
    units: { [line?.id ?? '']: units },
  })
  expect(sent).toMatchObject({ ok: true })
}
/** What a count of so many finds, and what booking it leaves in stock. */
async function counted(quantity: number) {
  const id = await begin()
  await count(id, dress, quantity)
  const [row] = (await listCountedPage(shop.db, id, ALL)).rows
  expect(await bookCount(shop.db, press(), id)).toMatchObject({ ok: true })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  return { expected: row?.expected, inOrders: row?.inOrders, left: await stockOf(dress) }
}

test('units reserved for unpacked orders are expected in a count, and not sold twice', async () => {
  const order = await paid(2)
  await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress, quantity: 1 }])
  expect(await stockOf(dress)).toBe(7)
  expect(await counted(10)).toEqual({ expected: 10, inOrders: 3, left: 7 })
  expect(await counted(9)).toEqual({ expected: 10, inOrders: 3, left: 6 })
  await pack(order.id)
  expect(await counted(7)).toEqual({ expected: 7, inOrders: 1, left: 6 })
})

test('an order that is packed between its count and the booking does not change the difference', async () => {
  const order = await paid(2)
  const id = await begin()
  await count(id, dress, 10)
  await pack(order.id)
  await move(order.id, 'shipped')
  expect(await bookCount(shop.db, press(), id)).toEqual({ ok: true, changed: 0 })
  expect(await stockOf(dress)).toBe(8)
})

test('units of a parcel that is not sent yet are expected in a count; sent, cancelled or refunded units are not', async () => {
  const order = await paid(3)
  await send(order.id, 2)
  expect(await counted(8)).toEqual({ expected: 8, inOrders: 1, left: 7 })
  const [line] = await listItems(shop.db, order.id)
  const refund = {
    id: randomUUID(),
    orderId: order.id,
    version: await versionOf(order.id),
    what: { kind: 'lines', lines: [{ lineId: line?.id ?? '', units: 1 }], withDelivery: false },
    way: 'bank',
    reason: 'not-sent',
    note: null,
    given: { reference: 'FT 1' },
  } as const
  expect(await requestRefund(shop, actor, refund)).toMatchObject({ ok: true, status: 'done' })
  expect(await counted(7)).toEqual({ expected: 7, inOrders: 0, left: 7 })
  const gone = await paid(1)
  await move(gone.id, 'cancelled')
  await move((await paid(1)).id, 'delivered')
  expect(await counted(6)).toEqual({ expected: 6, inOrders: 0, left: 6 })
})

test('a unit reserved for an exchange is expected in a count until it is sent', async () => {
  const order = await paid(1)
  await move(order.id, 'delivered')
  const [line] = await listItems(shop.db, order.id)
  const id = randomUUID()
  const lines = [{ lineId: line?.id ?? '', units: 1, chosen: dress.variantId }]
  const asked = { id, orderId: order.id, reason: 'faulty' as const, note: null, lines }
  expect(await noteReturn(shop, actor, asked)).toMatchObject({ ok: true })
  expect(await counted(9)).toEqual({ expected: 9, inOrders: 1, left: 8 })
  await decideReturn(shop, actor, { returnId: id, version: 1, to: 'cancelled', answer: null })
  expect(await counted(9)).toEqual({ expected: 9, inOrders: 0, left: 9 })
})

test('a location is found in any spelling; a category includes its subcategories and hidden products', async () => {
  const [women] = await shop.db
    .insert(categories)
    .values({ name: 'Women', slug: 'women' })
    .returning()
  const [dresses] = await shop.db
    .insert(categories)
    .values({ name: 'Dresses', slug: 'dresses', parentId: women?.id })
    .returning()
  await shop.db
    .update(products)
    .set({ categoryId: dresses?.id, location: 'a3 ', status: 'inactive' })
    .where(eq(products.id, dress.productId))
  expect(await listLocations(shop.db)).toEqual(['a3', 'B1'])
  const uncounted = async (of: { categoryId: string | null; location: string | null }) => {
    const { id } = await startCount(shop.db, press(), of)
    const head = await findCount(shop.db, id)
    return head && (await listUncounted(shop.db, head, 200)).map(({ product }) => product)
  }
  expect(await uncounted({ categoryId: null, location: ' A3' })).toEqual(['Dress'])
  expect(await uncounted({ categoryId: women?.id ?? null, location: null })).toEqual(['Dress'])
  // All of it is ordered, and lies there.
  await paid(5, scarf)
  expect(await uncounted({ categoryId: null, location: 'b1' })).toEqual(['Scarf'])
})
