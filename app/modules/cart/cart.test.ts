import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { cartItems, categories, products, variants } from '../../db/tables.server.ts'
import { type Cached, cacheCatalogue } from '../../platform/catalogue-cache.server.ts'
import { withThumbnails } from '../catalogue/find-thumbnails.ts'
import { addToCart, setCartQuantity } from './add-to-cart.ts'
import { clearCart, countCart, listCart, removeCartLine, takeOutBought } from './cart.ts'

const shop = useShop()
let userId: string
let dress: TestProduct

beforeEach(async () => {
  ;({ userId } = await aUser(shop))
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})
const add = (quantity: number, product = dress) =>
  addToCart(shop, userId, { variantId: product.variantId, quantity })
const setPrice = (price: number) =>
  shop.db.update(products).set({ price }).where(eq(products.id, dress.productId))

describe('adding to the cart', () => {
  test('adding the same variant again raises its quantity, another variant makes a new line', async () => {
    await add(1)
    await add(2)
    const shoes = await aProduct(shop)
    await add(1, shoes)
    expect((await listCart(shop, userId)).map((line) => line.quantity)).toEqual([3, 1])
    expect(await countCart(shop.db, userId)).toBe(4)
  })

  test('a request that is sent twice adds once, also at the same time and beside other requests', async () => {
    const press = (request: string | null, product = dress) =>
      addToCart(shop, userId, { variantId: product.variantId, quantity: 1, request })
    const both = await Promise.all([press('first'), press('first')])
    const lineId = both.map((added) => added.ok && added.lineId)
    expect(lineId[0]).toBeTruthy()
    expect(lineId[1]).toBe(lineId[0])
    expect(await countCart(shop.db, userId)).toBe(1)
    // One that names nothing is a new one each time, and does not hide the one before it.
    await press(null)
    expect(await press('first')).toMatchObject({ ok: true, lines: [{ quantity: 2 }] })
    await press('second')
    const shoes = await aProduct(shop)
    await press('second', shoes)
    expect((await listCart(shop, userId)).map((line) => line.quantity)).toEqual([3, 1])
  })

  test('a request repeated after later ones is not counted again, even when its line or the stock is gone', async () => {
    const press = (request: string, quantity = 1) =>
      addToCart(shop, userId, { variantId: dress.variantId, quantity, request })
    await press('first')
    await press('second')
    const again = await press('first')
    expect(again).toMatchObject({ ok: true, productName: dress.name, lines: [{ quantity: 2 }] })
    await press('third', 3)
    expect(await press('second')).toMatchObject({ ok: true, lines: [{ quantity: 5 }] })
    await clearCart(shop.db, userId)
    expect(await press('first')).toEqual({
      ok: true,
      lineId: null,
      productName: dress.name,
      lines: [],
    })
    // What was refused has not counted: it does so once it can.
    await shop.db.update(products).set({ status: 'inactive' })
    expect(await press('fourth')).toMatchObject({ ok: false, reason: 'product-not-found' })
    await shop.db.update(products).set({ status: 'active' })
    expect(await press('fourth')).toMatchObject({ ok: true, lines: [{ quantity: 1 }] })
    expect(
      await addToCart(shop, (await aUser(shop)).userId, {
        variantId: dress.variantId,
        quantity: 1,
        request: 'first',
      }),
    ).toMatchObject({ ok: true, lines: [{ quantity: 1 }] })
  })

  test('requests that each arrive several times at once count once each', async () => {
    const shoes = await aProduct(shop, { stock: 50 })
    const sent = Array.from({ length: 24 }, (_, n) => `press-${n % 6}`)
    await Promise.all(
      sent.map((request) =>
        addToCart(shop, userId, { variantId: shoes.variantId, quantity: 1, request }),
      ),
    )
    expect(await countCart(shop.db, userId)).toBe(6)
  })

  test('the price is copied to the line, and a later change is shown beside it', async () => {
    await add(1)
    await setPrice(25_000)
    expect(await listCart(shop, userId)).toMatchObject([{ price: 20_000, currentPrice: 25_000 }])
  })

  test.each([0, -1, 0.5, 1000, 1e9, Number.NaN, '2' as unknown as number])(
    'a quantity of %s is refused',
    async (quantity) => {
      expect(await add(quantity)).toMatchObject({ ok: false, reason: 'bad-quantity' })
      expect(await countCart(shop.db, userId)).toBe(0)
    },
  )

  test('more than is in stock is refused, in one step or in several', async () => {
    expect(await add(6)).toMatchObject({ ok: false, reason: 'cart-stock', available: 5 })
    await add(3)
    expect(await add(3)).toMatchObject({ ok: false, reason: 'cart-stock' })
    expect(await countCart(shop.db, userId)).toBe(3)
  })

  test('two of twelve in stock are accepted', async () => {
    const shoes = await aProduct(shop, { stock: 12 })
    expect(await add(2, shoes)).toMatchObject({ ok: true })
  })

  test('ten adds at once count ten times or are refused, and never exceed the stock', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add(1)))
    expect(await countCart(shop.db, userId)).toBe(5)
  })

  test('returns the cart after the change', async () => {
    await add(1)
    const shoes = await aProduct(shop)
    const added = await add(1, shoes)
    expect(added).toMatchObject({ ok: true, productName: shoes.name })
    expect(added.ok && (await withThumbnails(shop, added.lines))).toEqual(
      await listCart(shop, userId),
    )
    const again = await add(2)
    expect(again.ok && (await withThumbnails(shop, again.lines))).toEqual(
      await listCart(shop, userId),
    )
    expect(again.ok && again.lines.map((line) => line.quantity)).toEqual([3, 1])
  })

  test('a variant id in capitals is the same variant', async () => {
    const variantId = dress.variantId.toUpperCase()
    expect(await addToCart(shop, userId, { variantId, quantity: 1 })).toMatchObject({ ok: true })
    expect(await countCart(shop.db, userId)).toBe(1)
  })

  test('a full cart accepts more of a variant that it has, and no new variant', async () => {
    await add(1)
    const { productId } = await aProduct(shop)
    await shop.db.execute(sql`
      with made as (insert into variants (product_id, sku, size)
        select ${productId}::uuid, 'FULL-' || n, n::text from generate_series(1, 199) n returning id)
      insert into cart_items (user_id, product_id, variant_id, quantity, price)
      select ${userId}::uuid, ${productId}::uuid, id, 1, 100 from made`)
    expect(await add(1, await aProduct(shop))).toMatchObject({ ok: false, reason: 'cart-full' })
    expect(await add(1)).toMatchObject({ ok: true })
    expect(await listCart(shop, userId)).toHaveLength(200)
    // As rivals may leave it behind.
    const one = await aProduct(shop)
    await shop.db.insert(cartItems).values({ userId, ...one, quantity: 1 })
    expect(await add(1, one)).toMatchObject({ ok: true })
    expect(await listCart(shop, userId)).toHaveLength(201)
  })

  test('a product without tracked stock never runs out', async () => {
    const scarf = await aProduct(shop, { trackInventory: false, stock: 0 })
    expect(await add(50, scarf)).toMatchObject({ ok: true })
  })

  test('a product that is not for sale is not found', async () => {
    const unknown = crypto.randomUUID()
    expect(await addToCart(shop, userId, { productId: unknown, quantity: 1 })).toMatchObject({
      reason: 'product-not-found',
    })
    await shop.db.update(products).set({ status: 'inactive' })
    expect(await add(1)).toMatchObject({ reason: 'product-not-found' })
  })

  test('a product with sizes is refused without a size', async () => {
    const shirt = await aProduct(shop, { size: 'M' })
    expect(
      await addToCart(shop, userId, { productId: shirt.productId, quantity: 1 }),
    ).toMatchObject({
      reason: 'size-missing',
    })
    await shop.db.update(products).set({ status: 'inactive' })
    expect(
      await addToCart(shop, userId, { productId: shirt.productId, quantity: 1 }),
    ).toMatchObject({
      reason: 'product-not-found',
    })
  })

  test('a variant of another product is not found', async () => {
    const shirt = await aProduct(shop)
    expect(
      await addToCart(shop, userId, {
        productId: shirt.productId,
        variantId: dress.variantId,
        quantity: 1,
      }),
    ).toMatchObject({ reason: 'product-not-found' })
  })

  test('a retired variant is refused', async () => {
    await shop.db.update(variants).set({ retiredAt: new Date() })
    expect(await add(1)).toMatchObject({ reason: 'product-not-found' })
  })
})

test('the display data of cart lines is cached until the catalogue changes', async () => {
  let change = () => {}
  const cached = cacheCatalogue({
    on(_channel, listener) {
      change = () => (listener as (event: null) => void)(null)
      return () => {}
    },
  })
  const shoes = await aProduct(shop)
  await add(1)
  await add(1, shoes)
  const look = async () => {
    const { result, sent } = await recordQueries(() => listCart({ ...shop, cached }, userId))
    return { categories: result.map((line) => line.category), queries: sent.length }
  }
  expect(await look()).toEqual({ categories: [null, null], queries: 2 })
  expect(await look()).toEqual({ categories: [null, null], queries: 1 })
  const [levels] = await shop.db
    .insert(categories)
    .values({ name: 'Shoes', slug: 'shoes' })
    .returning()
  await shop.db
    .update(products)
    .set({ categoryId: levels?.id ?? null })
    .where(eq(products.id, shoes.productId))
  change()
  expect(await look()).toEqual({ categories: [null, 'Shoes'], queries: 2 })
})

test('a cart whose thumbnails fail to load is shown without them', async () => {
  await add(1)
  const cached: Cached = (_key, read) => read()
  const storage = {
    ...shop.storage,
    url: () => {
      throw new Error('no storage')
    },
  }
  await shop.db.execute(sql`with made as (
    insert into pictures (path, width, height, tint, widths) values ('x.webp', 1, 1, '#fff', '{1}') returning id)
    insert into product_images (product_id, picture_id, alt, position) select ${dress.productId}::uuid, id, 'x', 0 from made`)
  expect(await listCart({ ...shop, storage, cached }, userId)).toMatchObject([
    { name: dress.name, picture: null },
  ])
})

describe('changing the cart', () => {
  const line = async () => (await listCart(shop, userId))[0]?.id ?? ''

  test('a quantity of 0 or less removes the line', async () => {
    await add(2)
    expect(await setCartQuantity(shop, userId, await line(), -3)).toEqual({
      ok: true,
      removed: true,
    })
    expect(await listCart(shop, userId)).toEqual([])
  })

  test('a quantity above the stock is refused, a lower one than before is always allowed', async () => {
    await add(5)
    const id = await line()
    expect(await setCartQuantity(shop, userId, id, 6)).toMatchObject({ reason: 'cart-stock' })
    await shop.db.execute(
      `insert into stock_movements (variant_id, kind, quantity) values ('${dress.variantId}', 'adjustment', -4)`,
    )
    expect(await setCartQuantity(shop, userId, id, 4)).toMatchObject({ ok: true })
  })

  test('nobody changes another customer’s lines', async () => {
    await add(2)
    const id = await line()
    const stranger = await aUser(shop)
    expect(await setCartQuantity(shop, stranger.userId, id, 1)).toMatchObject({
      reason: 'cart-line-not-found',
    })
    expect(await removeCartLine(shop.db, stranger.userId, id)).toBe(false)
    await clearCart(shop.db, stranger.userId)
    expect(await countCart(shop.db, userId)).toBe(2)
  })

  test('clearing a cart as it was read keeps lines that were added or changed since', async () => {
    const [shoes, hat, bag] = [
      await aProduct(shop, { stock: 5 }),
      await aProduct(shop, { stock: 5 }),
      await aProduct(shop, { stock: 5 }),
    ]
    await add(2)
    await add(1, shoes)
    await add(3, hat)
    const seen = await listCart(shop, userId)
    await add(1, shoes)
    await setCartQuantity(shop, userId, seen[2]?.id ?? '', 1)
    await add(1, bag)
    const left = async () =>
      (await listCart(shop, userId)).map(({ productId, quantity }) => [productId, quantity])
    const kept = [
      [shoes.productId, 2],
      [hat.productId, 1],
      [bag.productId, 1],
    ]
    await clearCart(shop.db, userId, seen)
    expect(await left()).toEqual(kept)
    await clearCart(shop.db, (await aUser(shop)).userId, await listCart(shop, userId))
    await clearCart(shop.db, userId, [])
    expect(await left()).toEqual(kept)
    // Sent again: what is back since then is another line.
    await add(1)
    await clearCart(shop.db, userId, seen)
    expect(await left()).toEqual([...kept, [dress.productId, 1]])
  })

  test('clearing a cart removes a line whose quantity matches any of those that were read', async () => {
    for (const quantity of [3, 1]) {
      await add(quantity)
      const [line] = await listCart(shop, userId)
      const id = line?.id ?? ''
      const seen = [3, 1].map((one) => ({ id, quantity: one }))
      await clearCart(shop.db, userId, seen)
      expect(await countCart(shop.db, userId)).toBe(0)
    }
  })

  test('a bought line leaves the cart, and one that was added since stays', async () => {
    await add(5)
    await shop.db.transaction((db) =>
      takeOutBought(db, userId, [{ variantId: dress.variantId, quantity: 3 }]),
    )
    expect(await countCart(shop.db, userId)).toBe(2)
  })
})
