import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { auditLog, categories, products } from '../../../app/db/tables.server.ts'
import { openEvents } from '../../../app/platform/events.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { createPageCache } from '../../../app/web/render/page-cache.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, aUser } from '../../support/factories.ts'

const app = useApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await app.signIn('admin')
})

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[^\S\u00a0]+/g, ' ')
const see = async (path: string) => textOf((await admin.open(path)).html)
const stored = async (id: string) =>
  (await app.shop.db.select().from(products).where(eq(products.id, id)))[0]
const TYPED = {
  name: 'Linen Dress',
  sku: 'LIN-1',
  price: '25000',
  track_inventory: 'on',
  inventory_quantity: '7',
  status: 'active',
}
/** Sends the edit form as loaded, with some fields changed. */
async function edit(id: string, change: Record<string, string>, version?: number) {
  const row = await stored(id)
  return admin.post(`/admin/edit-product/${id}`, {
    id,
    version: String(version ?? row?.version),
    name: row?.name ?? '',
    sku: row?.sku ?? '',
    price: String(row?.price),
    status: row?.status ?? '',
    track_inventory: 'on',
    inventory_quantity: String(row?.inventoryQuantity),
    inventory_loaded: String(row?.inventoryQuantity),
    ...change,
  })
}

describe('All Products', () => {
  test('shows the number of products, and what to do when there are none', async () => {
    const none = await see('/admin/products')
    for (const words of ['All Products', 'Add Product', 'No products found'])
      expect(none).toContain(words)
    expect(none).toContain('Create your first product to get started')
    expect(await see('/admin/products?search=unicorn')).toContain('Try adjusting your search terms')
  })

  test('shows on each card what the specification asks for', async () => {
    await aProduct(app.shop, {
      name: 'Linen Dress',
      slug: 'linen-dress',
      description: 'Cool in October.',
      sku: 'LIN-1',
      barcode: '2000000000008',
      price: 25_000,
      comparePrice: 30_000,
      featured: true,
      status: 'out_of_stock',
      createdAt: new Date('2026-11-20T10:00:00Z'),
      stock: 3,
    })
    const { html } = await admin.open('/admin/products')
    const text = textOf(html)
    for (const words of [
      'Linen Dress',
      'Cool in October.',
      'SKU: LIN-1',
      'Barcode: 2000000000008',
      'Stock: 3',
      'Created: Nov 20, 2026',
      'MK\u00a025,000',
      'out of stock',
      'Featured',
    ])
      expect(text).toContain(words)
    expect(html).toMatch(/<s[^>]*>.*MK\u00a030,000<\/s>/)
    expect(html).toContain('href="/product/linen-dress"')
    expect(html).toMatch(/href="\/admin\/edit-product\/[0-9a-f-]{36}"/)
    expect(html).toContain('role="switch" aria-checked="false"')
  })

  test('is found, filtered and sorted by the address, and the file holds the same', async () => {
    await aProduct(app.shop, { name: 'Silk Scarf', price: 9000, status: 'inactive' })
    await aProduct(app.shop, { name: 'Linen Dress', price: 30_000, stock: 2 })
    await aProduct(app.shop, { name: 'Linen Shirt', price: 20_000 })
    const csv = async (query: string) => {
      const text = await (await admin.fetch(`/admin/products.csv${query}`)).text()
      return text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0])
    }
    expect(await csv('?search=linen&sort=price')).toEqual(['Linen Shirt', 'Linen Dress'])
    expect(await csv('?status=inactive')).toEqual(['Silk Scarf'])
    expect(await csv('?show=low')).toEqual(['Linen Dress'])
    const text = await see('/admin/products?search=linen&sort=-price')
    expect(text).not.toContain('Silk Scarf')
    expect(text.indexOf('Linen Dress')).toBeLessThan(text.indexOf('Linen Shirt'))
  })

  test.each([
    '?category=%27%20or%201=1',
    '?sort=password&status=all&show=secret',
    '?after=e30',
    `?search=${'%25'.repeat(300)}%00`,
  ])('opens with a malformed address: %s', async (query) => {
    expect((await admin.open(`/admin/products${query}`)).status).toBe(200)
  })

  test('the switch makes a product active and inactive', async () => {
    const { productId } = await aProduct(app.shop)
    await admin.post('/admin/products', { intent: 'switch', id: productId, active: 'false' })
    expect((await stored(productId))?.status).toBe('inactive')
    await admin.post('/admin/products', { intent: 'switch', id: productId, active: 'true' })
    expect((await stored(productId))?.status).toBe('active')
  })

  test('reports a deletion, and keeps the list’s filters', async () => {
    const dress = await aProduct(app.shop)
    const sold = await aProduct(app.shop)
    const buyer = await aUser(app.shop)
    await aPaidOrder(app.shop, buyer.userId, [{ product: sold }])
    const remove = async (id: string) =>
      admin.open(await admin.post('/admin/products?status=active', { intent: 'delete', id }))
    const gone = await remove(dress.productId)
    expect([gone.path, textOf(gone.html)]).toEqual([
      '/admin/products?status=active',
      expect.stringContaining('Product deleted successfully'),
    ])
    const kept = await remove(sold.productId)
    expect(textOf(kept.html)).toContain('Product archived')
    expect((await stored(sold.productId))?.archivedAt).toBeTruthy()
    const back = await admin.open(
      await admin.post('/admin/products?show=archived', {
        intent: 'restore',
        id: sold.productId,
      }),
    )
    expect(textOf(back.html)).toContain('Product restored')
    const again = await remove(dress.productId)
    expect(textOf(again.html)).toContain('Product not found')
  })

  test('several are activated, deactivated and archived at once', async () => {
    const all = [await aProduct(app.shop), await aProduct(app.shop), await aProduct(app.shop)]
    const act = async (intent: string) => {
      const body = new URLSearchParams({ intent })
      for (const { productId } of all.slice(0, 2)) body.append('id', productId)
      const page = await admin.open(await admin.fetch('/admin/products', { method: 'POST', body }))
      return textOf(page.html)
    }
    expect(await act('deactivate')).toContain('2 products deactivated')
    expect(await act('activate')).toContain('2 products activated')
    expect(await act('archive')).toContain('2 products archived')
    const states = await app.shop.db
      .select({ status: products.status, archivedAt: products.archivedAt })
      .from(products)
    expect(states.filter((one) => one.archivedAt)).toHaveLength(2)
    expect(await app.shop.db.$count(auditLog)).toBe(6)
  })

  test('restores a whole archived page by Undo, and keeps the list’s filters', async () => {
    const all = []
    for (let count = 0; count < 25; count += 1) all.push(await aProduct(app.shop))
    const body = new URLSearchParams({ intent: 'archive' })
    for (const { productId } of all) body.append('id', productId)
    const answer = await admin.fetch('/admin/products?status=active', { method: 'POST', body })
    // Browsers drop a larger cookie.
    expect(Math.max(...answer.headers.getSetCookie().map((cookie) => cookie.length))).toBeLessThan(
      4096,
    )
    const archived = await admin.open(answer)
    expect(textOf(archived.html)).toContain('25 products archived')
    const back = new URLSearchParams({ intent: 'undo' })
    for (const [, was = ''] of archived.html.matchAll(/name="was" value="([^"]+)"/g))
      back.append('was', was)
    expect(back.getAll('was')).toHaveLength(25)
    expect(archived.html).toContain('action="/admin/products?status=active"')
    const undone = await admin.open(
      await admin.fetch('/admin/products?status=active', { method: 'POST', body: back }),
    )
    expect(undone.path).toBe('/admin/products?status=active')
    expect(textOf(undone.html)).toContain('25 products as before')
    expect(await app.shop.db.$count(products, isNull(products.archivedAt))).toBe(25)
  })

  test.each([
    {},
    { intent: 'delete' },
    { intent: 'delete', id: 'x' },
    { intent: 'fly', id: 'x' },
    { intent: 'undo' },
    { intent: 'undo', was: 'x 1 active' },
  ])('ignores a form that no page contains: %o', async (fields) => {
    await aProduct(app.shop)
    const page = await admin.open(await admin.post('/admin/products', fields as never))
    expect(page.status).toBe(200)
    expect(await app.shop.db.$count(products)).toBe(1)
  })
})

describe('Add Product', () => {
  test('the next one is added without the list, and a copy has its own codes and no stock', async () => {
    const saved = await admin.post('/admin/add-product', { ...TYPED, then: 'another' })
    expect(saved.headers.get('location')).toMatch(/^\/admin\/add-product\?again=/)
    const [row] = await app.shop.db.select().from(products)
    const { html } = await admin.open(`/admin/add-product?from=${row?.id}`)
    expect(html).toContain(`value="${row?.name}"`)
    expect(html).not.toContain(`value="${row?.sku}"`)
    expect(html).toMatch(/name="inventory_loaded" value="0"/)
  })

  test('a product is added, seen in the shop, and in the log', async () => {
    const done = await admin.open(await admin.post('/admin/add-product', TYPED))
    expect(done.path).toBe('/admin/products')
    expect(textOf(done.html)).toContain('Product added successfully!')
    const shown = await app.visit().open('/product/linen-dress')
    expect(textOf(shown.html)).toContain('MK\u00a025,000')
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      { action: 'created', label: 'Linen Dress', byUser: admin.userId },
    ])
  })

  test('shows a fault beside its field, and keeps the typed text', async () => {
    const page = await admin.post('/admin/add-product', {
      ...TYPED,
      name: '',
      price: '12.50',
      brand: 'Kwathu',
      tag: 'linen',
    })
    const html = await page.text()
    expect(page.status).toBe(400)
    expect(textOf(html)).toContain('Please give the product a name.')
    expect(textOf(html)).toContain('Please use a whole number of kwacha')
    expect(html).toContain('value="Kwathu"')
    expect(html).toContain('value="linen"')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(await app.shop.db.$count(products)).toBe(0)
  })

  test('a SKU that another product has is refused beside its field, in words', async () => {
    await admin.post('/admin/add-product', TYPED)
    const page = await admin.post('/admin/add-product', { ...TYPED, name: 'Another Dress' })
    expect(page.status).toBe(400)
    expect(textOf(await page.text())).toContain(
      'Another product has this SKU. Please choose a different one.',
    )
  })

  test('sizes and pictures are kept too when something is refused', async () => {
    await admin.post('/admin/add-product', TYPED)
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a00' } })
      .png()
      .toBuffer()
    const upload = new FormData()
    upload.set('folder', 'products')
    upload.set('file', new File([new Uint8Array(bytes)], 'a.png'))
    const sent = await admin.fetch('/admin/pictures', { method: 'POST', body: upload })
    const { id } = (await sent.json()) as { id: string }
    const page = await admin.post('/admin/add-product', {
      ...TYPED,
      name: 'Other',
      variant_size: 'M',
      variant_color: 'Red',
      variant_sku: 'LIN-1-M',
      variant_inventory: '4',
      variant_loaded: '0',
      image_id: id,
      image_alt: 'The front',
    })
    const html = await page.text()
    expect(page.status).toBe(400)
    expect(textOf(html)).toContain('Another product has this SKU')
    for (const kept of ['value="LIN-1-M"', 'value="The front"', `value="${id}"`])
      expect(html).toContain(kept)
  })

  test('reports a failing database in the screen’s own words', async () => {
    await app.shop.db.execute(sql`alter table products rename to products_gone`)
    try {
      const page = await admin.post('/admin/add-product', TYPED)
      expect(textOf(await page.text())).toContain('Failed to add product')
      expect(page.status).toBe(500)
    } finally {
      await app.shop.db.execute(sql`alter table products_gone rename to products`)
    }
  })
})

describe('Edit Product', () => {
  test('shows the product with its four sections', async () => {
    const { productId } = await aProduct(app.shop, { name: 'Linen Dress', size: 'XL' })
    const text = await see(`/admin/edit-product/${productId}`)
    for (const words of [
      'Edit Product',
      'Product Information',
      'Product Variants',
      'Product Images',
      'Meta Information',
      'Save Changes',
      'Cancel',
    ])
      expect(text).toContain(words)
  })

  test.each(['3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11', 'nonsense', '%27'])(
    'an unknown id leads back to the list: %s',
    async (id) => {
      const page = await admin.open(`/admin/edit-product/${id}`)
      expect(page.path).toBe('/admin/products')
      expect(textOf(page.html)).toContain('Product not found')
    },
  )

  test('saves, and says so', async () => {
    const { productId } = await aProduct(app.shop)
    const page = await admin.open(await edit(productId, { price: '17000', compare_price: '' }))
    expect([page.path, textOf(page.html)]).toEqual([
      '/admin/products',
      expect.stringContaining('Product updated successfully!'),
    ])
    expect(await stored(productId)).toMatchObject({ price: 17_000, comparePrice: null })
  })

  test('refuses a form without the stock that it was loaded with', async () => {
    const { productId } = await aProduct(app.shop, { stock: 5 })
    for (const inventory_loaded of ['', 'x']) {
      const answer = await edit(productId, { inventory_quantity: '5', inventory_loaded })
      expect(answer.status).toBe(400)
    }
    expect((await stored(productId))?.inventoryQuantity).toBe(5)
  })

  test('saves the form of a product in sizes as rendered, and refuses it without its loaded stock', async () => {
    const { productId } = await aProduct(app.shop, { size: 'XL', stock: 5 })
    const path = `/admin/edit-product/${productId}`
    const rendered = async () => {
      const { html } = await admin.open(path)
      const inputs = [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
        const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1]
        const isSent = of('type') !== 'checkbox' || input.includes(' checked=""')
        return of('name') && isSent ? [[of('name'), of('value') ?? 'on'] as const] : []
      })
      return { status: 'active', ...Object.fromEntries(inputs), variant_inventory: '4' }
    }
    const form = await rendered()
    expect(form).toMatchObject({ variant_size: 'XL', variant_loaded: '5' })
    expect((await admin.post(path, { ...form, variant_loaded: '' })).status).toBe(400)
    // Removing this size would lose its five units unnoticed.
    const { variant_size: _, variant_inventory: __, ...plain } = form
    expect((await admin.post(path, { ...plain, inventory_quantity: '9' })).status).toBe(400)
    expect((await stored(productId))?.inventoryQuantity).toBe(5)
    expect((await admin.post(path, form)).status).toBe(302)
    expect((await stored(productId))?.inventoryQuantity).toBe(4)
  })

  test('an edit asks for a category unless there is none; adding does not', async () => {
    const { productId } = await aProduct(app.shop)
    await edit(productId, { category_id: '', price: '17000' })
    expect(await stored(productId)).toMatchObject({ price: 17_000, categoryId: null })
    const [category] = await app.shop.db
      .insert(categories)
      .values({ name: 'Dresses', slug: 'dresses' })
      .returning()
    const refused = await edit(productId, { category_id: '', price: '500' })
    expect(refused.status).toBe(400)
    expect(textOf(await refused.text())).toContain('Please choose a category.')
    await edit(productId, { category_id: category?.id ?? '' })
    expect(await stored(productId)).toMatchObject({ price: 17_000, categoryId: category?.id })
    expect((await admin.post('/admin/add-product', TYPED)).status).toBe(302)
  })

  test('a product is added with name, price and SKU alone, and sold without a category', async () => {
    await app.shop.db.insert(categories).values({ name: 'Dresses', slug: 'dresses' })
    const alone = { name: 'Plain Scarf', price: '9000', sku: 'PS-1' }
    expect((await admin.post('/admin/add-product', alone)).status).toBe(302)
    const { body } = await app.visit().json('/api/products/plain-scarf')
    expect(body).toMatchObject({ name: 'Plain Scarf', category: null, category_id: null })
    for (const path of ['/product/plain-scarf', '/products', '/products?search=scarf', '/'])
      expect((await app.visit().open(path)).status, path).toBe(200)
    const { html } = await app.visit().open('/product/plain-scarf')
    expect(html).not.toContain('/category/undefined')
    expect(textOf(html)).not.toMatch(/undefined|null/)
  })

  test('a compare price that is not above the price is kept, and no reduction is shown in the shop', async () => {
    const { productId } = await aProduct(app.shop, { price: 20_000 })
    expect((await edit(productId, { compare_price: '20000' })).status).toBe(302)
    const row = await stored(productId)
    expect(row?.comparePrice).toBe(20_000)
    const shown = await app.visit().open(`/product/${row?.slug}`)
    expect(shown.html).toContain(row?.name)
    expect(shown.html).not.toContain('Before: ')
    const { body } = await app.visit().json('/api/products?on_sale=true')
    expect(body).toMatchObject({ products: [] })
  })

  test('returns to the list with its filters, and to nowhere else', async () => {
    const { productId } = await aProduct(app.shop, { name: 'Linen Dress' })
    const list = '/admin/products?search=linen&sort=price'
    const { html } = await admin.open(list)
    const address = /href="(\/admin\/edit-product\/[^"]+)"/.exec(html)?.[1] ?? ''
    expect(address).toContain('?back=')
    const form = await admin.open(address)
    expect(form.html.match(/href="\/admin\/products\?search=linen&amp;sort=price"/g)).toHaveLength(
      2,
    )
    const save = async (back: string) => {
      const row = await stored(productId)
      const answer = await admin.post(`/admin/edit-product/${productId}?back=${back}`, {
        ...TYPED,
        id: productId,
        version: String(row?.version),
        inventory_loaded: '7',
      })
      return answer.headers.get('location')
    }
    expect(await save(encodeURIComponent(list))).toBe(list)
    for (const away of ['https://evil.test/', '//evil.test/', '/%5Cevil.test'])
      expect(await save(encodeURIComponent(away).replace('%255C', '%5C'))).toBe('/admin/products')
  })

  test('shows the later of two editors both versions, who may overwrite', async () => {
    const { productId } = await aProduct(app.shop, { price: 20_000 })
    await edit(productId, { price: '18000' })
    const answer = await edit(productId, { price: '16000' }, 1)
    const text = textOf(await answer.text())
    expect(answer.status).toBe(409)
    for (const words of ['has changed this while you were editing', 'Price (MK)', '18000', '16000'])
      expect(text).toContain(words)
    expect((await stored(productId))?.price).toBe(18_000)
    await edit(productId, { price: '16000' }, 2)
    expect((await stored(productId))?.price).toBe(16_000)
    expect(
      await app.shop.db
        .select({ before: auditLog.before, after: auditLog.after })
        .from(auditLog)
        .orderBy(asc(auditLog.id)),
    ).toEqual([
      { before: { price: 20_000 }, after: { price: 18_000 } },
      { before: { price: 18_000 }, after: { price: 16_000 } },
    ])
  })

  test('does not save another product by a form', async () => {
    const [a, b] = [await aProduct(app.shop), await aProduct(app.shop)]
    await admin.post(`/admin/edit-product/${a.productId}`, {
      ...TYPED,
      id: b.productId,
      version: '1',
    })
    expect((await stored(b.productId))?.name).toBe(b.name)
  })
})

test('a price change shows in every process of the shop at once', async () => {
  const { productId } = await aProduct(app.shop, {
    name: 'Linen Dress',
    slug: 'linen-dress',
    price: 20_000,
  })
  const { rows } = await app.shop.db.execute<{ name: string }>(
    sql`select current_database() as name`,
  )
  const url = new URL(inject('testServer').server)
  url.pathname = `/${rows[0]?.name}`
  const open = async () => {
    const events = await openEvents(url.href, () => {})
    const cache = createPageCache(events, createLog({ level: 'silent' }), (path) =>
      app.visit().fetch(path),
    )
    const http = createServer((req, res) => {
      void cache.answer(req, res).then((done) => done || res.writeHead(500).end())
    })
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    onTestFinished(async () => {
      http.close()
      await events.close()
    })
    const { port } = http.address() as AddressInfo
    const read = async () =>
      (await fetch(`http://127.0.0.1:${port}/product/linen-dress`, { keepalive: false })).text()
    return { cache, read }
  }
  const processes = [await open(), await open()]
  for (const { cache, read } of processes) {
    expect(await read()).toContain('MK\u00a020,000')
    expect(cache.figures().pages).toBe(1)
  }
  await edit(productId, { price: '17500' })
  await vi.waitFor(
    async () => {
      for (const { read } of processes) {
        const html = await read()
        expect(html).toContain('MK\u00a017,500')
        expect(html).not.toContain('MK\u00a020,000')
      }
    },
    // Without a notification a cached page would be kept for a minute.
    { timeout: 20_000, interval: 50 },
  )
})

test('customers and cashiers change no product', async () => {
  const { productId, name } = await aProduct(app.shop)
  for (const role of ['customer', 'cashier'] as const) {
    const person = await app.signIn(role)
    const paths = ['/admin/products', '/admin/add-product', `/admin/edit-product/${productId}`]
    for (const path of paths) {
      const fields = { ...TYPED, intent: 'delete', id: productId, version: '1' }
      expect((await person.post(path, fields)).status).toBe(403)
    }
    expect((await person.fetch('/admin/products.csv')).status).toBe(403)
  }
  expect((await stored(productId))?.name).toBe(name)
  expect(await app.shop.db.$count(products)).toBe(1)
})

test.each(['a new product', 'a product that is edited'])(
  'the form of %s begins with its pictures, straight from the camera of a phone',
  async (which) => {
    const { productId } = await aProduct(app.shop)
    const path = which === 'a new product' ? 'add-product' : `edit-product/${productId}`
    const { html } = await (await app.signIn('admin')).open(`/admin/${path}`)
    const panels = [...html.matchAll(/<h2[^>]*>(Product \w+)</g)].map(([, title]) => title)
    expect(panels).toEqual(['Product Images', 'Product Information', 'Product Variants'])
    const camera = /<label class="([^"]*)">(?:(?!<\/label>).)*Take a photo.*?<\/label>/s.exec(html)
    expect(camera?.[0]).toMatch(/<input[^>]*capture="environment"/)
    // For touch screens; with a mouse one chooses files.
    expect(camera?.[1]?.split(' ')).toEqual(
      expect.arrayContaining(['hidden', 'pointer-coarse:flex']),
    )
  },
)
