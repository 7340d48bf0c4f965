import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  categories,
  choiceSets,
  productFacets,
  products,
  variants,
} from '../../db/tables.server.ts'
import { cacheCatalogue } from '../../platform/catalogue-cache.server.ts'
import type { FilterCounts } from '../../rules/catalogue/filter-counts.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { removeUnusedSets } from './edit/remove-unused-sets.ts'
import { countChoices } from './filter-counts.ts'
import { listFeatured, listProducts } from './list-products.ts'
import { listPublicProducts } from './public-products.ts'

const shop = useShop()

type Offered = { size?: string; color?: string; stock?: number }

/** A product with one variant for each of these. */
async function aRange(
  name: string,
  offered: Offered[],
  overrides: Partial<typeof products.$inferInsert> = {},
) {
  const [first = {}, ...others] = offered
  const product = await aProduct(shop, { name, ...overrides, ...first })
  for (const [index, { stock = 10, ...other }] of others.entries())
    await shop.db.transaction(async (db) => {
      const [variant] = await db
        .insert(variants)
        .values({ productId: product.productId, sku: `${name} ${index}`, ...other })
        .returning()
      if (variant && stock > 0) await adjustStock(db, variant.id, stock, 'opening', {})
    })
  return product
}

const narrowed = (filter: Partial<ProductFilter>) => ({ ...ALL_PRODUCTS, ...filter })

/** What is left of the list, which every way to it says alike. */
async function namesOf(filter: Partial<ProductFilter>) {
  const query = narrowed(filter)
  const page = await listProducts(shop, query, null)
  const names = page.products.map(({ name }) => name).toSorted()
  expect(page.total).toBe(names.length)
  const api = await listPublicProducts(shop, query, 100, null)
  expect(api?.products.map(({ name }) => name).toSorted()).toEqual(names)
  expect(api?.total).toBe(names.length)
  return names
}

async function countsOf(filter: Partial<ProductFilter> = {}) {
  const counts = await countChoices(shop, narrowed(filter))
  if (!counts) throw new Error('nothing was sought')
  return counts
}
const asObject = (choices: { value: string; count: number }[]) =>
  Object.fromEntries(choices.map(({ value, count }) => [value, count]))

/** Chooses each choice that is offered, and compares its count with the list that is left. */
async function expectTrue(filter: Partial<ProductFilter>, counts: FilterCounts) {
  const { length: all } = await namesOf(filter)
  const chosen = async (changes: Partial<ProductFilter>) =>
    (await namesOf({ ...filter, ...changes })).length
  for (const key of ['sizes', 'colors', 'brands'] as const)
    for (const { value, count } of counts[key])
      expect([key, value, await chosen({ [key]: [value] })]).toEqual([key, value, count])
  for (const { min, max, count } of counts.prices)
    expect([min, max, await chosen({ min, max })]).toEqual([min, max, count])
  for (const { value, count } of counts.groups)
    expect([value, await chosen({ groups: [value] })]).toEqual([value, count])
  expect(await chosen({ onSale: true })).toBe(counts.onSale)
  expect(await chosen({ inStock: true })).toBe(counts.inStock)
  return all
}

describe('a product list filtered by size, color and brand', () => {
  beforeEach(async () => {
    const [shoes, dresses] = await shop.db
      .insert(categories)
      .values(['Shoes', 'Dresses'].map((name) => ({ name, slug: name.toLowerCase() })))
      .returning()
    await aRange(
      'Wrap',
      [
        { size: 'S', color: 'Red' },
        { size: 'M', color: 'Black' },
        { size: 'XXL', color: 'Red', stock: 0 },
      ],
      { brand: 'Nyanja', price: 9000, categoryId: dresses?.id ?? null },
    )
    await aRange(
      'Shift',
      [
        { size: 'M', color: 'Red', stock: 0 },
        { size: 'S', color: 'Red' },
      ],
      {
        brand: 'Zomba',
        price: 30_000,
        comparePrice: 40_000,
      },
    )
    await aRange('Court', [{ size: '38' }, { size: '9' }, { size: '10.5' }], {
      brand: ' Nyanja ',
      price: 400_000,
      categoryId: shoes?.id ?? null,
    })
    await aRange('Scarf', [{ color: 'Black/Gold', stock: 0 }], {
      trackInventory: false,
      featured: true,
    })
    await aRange('Hidden', [{ size: 'M', color: 'Red' }], { status: 'inactive' })
  })

  test('finds products by one size, one color or one brand', async () => {
    expect(await namesOf({ sizes: ['M'] })).toEqual(['Shift', 'Wrap'])
    expect(await namesOf({ colors: ['Black/Gold'] })).toEqual(['Scarf'])
    expect(await namesOf({ brands: ['Nyanja'] })).toEqual(['Court', 'Wrap'])
  })

  test('several choices in a group match any of them, several groups must all match', async () => {
    expect(await namesOf({ sizes: ['M', '38'] })).toEqual(['Court', 'Shift', 'Wrap'])
    expect(await namesOf({ sizes: ['M', '38'], brands: ['Nyanja'] })).toEqual(['Court', 'Wrap'])
  })

  test('size, color and stock must match in the same variant', async () => {
    expect(await namesOf({ sizes: ['M'], colors: ['Red'] })).toEqual(['Shift'])
    expect(await namesOf({ sizes: ['M'], colors: ['Red'], inStock: true })).toEqual([])
    expect(await namesOf({ sizes: ['M'], inStock: true })).toEqual(['Wrap'])
    expect(await namesOf({ colors: ['Black/Gold'], inStock: true })).toEqual(['Scarf'])
  })

  test('sizes are counted under their usual spelling, from small to large', async () => {
    const { sizes } = await countsOf()
    expect(sizes.map(({ value }) => value)).toEqual(['S', 'M', '2XL', '9', '10.5', '38'])
  })

  test.each<Partial<ProductFilter>>([
    {},
    { colors: ['Red'] },
    { sizes: ['M'] },
    { colors: ['Red', 'Black'] },
    { inStock: true },
    { inStock: true, sizes: ['S'] },
    { onSale: true },
    { brands: ['Nyanja'] },
    { categories: ['shoes'] },
    { groups: ['clothing'] },
    { min: 10_000 },
    { search: 'red' },
    { name: 'r', colors: ['Red'] },
  ])(
    'each count equals the list when that choice is added to %j',
    { tags: 'slow' },
    async (filter) => {
      const counts = await countsOf(filter)
      // Within a group that is in use a count is that of the choice alone, as it is tried here.
      expect(await expectTrue(filter, counts)).toBeGreaterThan(0)
    },
  )

  test('a chosen value is shown even with no product, other values without products are not', async () => {
    const counts = await countsOf({ sizes: ['5XL'], brands: ['Zomba'] })
    expect(asObject(counts.sizes)).toEqual({ S: 1, M: 1, '5XL': 0 })
    expect(counts.colors).toEqual([])
    expect(asObject(counts.brands)).toEqual({ Zomba: 0 })
  })

  test('follows sales, edits and hidden products', async () => {
    const marks = async () => asObject((await countsOf({ inStock: true })).sizes)
    const facts = () =>
      shop.db
        .select({ name: products.name, inStock: productFacets.inStock, brand: productFacets.brand })
        .from(productFacets)
        .innerJoin(products, eq(products.id, productFacets.productId))
        .orderBy(products.name)
    const [shift] = await shop.db
      .select()
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(eq(products.name, 'Shift'))
      .orderBy(variants.size)
    expect(await marks()).toMatchObject({ M: 1, S: 2 })
    await shop.db.transaction((db) =>
      adjustStock(db, shift?.variants.id ?? '', 3, 'adjustment', {}),
    )
    expect((await countsOf({ inStock: true, sizes: ['M'] })).inStock).toBe(2)
    await shop.db.update(products).set({ brand: 'Mulanje' }).where(eq(products.name, 'Wrap'))
    await shop.db.update(products).set({ status: 'inactive' }).where(eq(products.name, 'Court'))
    await shop.db
      .update(variants)
      .set({ retiredAt: new Date() })
      .where(eq(variants.color, 'Black/Gold'))
    expect(await facts()).toEqual([
      { name: 'Scarf', inStock: true, brand: null },
      { name: 'Shift', inStock: true, brand: 'Zomba' },
      { name: 'Wrap', inStock: true, brand: 'Mulanje' },
    ])
    expect(asObject((await countsOf()).colors)).toEqual({ Red: 2, Black: 1 })
  })

  test('choice sets that no product has any more are deleted, the others stay', async () => {
    const sets = () => shop.db.$count(choiceSets)
    const before = await sets()
    await removeUnusedSets(shop.db)
    const used = await sets()
    expect(used).toBeLessThanOrEqual(before)
    await shop.db.update(variants).set({ color: 'Lilac' }).where(eq(variants.color, 'Black/Gold'))
    expect(await sets()).toBeGreaterThan(used)
    await removeUnusedSets(shop.db)
    expect(await sets()).toBe(used)
    expect(await namesOf({ colors: ['Lilac'] })).toEqual(['Scarf'])
    expect(await namesOf({ colors: ['Black/Gold'] })).toEqual([])
  })

  test('unused choice sets are deleted a thousand at a time, each checked by an index', async () => {
    await removeUnusedSets(shop.db)
    const used = await shop.db.$count(choiceSets)
    await shop.db.execute(
      sql`insert into choice_sets (hash, marks) select gen_random_uuid(), '{}' from generate_series(1, 1500)`,
    )
    const { sent } = await recordQueries(() => removeUnusedSets(shop.db))
    expect(sent.filter(({ text }) => text.includes('delete from choice_sets'))).toHaveLength(2)
    expect(await shop.db.$count(choiceSets)).toBe(used)
    // Each set that goes is sought in all that may refer to it.
    const { rows } = await shop.db.execute(sql`
      select conname from pg_constraint where contype = 'f' and confrelid = 'choice_sets'::regclass
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
    expect(rows).toEqual([])
  })

  test('featured products are filtered in the same way', async () => {
    const featured = (filter: Partial<ProductFilter>) => listFeatured(shop, narrowed(filter), null)
    expect(await featured({ colors: ['Black/Gold'] })).toHaveLength(1)
    expect(await featured({ colors: ['Red'] })).toEqual([])
    const counts = await countChoices(shop, ALL_PRODUCTS, { isFeatured: true })
    const left = async (filter: Partial<ProductFilter>) => (await featured(filter)).length
    expect(counts?.colors.map(({ value, count }) => [value, count])).toEqual([['Black/Gold', 1]])
    expect(counts?.inStock).toBe(await left({ inStock: true }))
    // What is not featured has that brand, and colors.
    const ofBrand = narrowed({ brands: ['Nyanja'] })
    expect((await countChoices(shop, ofBrand, { isFeatured: true }))?.colors).toEqual([])
  })
})

test('a filtered list keeps its filter from page to page', async () => {
  for (let n = 0; n < 30; n += 1) await aProduct(shop, { size: n % 2 ? 'M' : 'L', price: 1000 + n })
  const filter = narrowed({ sizes: ['M', 'L'], sort: 'price-asc' })
  const first = await listProducts(shop, filter, null)
  const second = await listProducts(shop, filter, null, first.next)
  expect([first.total, second.products.map(({ price }) => price)]).toEqual([
    30,
    [1024, 1025, 1026, 1027, 1028, 1029],
  ])
})

test('a list and its counts take four database queries, and common ones are cached', async () => {
  await aRange('Wrap', [{ size: 'S', color: 'Red' }])
  const ask = async (filter: Partial<ProductFilter>, kept = shop) => {
    const { sent } = await recordQueries(async () => {
      await listProducts(kept, narrowed(filter), null)
      await countChoices(kept, narrowed(filter))
    })
    return sent.filter(({ text }) => !text.includes('pgboss')).length
  }
  // How many, which, their cards; and all counts of the panel.
  expect(await ask({ sizes: ['S'], colors: ['Red'] })).toBe(4)
  const cached = cacheCatalogue({ on: () => () => {} })
  const kept = { ...shop, cached }
  expect(await ask({}, kept)).toBe(4)
  expect(await ask({}, kept)).toBe(0)
  await ask({ sizes: ['S'] }, kept)
  expect(await ask({ sizes: ['S'] }, kept)).toBe(3)
})
