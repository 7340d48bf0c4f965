import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { banners, categories, products, variants } from '../../../app/db/tables.server.ts'
import { listCart } from '../../../app/modules/cart/cart.ts'
import { adjustStock } from '../../../app/modules/stock/move-stock.ts'
import { isPlain } from '../../../app/rules/plain.ts'
import { useApp } from '../../support/app.ts'
import { aProduct } from '../../support/factories.ts'

const app = useApp()

/** A dress in two sizes and two colors; S comes in Teal only, and M in Navy is sold out. */
async function aDress() {
  const [dress] = await app.shop.db
    .insert(products)
    .values({ name: 'Lake Dress', slug: 'lake-dress', sku: 'LD', price: 40_000, costPrice: 11_111 })
    .returning()
  if (!dress) throw new Error('no dress')
  const rows = await app.shop.db
    .insert(variants)
    .values(
      [
        ['S', 'Teal'],
        ['M', 'Teal'],
        ['M', 'Navy'],
      ].map(([size, color], position) => ({
        productId: dress.id,
        sku: `LD-${size}-${color}`,
        size: size ?? null,
        color: color ?? null,
        position,
      })),
    )
    .returning()
  await app.shop.db.transaction(async (db) => {
    for (const row of rows.slice(0, 2)) await adjustStock(db, row.id, 5, 'opening', {})
  })
  return { id: dress.id, variants: rows }
}
const PATH = '/product/lake-dress'

describe('Add to Cart', () => {
  let dress: Awaited<ReturnType<typeof aDress>>
  beforeEach(async () => {
    dress = await aDress()
  })

  test('asks a visitor to sign in, and stores the item until then', async () => {
    const visitor = app.visit()
    const answer = await visitor.post(PATH, { size: 'M', color: 'Teal', quantity: '2' })
    expect(answer.headers.get('location')).toBe(`${PATH}?size=M&color=Teal&quantity=2`)
    const { html } = await visitor.open(answer)
    expect(html).toContain('Please sign in')
    expect(html).toContain('You need to be signed in to add items to cart')
    expect(visitor.cookies.get('zovala.wanted')).toBeTruthy()
  })

  test('asks for a size first, then for a color, and says so', async () => {
    const customer = await app.signIn()
    const refusalOf = async (fields: Record<string, string>) =>
      (await customer.open(await customer.post(PATH, fields))).html
    expect(await refusalOf({ color: 'Teal' })).toContain('Please select a size')
    expect(await refusalOf({ size: 'S' })).toContain('Please select a color')
    expect(await refusalOf({ size: 'S', color: 'Navy' })).toContain(
      'We do not have that size and color',
    )
    expect(await listCart(app.shop, customer.userId)).toEqual([])
  })

  test('without scripts shows the missing choice at its group, which has the focus', async () => {
    const customer = await app.signIn()
    const { html } = await customer.open(await customer.post(PATH, { color: 'Teal' }))
    const [group = ''] = /<fieldset[^>]*aria-invalid="true".*?<\/fieldset>/s.exec(html) ?? []
    expect(group).toContain('aria-describedby="size-missing"')
    expect(group).toMatch(/id="size-missing".*You need to select a size before adding to cart\./s)
    expect(group).toMatch(/<input type="radio"[^>]*autofocus/i)
    expect(group).toMatch(/<a [^>]*href="\/size-guide[^>]*>Size guide</)
    // Shown there, and not in a toast as well.
    const seen = html.replace(/<script.*?<\/script>/gs, '')
    expect(seen.match(/Please select a size/g)).toHaveLength(1)
    expect(
      (await customer.open(await customer.post(PATH, { size: 'S', color: 'Teal' }))).html,
    ).not.toContain('aria-invalid="true"')
  })

  test.each(['0', '-1', '1.5', '1e9', 'two'])('refuses %s pieces', async (quantity) => {
    const customer = await app.signIn()
    const answer = await customer.post(PATH, { size: 'S', color: 'Teal', quantity })
    expect((await customer.open(answer)).html).toContain('A quantity is a whole number')
    expect(await listCart(app.shop, customer.userId)).toEqual([])
  })

  test('puts the chosen variant into the cart and stays on the product', async () => {
    const customer = await app.signIn()
    const answer = await customer.post(PATH, { size: 'M', color: 'Teal', quantity: '2' })
    const { html, path } = await customer.open(answer)
    expect(path).toBe(`${PATH}?size=M&color=Teal`)
    expect(html).toContain('Lake Dress has been added to your cart')
    expect(await listCart(app.shop, customer.userId)).toMatchObject([
      { variantId: dress.variants[1]?.id, size: 'M', color: 'Teal', quantity: 2, price: 40_000 },
    ])
  })

  test('refuses more than the stock, and names what is left', async () => {
    const customer = await app.signIn()
    const answer = await customer.post(PATH, { size: 'S', color: 'Teal', quantity: '6' })
    expect((await customer.open(answer)).html).toContain('Only 5 left of Lake Dress.')
  })

  test('answers 400 to a body that is not a form', async () => {
    const customer = await app.signIn()
    expect((await customer.json(PATH, { body: { size: 'S' } })).status).toBe(400)
  })
})

test.each(['/', '/products', '/product/lake-dress'])(
  '%s is complete without scripts, however long its parts are',
  async (path) => {
    await aDress()
    const { html } = await app.visit().open(path)
    expect(html).toContain('</footer>')
    // The form in which React sends a part that a script would put in its place.
    expect(html).not.toMatch(/<div hidden[^>]* id="S:/)
  },
)

test('a product page and the cart show products that go with it, or nothing at all', async () => {
  const [category] = await app.shop.db
    .insert(categories)
    .values({ name: 'Skirts', slug: 'skirts' })
    .returning()
  const categoryId = category?.id ?? null
  await aProduct(app.shop, { slug: 'skirt', categoryId })
  const visitor = app.visit()
  expect((await visitor.open('/product/skirt')).html).not.toContain('Goes well with it')
  const other = await aProduct(app.shop, { slug: 'other-skirt', categoryId })
  const { html } = await visitor.open('/product/skirt?size=S')
  const row = /Goes well with it.*?<\/section>/s.exec(html)?.[0]
  expect(row).toContain('href="/product/other-skirt"')
  expect(row).not.toContain('href="/product/skirt"')
  const customer = await app.signIn()
  expect((await customer.open('/cart')).html).not.toContain('Goes well with it')
  await customer.post('/product/skirt', { quantity: '1' })
  expect((await customer.open('/cart')).html).toMatch(
    new RegExp(`Goes well with it.*${other.name}`, 's'),
  )
})

describe('the wishlist', () => {
  test('sends a visitor to the sign-in page, with the words of the shop', async () => {
    const product = await aProduct(app.shop)
    const visitor = app.visit()
    const answer = await visitor.post('/wishlist', { add: product.productId, back: '/products' })
    expect(answer.headers.get('location')).toBe('/auth?then=%2Fproducts')
    expect((await visitor.open(answer)).html).toContain(
      'You need to be signed in to add items to wishlist.',
    )
    expect((await visitor.fetch('/wishlist')).headers.get('location')).toBe(
      '/auth?then=%2Fwishlist',
    )
  })

  test('takes a product in, refuses it twice, and lets it go', async () => {
    const product = await aProduct(app.shop, { name: 'Silk Scarf' })
    const customer = await app.signIn()
    const refusalOf = async (fields: Record<string, string>) =>
      (await customer.open(await customer.post('/wishlist', fields))).html
    expect(await refusalOf({ add: product.productId })).toContain('Added to wishlist!')
    expect(await refusalOf({ add: product.productId })).toContain('Already in wishlist')
    expect((await customer.open('/wishlist')).html).toContain('Silk Scarf')
    expect(await refusalOf({ remove: product.productId })).toContain('Removed from wishlist')
    expect((await customer.open('/wishlist')).html).toContain('No items in your wishlist.')
  })

  test('has the filter of all lists from its second product on, with the number of matches', async () => {
    const customer = await app.signIn()
    const wish = async (name: string, offered: Parameters<typeof aProduct>[1]) => {
      const { productId } = await aProduct(app.shop, { name, ...offered })
      await customer.post('/wishlist', { add: productId })
    }
    await wish('Wrap 1', { size: 'M', stock: 2 })
    const plain = (await customer.open('/wishlist')).html
    expect(plain).not.toContain('Apply filters')
    await wish('Silk Scarf', { size: 'L', stock: 0 })
    const { html } = await customer.open('/wishlist')
    expect(html).toMatch(/<form[^>]*action="\/wishlist"/)
    expect(html).toMatch(
      /In stock<span[^>]*>\(<span[^>]*>products: <\/span>(<!-- -->)?1(<!-- -->)?\)/,
    )
    const narrowed = (await customer.open('/wishlist?in_stock=1')).html
    expect(narrowed).toContain('Remove In stock')
    expect(narrowed).toContain('Wrap 1')
    expect(narrowed).not.toContain('Silk Scarf')
    const none = (await customer.open('/wishlist?in_stock=1&size=L')).html
    expect(none).toContain('No products found.')
    expect(none).toContain('Show the whole wishlist')
    expect(none).not.toContain('No items in your wishlist.')
    // The search of another list does not filter this one.
    expect((await customer.open('/wishlist?search=nothing&category=none')).html).toContain('Wrap 1')
  })

  test('redirects only within the shop', async () => {
    const product = await aProduct(app.shop)
    const customer = await app.signIn()
    const back = 'https://elsewhere.example/'
    const answer = await customer.post('/wishlist', { add: product.productId, back })
    expect(answer.headers.get('location')).toBe('/wishlist')
  })
})

describe('a page that is not there', () => {
  test.each(['/product/no-such', '/product/%00', '/category/no-such', '/category/A%2F..'])(
    '%s leads to the 404 page',
    async (path) => {
      const visitor = app.visit()
      expect(await visitor.open(path)).toMatchObject({ path: '/404', status: 404 })
    },
  )

  test('a product that was put away is not shown', async () => {
    await aProduct(app.shop, { slug: 'put-away', status: 'inactive' })
    const visitor = app.visit()
    expect((await visitor.open('/product/put-away')).path).toBe('/404')
    expect((await visitor.json('/api/products/put-away')).status).toBe(404)
  })
})

describe('the pages show an error', () => {
  test('when the categories cannot be read, with a way to try again', async () => {
    const visitor = app.visit()
    const links = async () => {
      const { html } = await visitor.open('/size-guide')
      return html.match(/<a href="" [^>]*>Categories did not load. Try again<\/a>/g)?.length ?? 0
    }
    expect(await links()).toBe(0)
    await app.shop.db.execute(sql`alter table categories rename to categories_away`)
    try {
      await app.shop.db.execute(sql`select pg_notify('catalogue', '')`)
      await expect.poll(links).toBeGreaterThan(0)
      expect((await visitor.open('/size-guide')).html).not.toContain('>Loading...<')
    } finally {
      await app.shop.db.execute(sql`alter table categories_away rename to categories`)
    }
    expect(await links()).toBe(0)
  })

  test('when the products cannot be read, and do not cache that page', async () => {
    const visitor = app.visit()
    await app.shop.db.execute(sql`alter table product_search rename to search_away`)
    try {
      const answer = await visitor.fetch('/products?search=dress')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(await answer.text()).toContain('Error loading products.')
      expect((await visitor.open('/category/dresses?search=x')).path).toBe('/404')
    } finally {
      await app.shop.db.execute(sql`alter table search_away rename to product_search`)
    }
  })
})

test('a list whose counts cannot be read is shown without them, and not cached', async () => {
  await aProduct(app.shop, { name: 'Linen Dress', categoryId: await aCategory() })
  await app.shop.db.execute(sql`alter table choice_sets rename to sets_away`)
  try {
    for (const path of ['/category/counted', '/products?search=linen']) {
      const answer = await app.visit().fetch(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'private, no-store',
      ])
      expect(await answer.text()).toContain('Linen Dress')
    }
  } finally {
    await app.shop.db.execute(sql`alter table sets_away rename to choice_sets`)
  }
})

test.skipIf(isPlain('fragments'))(
  'the text of a rendered list takes one byte for each character, and has few elements',
  async () => {
    const categoryId = await aCategory()
    for (let n = 0; n < 12; n += 1) await aProduct(app.shop, { name: `Dress ${n}`, categoryId })
    // A cookie that belongs to nobody: the page is rendered instead of taken from the page cache. The data in it is for
    // the first act.
    const answer = await app
      .visit()
      .fetch('/category/counted', { headers: { cookie: 'zovala.test=1' } })
    const [, list = ''] = /<main[^>]*>([^]*)<\/main>/.exec(await answer.text()) ?? []
    expect(list).toContain('&#9733;')
    // A single character beyond Latin-1 makes the page's string take two bytes for each character
    // (docs/decisions/0028).
    expect(list.match(/[^\0-\xff]/gu)).toBeNull()
    expect(list.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(360)
  },
)

async function aCategory() {
  const [row] = await app.shop.db
    .insert(categories)
    .values({ name: 'Counted', slug: 'counted' })
    .returning({ id: categories.id })
  return row?.id ?? ''
}

describe('the public catalogue as JSON', () => {
  test('lists products page by page in the words of the specification', async () => {
    for (let n = 0; n < 5; n += 1) await aProduct(app.shop, { price: 1000 * (n + 1) })
    const visitor = app.visit()
    const first = await visitor.json('/api/products?sort=price-asc&limit=3')
    expect(first.status).toBe(200)
    const page = first.body as { products: Record<string, unknown>[]; next_cursor: string }
    expect(page.products.map((product) => product['price'])).toEqual([1000, 2000, 3000])
    expect(Object.keys(page.products[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'slug',
        'compare_price',
        'inventory_quantity',
        'category',
        'images',
        'variants',
        'created_at',
      ]),
    )
    const next = await visitor.json(
      `/api/products?sort=price-asc&limit=3&cursor=${page.next_cursor}`,
    )
    expect(next.body).toMatchObject({
      products: [{ price: 4000 }, { price: 5000 }],
      total: 5,
      next_cursor: null,
    })
  })

  test('never contains a product’s cost', async () => {
    await aDress()
    const visitor = app.visit()
    // Matched as a separate number, because its digits may be part of any id.
    for (const path of ['/api/products', '/api/products/lake-dress', PATH, '/products'])
      expect(await (await visitor.fetch(path)).text()).not.toMatch(/(?<![\w-])11,?111(?![\w-])/)
  })

  test('accepts amounts as people type them, and a blank as no limit', async () => {
    for (const price of [48_400, 48_500]) await aProduct(app.shop, { price })
    const { body } = await app.visit().json('/api/products?min=48,500&max=&sort=&on_sale=x')
    expect(body).toMatchObject({ products: [{ price: 48_500 }] })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'min=cheap', 'sort=random', 'cursor=nonsense'])(
    'refuses %s with a sentence',
    async (query) => {
      const { status, body } = await app.visit().json(`/api/products?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: expect.stringMatching(/\.$/) })
    },
  )

  test('gives the start and end of each banner', async () => {
    const startsAt = new Date('2026-01-02T03:04:05.000Z')
    await app.shop.db.insert(banners).values({ title: 'New', startsAt })
    const { body } = await app.visit().json('/api/banners')
    expect(body).toMatchObject({
      banners: [{ title: 'New', starts_at: startsAt.toISOString(), ends_at: null }],
    })
  })

  test('is read only, and unknown addresses are answered as JSON', async () => {
    const visitor = app.visit()
    for (const path of ['/api/products', '/api/products/x', '/api/categories', '/api/banners'])
      expect((await visitor.json(path, { method: 'POST', body: {} })).status).toBe(405)
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await visitor.json('/api/no/such', { method })).toMatchObject({
        status: 404,
        body: { error: expect.any(String) },
      })
  })
})

test('a product without a description has no heading for one', async () => {
  await aProduct(app.shop, { slug: 'lake-dress' })
  const open = async () => (await app.visit().open('/product/lake-dress')).html
  expect(await open()).not.toContain('id="about"')
  await app.shop.db.update(products).set({ description: 'Cool cotton.' })
  expect(await open()).toMatch(/id="about".*Cool cotton\./s)
})

test('search engines find the products, and are kept out of what is private', async () => {
  await aProduct(app.shop, { slug: 'lake-dress' })
  const visitor = app.visit()
  expect(await (await visitor.fetch('/sitemap.xml')).text()).toContain(
    '<loc>http://localhost:3999/product/lake-dress</loc>',
  )
  const robots = await (await visitor.fetch('/robots.txt')).text()
  for (const path of ['/admin', '/cart', '/checkout', '/orders', '/api'])
    expect(robots).toContain(`Disallow: ${path}\n`)
  const { html } = await visitor.open('/product/lake-dress')
  expect(html).toContain('<link rel="canonical" href="http://localhost:3999/product/lake-dress"/>')
  expect(html).toContain('"@type":"Product"')
})

test('search engines reach every product of a list by links, each page under an address of its own', async () => {
  const names = new Set<string>()
  for (let n = 0; n < 53; n += 1) names.add((await aProduct(app.shop)).name)
  const tag = (html: string, rel: string) =>
    new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
  const visitor = app.visit()
  const seen = new Set<string>()
  let path: string | undefined = '/products'
  const titles: string[] = []
  while (path) {
    const html = await (await visitor.fetch(path)).text()
    for (const name of names) if (html.includes(`>${name}<`)) seen.add(name)
    titles.push(/<title>([^<]*)/.exec(html)?.[1] ?? '')
    expect(tag(html, 'canonical')).toBe(`http://localhost:3999${path}`)
    const anchor: string | undefined = [...html.matchAll(/<a [^>]*rel="next"[^>]*>/g)][0]?.[0]
    path = anchor && /href="([^"]+)"/.exec(anchor)?.[1]?.replaceAll('&amp;', '&')
    expect(tag(html, 'next')).toBe(path && `http://localhost:3999${path}`)
  }
  expect(seen).toEqual(names)
  expect(titles.map((title) => title.split(' | ')[0])).toEqual([
    'All Products',
    'All Products, page 2',
    'All Products, page 3',
  ])
  const sorted = await (await visitor.fetch('/products?sort=price-asc&in_stock=1')).text()
  expect(tag(sorted, 'canonical')).toBe('http://localhost:3999/products')
  expect(tag(sorted, 'next')).toBeUndefined()
})

test('the pages of a category and of a search are linked, too, each product on one page only', async () => {
  const [category] = await app.shop.db
    .insert(categories)
    .values({ name: 'Long Skirts', slug: 'long-skirts' })
    .returning()
  const made: string[] = []
  for (let n = 0; n < 27; n += 1)
    made.push((await aProduct(app.shop, { categoryId: category?.id ?? null })).name)
  const visitor = app.visit()
  for (const [first, title] of [
    ['/category/long-skirts', 'Long Skirts'],
    ['/products?search=dress', '“dress”'],
  ] as const) {
    const pages: string[][] = []
    let path: string | undefined = first
    for (let number = 1; path; number += 1) {
      const html = await (await visitor.fetch(path)).text()
      pages.push(made.filter((name) => html.includes(`>${name}<`)))
      expect(html).toContain(`<title>${number > 1 ? `${title}, page ${number}` : title} | `)
      // Leads back from a further page, without scripts.
      expect(html.includes('Back to the first products')).toBe(number > 1)
      const more: string | undefined = /<a [^>]*rel="next"[^>]*>/.exec(html)?.[0]
      path = more && /href="([^"]+)"/.exec(more)?.[1]?.replaceAll('&amp;', '&')
      if (path)
        expect(path).toMatch(`${first}${first.includes('?') ? '&' : '?'}page=${number + 1}&`)
    }
    expect(pages).toHaveLength(2)
    expect(pages.flat().toSorted()).toEqual(made.toSorted())
  }
})
