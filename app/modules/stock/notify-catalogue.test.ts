import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { products, shifts, tills, variants } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { adjustStock } from './move-stock.ts'

const database = useDatabase()
let ear: pg.Client
let dress: TestProduct
let received = 0

beforeAll(async () => {
  ear = new pg.Client({ connectionString: database.url })
  await ear.connect()
  ear.on('notification', ({ channel }) => {
    if (channel === 'catalogue') received += 1
  })
  await ear.query('listen catalogue')
})
afterAll(() => ear.end())
beforeEach(async () => {
  dress = await aProduct(database as unknown as Shop, { stock: 5 })
})

/** How often the pages of visitors are told of what `act` has committed. */
async function countWords(act: () => Promise<unknown>) {
  await ear.query('select 1')
  received = 0
  await act()
  // What was committed before this question arrives before its answer.
  await ear.query('select 1')
  return received
}

describe('open pages of visitors are notified, once for each transaction, of', () => {
  test.each([
    [
      'stock that moves',
      () => database.db.transaction((db) => adjustStock(db, dress.variantId, -2, 'adjustment', {})),
    ],
    [
      'a price that changes',
      () => database.db.update(products).set({ price: 1 }).where(eq(products.id, dress.productId)),
    ],
    [
      'a variant that is retired',
      () =>
        database.db
          .update(variants)
          .set({ retiredAt: new Date() })
          .where(eq(variants.id, dress.variantId)),
    ],
    [
      'a variant that goes with its stock',
      () => database.db.delete(variants).where(eq(variants.id, dress.variantId)),
    ],
    [
      'a product that goes with its variants',
      () => database.db.delete(products).where(eq(products.id, dress.productId)),
    ],
  ])('%s', async (_, act) => {
    expect(await countWords(act)).toBe(1)
  })
})

test('open pages of visitors are notified when a silent till reports, its shift is closed, or it is retired', async () => {
  const { userId } = await aUser(database as unknown as Shop, 'cashier')
  const [till] = await database.db
    .insert(tills)
    .values({ name: 'Front', lastSeenAt: sql`now() - interval '2 minutes'` })
    .returning()
  const tillId = till?.id ?? ''
  const change = (to: Partial<typeof tills.$inferInsert>) =>
    countWords(() => database.db.update(tills).set(to).where(eq(tills.id, tillId)))
  const shift = { id: randomUUID(), tillId, openedBy: userId, openedAt: new Date() }
  await database.db.insert(shifts).values({ ...shift, openingFloat: 0 })
  const seen = { lastSeenAt: new Date() }
  expect(await change(seen)).toBe(1)
  expect(await change(seen)).toBe(0)
  const close = database.db.update(shifts).set({ closedAt: new Date(), closedBy: userId })
  expect(await countWords(async () => close.where(eq(shifts.tillId, tillId)))).toBe(1)
  expect(await change({ retiredAt: new Date() })).toBe(1)
})
