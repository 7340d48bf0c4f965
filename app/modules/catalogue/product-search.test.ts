import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { categories, products, variants } from '../../db/tables.server.ts'
import { ALL_PRODUCTS } from '../../rules/catalogue/product-filters.ts'
import { listSynonyms, synonymActs } from './edit/synonyms.ts'
import { listFeatured, listNearest, listNearFeatured, listProducts } from './list-products.ts'
import { readWords } from './product-search.ts'
import { listPublicProducts } from './public-products.ts'
import { searchProducts } from './search-products.ts'

const shop = useShop()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** What a text finds, in the order of the overlay; lists and the API must find the same. */
async function find(search: string) {
  const filter = { ...ALL_PRODUCTS, search }
  const { hits, total } = await searchProducts(shop, search, 10)
  const names = hits.map((hit) => hit.name)
  const sorted = names.toSorted()
  const list = await listProducts(shop, filter, null)
  const api = await listPublicProducts(shop, filter, 20, null)
  expect(list.products.map((card) => card.name).toSorted()).toEqual(sorted)
  expect(api?.products.map((product) => product.name).toSorted()).toEqual(sorted)
  expect([total, list.total, api?.total]).toEqual(Array(3).fill(names.length))
  return names
}

async function aCategory(name: string, parentId: string | null = null) {
  const [row] = await shop.db
    .insert(categories)
    .values({ name, slug: name.toLowerCase().replaceAll(' ', '-'), parentId })
    .returning({ id: categories.id })
  return row?.id ?? ''
}

test('a whole word that its own prefix covers is not searched for separately', async () => {
  await aProduct(shop, { name: 'Plain Lamp' })
  expect((await readWords(shop.db, 'lamp'))?.all).toBe(`('lamp':*)`)
  expect((await readWords(shop.db, 'lamps'))?.all).toBe(`('lamp' | 'lamps':*)`)
  expect((await readWords(shop.db, 'lamps'))?.inName).toBe(`('lamp':A | 'lamps':*A)`)
})

describe('search', () => {
  let dresses: string
  beforeEach(async () => {
    dresses = await aCategory('Dresses')
    const wrap = await aCategory('Wrap Styles', dresses)
    const shoes = await aCategory('Footwear')
    await aProduct(shop, {
      name: 'Tailored Wedding Suit',
      createdAt: daysAgo(5),
      description: 'Cut in a soft wool, lined throughout.',
      sku: 'SUIT-77',
    })
    await aProduct(shop, {
      name: 'Chitenje Wrap',
      categoryId: wrap,
      createdAt: daysAgo(4),
      size: 'XL',
      color: 'Teal',
    })
    await aProduct(shop, {
      name: 'Café Sandals',
      categoryId: shoes,
      createdAt: daysAgo(3),
      size: '38',
      color: 'Red/Black',
      featured: true,
    })
    await aProduct(shop, {
      name: 'Wedge Heels',
      categoryId: shoes,
      createdAt: daysAgo(2),
      tags: ['party'],
      brand: 'Nyanja',
    })
  })

  test.each([
    ['words, not parts of words', 'red', ['Café Sandals']],
    ['nothing in the middle of a word', 'ailored', []],
    ['beginnings of words, as they are typed', 'dre', ['Chitenje Wrap']],
    ['plurals for singulars', 'suits', ['Tailored Wedding Suit']],
    ['singulars for plurals', 'sandal', ['Café Sandals']],
    ['in any order', 'suit tailored', ['Tailored Wedding Suit']],
    ['all of the words', 'tailored sandals', []],
    ['without accents', 'cafe', ['Café Sandals']],
    ['with accents', 'CAFÉ', ['Café Sandals']],
    ['a chitenge', 'Chitenge', ['Chitenje Wrap']],
    ['zitenje', 'zitenje', ['Chitenje Wrap']],
    ['colors of variants', 'teal wrap', ['Chitenje Wrap']],
    ['the second of two colors', 'black', ['Café Sandals']],
    ['sizes of variants', 'size 38', ['Café Sandals']],
    ['a size with letters', 'wrap xl', ['Chitenje Wrap']],
    ['the category above', 'dresses', ['Chitenje Wrap']],
    ['tags and brands', 'nyanja party', ['Wedge Heels']],
    ['words of the description', 'wool', ['Tailored Wedding Suit']],
    ['a SKU', 'suit-77', ['Tailored Wedding Suit']],
    ['what only shares a stem', 'wedding', ['Tailored Wedding Suit']],
    ['words that say nothing are left out', 'suit in the wool', ['Tailored Wedding Suit']],
    ['a letter left out', 'tailred', ['Tailored Wedding Suit']],
    ['a wrong letter', 'sandels', ['Café Sandals']],
    ['two letters in the wrong order', 'siut', ['Tailored Wedding Suit']],
    ['a mistyped word beside a right one', 'weding suit', ['Tailored Wedding Suit']],
    ['nothing like it', 'qqxzv', []],
    ['signs alone', '%_\\ \'"&|!():*<->', []],
    ['a text that is cut at what is no letter', "suit:*|!('wool", ['Tailored Wedding Suit']],
  ])('finds %s: %s', async (_what, text, names) => {
    expect(await find(text)).toEqual(names)
  })

  test('knows the region’s names for clothes, until staff change the synonyms', async () => {
    await aProduct(shop, { name: 'Canvas Sneakers', createdAt: daysAgo(1) })
    await aProduct(shop, { name: 'Baggy Jeans', createdAt: daysAgo(0) })
    await aProduct(shop, { name: 'Evening Clutch', tags: ['bag'], createdAt: daysAgo(1) })
    const wear = { nsapato: ['Wedge Heels', 'Café Sandals'], chikwama: ['Evening Clutch'] }
    for (const [text, names] of Object.entries({
      ...wear,
      takkies: ['Canvas Sneakers'],
      tekkie: ['Canvas Sneakers'],
      'takkies canvas': ['Canvas Sneakers'],
      takki: ['Canvas Sneakers'],
      takies: ['Canvas Sneakers'],
      Nsapatu: wear.nsapato,
      sutu: ['Tailored Wedding Suit'],
      'ofiira nsapato': ['Café Sandals'],
      'pata pata': ['Café Sandals'],
      slops: ['Café Sandals'],
      ankara: ['Chitenje Wrap'],
      bag: ['Baggy Jeans', 'Evening Clutch'],
      'sneakers takkies': ['Canvas Sneakers'],
      // What is more than one word leads on as well, once all of it is there, among others too.
      'flip flops': ['Café Sandals'],
      'flops flip red': ['Café Sandals'],
      'African prints': ['Chitenje Wrap'],
      flip: [],
    }))
      expect([text, await find(text)]).toEqual([text, names])
    const actor = await anAdmin(shop)
    const [group] = (await listSynonyms(shop)).filter(({ words }) => words.includes('takkies'))
    const edit = { words: ['takkies', 'wedge heels'], isActive: true }
    await synonymActs.edit(shop.db, actor, { id: group?.id ?? '', version: 1 }, edit)
    expect(await find('takkies')).toEqual(['Wedge Heels'])
    await aProduct(shop, { name: 'Takkies', createdAt: daysAgo(1) })
    expect(await find('wedge heel')).toEqual(['Takkies', 'Wedge Heels'])
    await shop.db.delete(products).where(eq(products.name, 'Takkies'))
    await synonymActs.switch(shop.db, actor, group?.id ?? '', false)
    expect(await find('takkies')).toEqual([])
    await synonymActs.edit(
      shop.db,
      actor,
      { id: group?.id ?? '', version: 3 },
      { words: ['takkies', 'sneakers'], isActive: true },
    )
    expect(await find('takkies')).toEqual(['Canvas Sneakers'])
  })

  test.each([
    ['typed right', 'sandals', undefined],
    ['typed in part', 'sandal', undefined],
    ['of the region', 'zitenje', undefined],
    ['mistyped', 'sandels', true],
    ['mistyped beside a right one', 'weding suit', true],
    ['like nothing', 'qqxzv', undefined],
  ])(
    'tells that similar words were searched for a word %s: %s',
    async (_what, text, isCorrected) => {
      const filter = { ...ALL_PRODUCTS, search: text }
      expect((await searchProducts(shop, text, 10)).isCorrected).toBe(isCorrected)
      expect((await listProducts(shop, filter, null)).isCorrected).toBe(isCorrected)
    },
  )

  test('shows products with the most of the words when none has all of them', async () => {
    const near = async (text: string) =>
      (await listNearest(shop, { ...ALL_PRODUCTS, search: text }, null))?.products
        .map(({ name }) => name)
        .toSorted() ?? []
    expect(await near('teal wedding suit')).toEqual(['Tailored Wedding Suit'])
    // Live search has the same below its empty list.
    const live = await searchProducts(shop, 'teal wedding suit', 10)
    expect([live.total, live.near?.map(({ name }) => name)]).toEqual([0, ['Tailored Wedding Suit']])
    expect(await searchProducts(shop, 'wedding', 10)).toMatchObject({ near: [] })
    expect(await near('sandals teal')).toEqual(['Café Sandals', 'Chitenje Wrap'])
    expect(await near('teal wedding blue')).toEqual(['Chitenje Wrap', 'Tailored Wedding Suit'])
    expect(await near('qqxzv heels')).toEqual(['Wedge Heels'])
    // Nothing is called that: the newest of all.
    expect((await near('qqxzv')).length).toBeGreaterThan(3)
    expect(await near('')).toEqual([])
  })

  test('without a hit suggests the nearest: without filters, in other categories, by some of the words, in the category', async () => {
    const near = async (changes: Partial<typeof ALL_PRODUCTS>) => {
      const filter = { ...ALL_PRODUCTS, ...changes }
      expect((await listProducts(shop, filter, null)).total).toBe(0)
      const found = await listNearest(shop, filter, null)
      return found && [found.differ, ...found.products.map(({ name }) => name).toSorted()]
    }
    const suit = 'Tailored Wedding Suit'
    expect(await near({ search: 'suit', sizes: ['nobody'] })).toEqual(['filters', suit])
    expect(await near({ search: 'suit', categories: ['footwear'] })).toEqual(['category', suit])
    const words = { search: 'suit teal wedding', categories: ['footwear'], max: 1 }
    expect(await near(words)).toEqual(['words', suit])
    const none = await near({ search: 'qqxzv', categories: ['footwear'] })
    expect(none?.[0]).toBe('search')
    expect(none).toContain('Café Sandals')
    expect(await near({ categories: ['footwear'], max: 1 })).toContain('filters')
    expect(await near({ search: 'qqxzv' })).toContain('newest')
    expect(await near({ search: 'qqxzv', sizes: ['nobody'], categories: ['nowhere'] })).toContain(
      'newest',
    )
    // A category that has nothing yet leads to the rest of the shop.
    expect(await near({ categories: ['nowhere'] })).toContain('category')
    // Of the featured nothing is called so: the rest of the shop comes first, then what is nearest there.
    const nearFeatured = async (search: string) =>
      (await listNearFeatured(shop, { ...ALL_PRODUCTS, search }, null))?.differ
    expect(await nearFeatured('suit')).toBe('featured')
    expect(await nearFeatured('suit teal')).toBe('words')
  })

  test('ranks products with the word in their name first, and newer ones before older', async () => {
    await aProduct(shop, { name: 'Blanket', description: 'Goes with sandals.' })
    await aProduct(shop, { name: 'Sandals, Old', createdAt: daysAgo(90) })
    expect(await find('sandals')).toEqual(['Café Sandals', 'Sandals, Old', 'Blanket'])
  })

  test('follows the edits of staff', async () => {
    await shop.db.update(categories).set({ name: 'Gowns' }).where(eq(categories.id, dresses))
    expect(await find('dresses')).toEqual([])
    expect(await find('gown')).toEqual(['Chitenje Wrap'])
    await shop.db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.color, 'Teal'))
    expect(await find('teal')).toEqual([])
    await shop.db.update(products).set({ name: 'Kimono' }).where(eq(products.sku, 'SUIT-77'))
    expect(await find('kimono')).toEqual(['Kimono'])
    await shop.db.update(products).set({ status: 'inactive' }).where(eq(products.sku, 'SUIT-77'))
    expect(await find('kimono')).toEqual([])
    await shop.db.update(products).set({ status: 'active' }).where(eq(products.sku, 'SUIT-77'))
    expect(await find('kimono')).toEqual(['Kimono'])
  })

  test('is narrowed by the other filters, and is read page by page', async () => {
    for (let n = 0; n < 30; n += 1) await aProduct(shop, { name: `Sandal ${n}`, price: 1000 + n })
    const filter = { ...ALL_PRODUCTS, search: 'sandals', sort: 'price-asc' as const, max: 1027 }
    const first = await listProducts(shop, filter, null)
    const second = await listProducts(shop, filter, null, first.next)
    expect([first.total, first.products.length, second.products.length]).toEqual([28, 24, 4])
    expect(second.products.map((card) => card.price)).toEqual([1024, 1025, 1026, 1027])
    const search = { ...ALL_PRODUCTS, search: 'red' }
    expect((await listFeatured(shop, search, null)).map((card) => card.name)).toEqual([
      'Café Sandals',
    ])
    expect(await listFeatured(shop, { ...search, search: 'wrap' }, null)).toEqual([])
  })
})
