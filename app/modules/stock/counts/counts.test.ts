import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, type TestProduct } from '../../../../tests/support/ladder.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { stockMovements, variants } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { findStockDrift, takeStock } from '../move-stock.ts'
import { addCounted, bookCount, cancelCount, forgetCounted, startCount } from './count-stock.ts'
import { findCount, listCounted, listUncounted } from './read-counts.ts'

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
const stockOf = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory

beforeEach(async () => {
  actor = await anAdmin(shop)
  dress = await aProduct(shop, { name: 'Dress', stock: 10, size: 'S', location: 'A3' })
  scarf = await aProduct(shop, { name: 'Scarf', stock: 5, location: 'B1' })
})

test('a count is held against the ledger of its moment: what is sold later stays sold', async () => {
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
  expect(await findStockDrift(shop.db)).toEqual([])
})

test('several phones count one size together, and a press that is sent again counts once', async () => {
  const id = await begin()
  const lost = press()
  await Promise.all([count(id, dress, 4), count(id, dress, 5), count(id, dress, 1, lost)])
  await count(id, dress, 1, lost)
  expect(await listCounted(shop.db, id)).toMatchObject([{ counted: 10, ledger: 10 }])
  await forgetCounted(shop.db, id, dress.variantId)
  await count(id, dress, 0)
  expect(await bookCount(shop.db, press(), id)).toEqual({ ok: true, changed: 1 })
  expect(await stockOf(dress)).toBe(0)
})

test('a count that would leave less than nothing is refused as a whole', async () => {
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

test('of a location, what is in stock there and nobody has counted is named', async () => {
  const id = await begin('A3')
  const head = await findCount(shop.db, id)
  if (!head) throw new Error('no count')
  const missing = async () => (await listUncounted(shop.db, head)).map(({ product }) => product)
  expect(await missing()).toEqual(['Dress'])
  await count(id, dress, 10)
  expect(await missing()).toEqual([])
})
