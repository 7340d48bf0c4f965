import { eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { aProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { categories, products, variants } from '../../../db/tables.server.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'
import { adjustStock } from '../../stock/move-stock.ts'
import { listTillCatalogue } from './list-catalogue.ts'
import { readMovedStock, readNewest } from './moved-stock.ts'

const shop = useShop()

async function aDressWithPictures(colors: (string | null)[], widths = '{160,320}') {
  const dress = await aProduct(shop, { color: 'Black' })
  for (const [position, color] of colors.entries())
    await shop.db.execute(sql`
      with made as (
        insert into pictures (path, width, height, tint, widths)
        values (${`${dress.productId}-${position}.jpg`}, 4, 5, '#fff', ${widths}) returning id)
      insert into product_images (product_id, picture_id, alt, color, position)
      select ${dress.productId}::uuid, id, '', ${color}, ${position} from made`)
  return dress
}

it('a till has the picture of each color, and shows the first of all before a color is chosen', async () => {
  const { productId } = await aDressWithPictures([null, 'Black', 'Teal', 'Teal'])
  const { products } = await listTillCatalogue(shop)
  const file = (position: number) => expect.stringContaining(`${productId}-${position}-320.webp`)
  expect(products.find(({ id }) => id === productId)).toMatchObject({
    picture: file(0),
    colorPictures: { Black: file(1), Teal: file(2) },
  })
})

it('a line without a picture of its color says which color its picture shows', async () => {
  const { productId } = await aDressWithPictures(['Black', 'Teal'])
  const rows = ['Teal', 'Red', null].map((color) => ({ productId, color }))
  const [teal, red, any] = (await withThumbnails(shop, rows)).map(({ picture }) => picture)
  expect(teal?.src).toContain(`${productId}-1`)
  expect(red).toMatchObject({ otherColor: 'Black' })
  expect([teal, any].map((picture) => picture?.otherColor)).toEqual([undefined, undefined])
})

it('a line with a picture for any color says that its own color has none, if other colors have theirs', async () => {
  const { productId } = await aDressWithPictures([null, 'Teal'])
  const plain = await aDressWithPictures([null])
  const rows = ['Red', 'Teal', null].map((color) => ({ productId, color }))
  const found = await withThumbnails(shop, [...rows, { ...plain, color: 'Red' }])
  expect(found.map(({ picture }) => [picture?.noneOf, picture?.otherColor])).toEqual([
    ['Red', undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
})

const aCategory = async (name: string, sortOrder: number, isActive = true) => {
  const category = { name, slug: name.toLowerCase(), sortOrder, isActive }
  const [made] = await shop.db.insert(categories).values(category).returning()
  if (!made) throw new Error('no category')
  return made
}

it('a till has all products for sale by name, with their sizes in order, and their categories', async () => {
  const [last, first] = [await aCategory('Women', 2), await aCategory('Girls', 1)]
  const second = await aCategory('Men', 2)
  await aCategory('Old', 0, false)
  const skirt = await aProduct(shop, {
    name: 'Skirt',
    price: 9000,
    stock: 0,
    trackInventory: false,
  })
  const dress = await aProduct(shop, {
    name: 'Dress',
    sku: 'DRESS',
    barcode: '6001234567890',
    price: 20_000,
    comparePrice: 25_000,
    categoryId: last.id,
    stock: 4,
    size: 'M',
    color: 'Teal',
  })
  const more = { productId: dress.productId, color: 'Teal', inventory: 0 }
  const [small, , large] = await shop.db
    .insert(variants)
    .values([
      { ...more, sku: 'DRESS-S', size: 'S', position: -1 },
      { ...more, sku: 'DRESS-X', size: 'X', retiredAt: shop.now() },
      {
        ...more,
        sku: 'DRESS-L',
        size: 'L',
        position: 1,
        colorValue: '#008080',
        barcode: '96385074',
      },
    ])
    .returning()
  await aProduct(shop, { name: 'Hidden', status: 'inactive' })
  const away = await aProduct(shop, { name: 'Away' })
  await shop.db
    .update(products)
    .set({ archivedAt: shop.now() })
    .where(eq(products.id, away.productId))

  const list = await listTillCatalogue(shop)
  expect(list.categories).toEqual(
    [first, second, last].map(({ id, name }) => ({ id, name, parentId: null })),
  )
  const size = { color: 'Teal', colorValue: null, barcode: null, onHand: 0 }
  expect(list.products).toEqual([
    {
      id: dress.productId,
      name: 'Dress',
      price: 20_000,
      comparePrice: 25_000,
      sku: 'DRESS',
      barcode: '6001234567890',
      categoryId: last.id,
      isTracked: true,
      picture: null,
      variants: [
        { ...size, id: small?.id, sku: 'DRESS-S', size: 'S' },
        { ...size, id: dress.variantId, sku: expect.any(String), size: 'M', onHand: 4 },
        {
          ...size,
          id: large?.id,
          sku: 'DRESS-L',
          size: 'L',
          colorValue: '#008080',
          barcode: '96385074',
        },
      ],
    },
    expect.objectContaining({ id: skirt.productId, isTracked: false, categoryId: null }),
  ])
  const { asOf, ledger } = await readNewest(shop.db)
  expect(list).toMatchObject({ asOf, ledger })
})

it('a product whose sizes are all retired is in the till’s catalogue without sizes', async () => {
  const { productId } = await aProduct(shop, { stock: 0 })
  await shop.db.update(variants).set({ retiredAt: shop.now() })
  const { products: list } = await listTillCatalogue(shop)
  expect(list).toMatchObject([{ id: productId, variants: [] }])
})

it('a tile shows the next size above a thumbnail, or the largest that exists', async () => {
  const only = await aDressWithPictures([null], '{160}')
  const tiny = await aDressWithPictures([null], '{120}')
  const none = await aDressWithPictures([null], '{}')
  const { products: list } = await listTillCatalogue(shop)
  const pictureOf = (id: string) => list.find((product) => product.id === id)
  expect(pictureOf(only.productId)?.picture).toMatch(/-160\.webp$/)
  expect(pictureOf(only.productId)).not.toHaveProperty('colorPictures')
  expect(pictureOf(tiny.productId)?.picture).toMatch(/-120\.webp$/)
  expect(pictureOf(none.productId)?.picture).toMatch(/-160\.webp$/)
})

it('stock that moved since a ledger row is listed with its current level; other products are not queried', async () => {
  expect(await readMovedStock(shop.db, 0)).toEqual({ ledger: expect.any(Number), onHand: {} })
  const [dress, skirt] = [await aProduct(shop, { stock: 3 }), await aProduct(shop, { stock: 5 })]
  const { ledger } = await readNewest(shop.db)
  expect(await readMovedStock(shop.db, ledger)).toEqual({
    ledger,
    onHand: { [dress.variantId]: 3, [skirt.variantId]: 5 },
  })
  // As if very many lines had been written since: what moved before them is known.
  await shop.db.execute(
    sql`select setval(pg_get_serial_sequence('stock_movements', 'id'), ${ledger + 500})`,
  )
  await shop.db.transaction((db) => adjustStock(db, skirt.variantId, -1, 'opening', {}))
  expect(await readMovedStock(shop.db, ledger + 500)).toEqual({
    ledger: ledger + 501,
    onHand: { [skirt.variantId]: 4 },
  })
})

it('one fingerprint tells a till whether its list is the newest: prices, products, stock and categories change it', async () => {
  const women = await aCategory('Women', 1)
  const { productId, variantId } = await aProduct(shop)
  const changes = [
    () => shop.db.update(products).set({ price: 21_000 }).where(eq(products.id, productId)),
    () => shop.db.update(categories).set({ version: 2 }).where(eq(categories.id, women.id)),
    () => shop.db.transaction((db) => adjustStock(db, variantId, 1, 'opening', {})),
  ]
  const seen = [await readNewest(shop.db)]
  for (const change of changes) {
    await change()
    seen.push(await readNewest(shop.db))
  }
  const differs = (key: 'asOf' | 'ledger' | 'mark') =>
    seen.slice(1).map((now, at) => now[key] !== seen[at]?.[key])
  expect([differs('asOf')[0], differs('mark')[1], differs('ledger')[2]]).toEqual([true, true, true])
  expect(await readNewest(shop.db)).toEqual(seen.at(-1))
})

const isWaiting = async () => {
  const { rows } = await shop.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

it("the till's catalogue is of one moment: a change between two queries is in the next list", async () => {
  const women = await aCategory('Women', 1)
  const dress = await aProduct(shop, { stock: 3 })
  const answers: Promise<unknown>[] = []
  await shop.db.transaction(async (db) => {
    // The third question of the one and the second of the other wait for these.
    await db.execute(sql`lock table product_images, variants in access exclusive mode`)
    answers.push(listTillCatalogue(shop))
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true))
    await db.update(categories).set({ name: 'Ladies' }).where(eq(categories.id, women.id))
  })
  await shop.db.transaction(async (db) => {
    await db.execute(sql`lock table variants in access exclusive mode`)
    answers.push(readMovedStock(shop.db, 0))
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true))
    await adjustStock(db, dress.variantId, 4, 'received', {})
  })
  expect(await Promise.all(answers)).toMatchObject([
    { categories: [{ name: 'Women' }] },
    { onHand: { [dress.variantId]: 3 } },
  ])
})
