import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anAdmin, aProduct, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, priceChanges, pricedProducts, products } from '../../db/tables.server.ts'
import { readProduct } from '../../rules/catalogue/product-form.ts'
import type { PriceChangeEdit } from '../../rules/pricing/price-change-form.ts'
import type { Actor } from '../audit/record-audit.ts'
import { readAdminProducts } from '../catalogue/edit/read-admin-products.ts'
import { archiveProducts } from '../catalogue/edit/remove-product.ts'
import { saveProduct } from '../catalogue/edit/save-product.ts'
import { changeDuePrices } from './change-due-prices.ts'
import type { Selection } from './list-to-price.ts'
import { endChange } from './move-change.ts'
import { planChange } from './plan-change.ts'
import { previewChange } from './preview-change.ts'

const shop = useShop()
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

let actor: Actor
let dress: TestProduct
let skirt: TestProduct
beforeEach(async () => {
  actor = await anAdmin(shop)
  dress = await aProduct(shop, { name: 'Dress', price: 20_000 })
  skirt = await aProduct(shop, { name: 'Skirt', price: 9_999, comparePrice: 12_000 })
})

const sale = (change: Partial<PriceChangeEdit> = {}): PriceChangeEdit => ({
  name: 'Sale',
  kind: 'percent',
  value: 20,
  startsAt: inHours(1),
  endsAt: inHours(3),
  ...change,
})
const both = (): Selection => ({ ids: [dress.productId, skirt.productId] })
async function plan(edit = sale(), selection: Selection = both(), by = actor) {
  const preview = await previewChange(shop.db, selection, edit)
  if (!preview.ok) return preview
  return planChange(shop, by, selection, edit, preview.fingerprint)
}
async function planned(edit = sale(), selection?: Selection) {
  const done = await plan(edit, selection)
  if (!done.ok) throw new Error(done.reason)
  return done.id
}
/** So many hours go by: what is planned is as much nearer. */
const wait = (hours: number) =>
  shop.db.execute(sql`update price_changes set starts_at = starts_at - make_interval(hours => ${hours}),
    ends_at = ends_at - make_interval(hours => ${hours})`)
const run = () => changeDuePrices(shop)
const pricesOf = async ({ productId }: TestProduct) => {
  const [row] = await shop.db
    .select({ price: products.price, comparePrice: products.comparePrice })
    .from(products)
    .where(eq(products.id, productId))
  return [row?.price, row?.comparePrice]
}
const stateOf = async (id: string) =>
  (await shop.db.select().from(priceChanges).where(eq(priceChanges.id, id)))[0]?.state
const itemsOf = async (id: string) =>
  (
    await shop.db
      .select({ name: products.name, state: pricedProducts.state, why: pricedProducts.leftBecause })
      .from(pricedProducts)
      .innerJoin(products, eq(products.id, pricedProducts.productId))
      .where(eq(pricedProducts.changeId, id))
      .orderBy(asc(products.name))
  ).map(({ name, state, why }) => [name, state, why])

/** As staff do in the form of the product. */
async function editByHand({ productId }: TestProduct, price: string) {
  const stored = (await readAdminProducts(shop.db, [productId])).get(productId)
  if (!stored) throw new Error('no product')
  const read = readProduct({ ...stored.values, price }, false)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return saveProduct(shop, actor, read.product, { id: productId, version: stored.version })
}

describe('a sale with a start and an end', () => {
  test('changes nothing before its start, shows the former price crossed out while it runs, and restores both at its end', async () => {
    const id = await planned()
    await run()
    expect([await stateOf(id), await pricesOf(dress)]).toEqual(['planned', [20_000, null]])
    await wait(2)
    await Promise.all([run(), run(), run()])
    expect([await stateOf(id), await pricesOf(dress), await pricesOf(skirt)]).toEqual([
      'running',
      [16_000, 20_000],
      [7_999, 9_999],
    ])
    await run()
    await wait(2)
    await Promise.all([run(), run(), run()])
    expect([await stateOf(id), await pricesOf(dress), await pricesOf(skirt)]).toEqual([
      'ended',
      [20_000, null],
      [9_999, 12_000],
    ])
    const log = await shop.db
      .select({ after: sql<Record<string, unknown>>`after`, byUser: auditLog.byUser })
      .from(auditLog)
      .where(eq(auditLog.entityId, dress.productId))
      .orderBy(auditLog.id)
    expect(log).toEqual([
      { after: { price: 16_000, comparePrice: 20_000, scheduledBy: 'Sale' }, byUser: actor.userId },
      { after: { price: 20_000, comparePrice: null, scheduledBy: 'Sale' }, byUser: actor.userId },
    ])
  })

  test('whose whole time the shop was down changes no price, and is marked as missed', async () => {
    const id = await planned()
    await wait(4)
    await run()
    expect(await itemsOf(id)).toEqual([
      ['Dress', 'left', 'late'],
      ['Skirt', 'left', 'late'],
    ])
    expect([await stateOf(id), await pricesOf(dress)]).toEqual(['ended', [20_000, null]])
  })

  test('skips prices edited by hand meanwhile and archived products, and names both', async () => {
    const hat = await aProduct(shop, { name: 'Hat' })
    const id = await planned(sale(), { ids: [dress.productId, skirt.productId, hat.productId] })
    await archiveProducts(shop.db, actor, [hat.productId])
    await wait(2)
    await run()
    expect(await editByHand(dress, '15000')).toMatchObject({ ok: true })
    await wait(2)
    await run()
    expect(await itemsOf(id)).toEqual([
      ['Dress', 'left', 'edited'],
      ['Hat', 'left', 'archived'],
      ['Skirt', 'restored', null],
    ])
    expect(await pricesOf(dress)).toEqual([15_000, 20_000])
  })

  test('is computed from the price at its start', async () => {
    await planned()
    await editByHand(dress, '10000')
    await wait(2)
    await run()
    expect(await pricesOf(dress)).toEqual([8_000, 10_000])
  })
})

test('a new price without an end stays, and cannot be ended', async () => {
  const id = await planned(
    sale({ kind: 'price', value: 25_000, startsAt: new Date(Date.now() - 1000), endsAt: null }),
  )
  await run()
  expect([await stateOf(id), await pricesOf(dress), await pricesOf(skirt)]).toEqual([
    'ended',
    [25_000, null],
    [25_000, 12_000],
  ])
  expect(await endChange(shop, actor, id)).toEqual({ ok: false, reason: 'price-change-over' })
})

test('a change that fails stops no later one, and is applied when the job is retried', async () => {
  const first = await planned(sale(), { ids: [dress.productId] })
  const second = await planned(sale({ startsAt: inHours(1.5) }), { ids: [skirt.productId] })
  await wait(2)
  const broken = vi.spyOn(shop.db, 'transaction').mockRejectedValueOnce(new Error('broken'))
  await expect(run()).rejects.toThrow('broken')
  broken.mockRestore()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['planned', 'running'])
  await run()
  expect([await stateOf(first), await pricesOf(dress)]).toEqual(['running', [16_000, 20_000]])
})

describe('planning a price change', () => {
  test('is done once for a repeated request, and is logged', async () => {
    const by = { ...actor, request: 'press-1' }
    const edit = sale()
    const first = await plan(edit, both(), by)
    expect(await plan(edit, both(), by)).toEqual(first)
    expect(await shop.db.$count(priceChanges)).toBe(1)
  })

  test('is refused when a price differs from the one shown', async () => {
    const edit = sale()
    const preview = await previewChange(shop.db, both(), edit)
    await editByHand(skirt, '8000')
    expect(
      await planChange(shop, actor, both(), edit, preview.ok ? preview.fingerprint : ''),
    ).toEqual({ ok: false, reason: 'prices-differ' })
  })

  test('is refused by product name for a second change at the same time, also by the database', async () => {
    await planned()
    const overlapping = sale({ name: 'Other', startsAt: inHours(2), endsAt: null })
    expect(await plan(overlapping, { ids: [skirt.productId] })).toEqual({
      ok: false,
      reason: 'prices-overlap',
      names: 'Skirt (Sale)',
    })
    const [other] = await shop.db.insert(priceChanges).values(overlapping).returning()
    await expect(
      shop.db
        .insert(pricedProducts)
        .values({ changeId: other?.id ?? '', productId: skirt.productId }),
    ).rejects.toThrow()
    // One that begins when the other one ends does not overlap, and neither does a new price before it.
    expect(await plan(sale({ startsAt: inHours(3.01), endsAt: null }))).toMatchObject({ ok: true })
    const before = sale({ kind: 'price', value: 500, startsAt: inHours(0.5), endsAt: null })
    expect(await plan(before)).toMatchObject({ ok: true })
  })

  test('by two people for the same products at the same moment refuses one of them', async () => {
    const rival = await anAdmin(shop)
    const all = await Promise.all([plan(), plan(sale({ name: 'Rival' }), both(), rival)])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('for a whole list takes its filter, without products whose price would not change', async () => {
    await aProduct(shop, { name: 'Skirt button', price: 50 })
    const done = await plan(sale(), {
      search: 'skirt',
      filter: { status: 'active', category: null, isLow: false },
    })
    expect(done).toMatchObject({ ok: true, count: 1 })
    expect(await plan(sale(), { ids: [] })).toEqual({ ok: false, reason: 'prices-none' })
  })
})

describe('ending a price change early', () => {
  test('cancels one that has not started, and a repeated request gets the same answer', async () => {
    const id = await planned()
    const press = { ...actor, request: 'press-2' }
    expect(await endChange(shop, press, id)).toEqual({ ok: true, to: 'cancelled' })
    expect(await endChange(shop, press, id)).toEqual({ ok: true, to: 'cancelled' })
    await wait(2)
    await run()
    expect([await stateOf(id), await pricesOf(dress)]).toEqual(['cancelled', [20_000, null]])
    // Its products are free again.
    expect(await plan()).toMatchObject({ ok: true })
  })

  test('while a job writes hundreds of prices restores each former price', async () => {
    const many = await shop.db
      .insert(products)
      .values(
        Array.from({ length: 250 }, (_, at) => ({
          name: `Shirt ${at}`,
          slug: `shirt-${at}`,
          sku: `SH-${at}`,
          price: 1000 + at,
        })),
      )
      .returning({ id: products.id })
    const id = await planned(sale({ endsAt: null }), { ids: many.map((row) => row.id) })
    await wait(2)
    const [, , done] = await Promise.all([run(), run(), endChange(shop, actor, id)])
    expect(done.ok).toBe(true)
    await run()
    expect(['ended', 'cancelled']).toContain(await stateOf(id))
    const wrong = await shop.db.$count(
      products,
      sql`slug like 'shirt-%' and (price <> 1000 + substr(slug, 7)::int or compare_price is not null)`,
    )
    expect(wrong).toBe(0)
  })

  test('while somebody edits the price by hand keeps that price in the end, or refuses the edit', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await pricesOf(dress)
      const id = await planned(sale({ name: `Sale ${round}` }))
      await wait(2)
      const typed = 30_000 + round
      const [edited] = await Promise.all([editByHand(dress, String(typed)), run(), run()])
      await endChange(shop, actor, id)
      await run()
      expect((await pricesOf(dress))[0]).toBe(edited.ok ? typed : before[0])
    }
  })
})
