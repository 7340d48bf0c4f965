import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { orders, pictures, reviewPhotos, reviews } from '../../../app/db/tables.server.ts'
import { receiptCodeOf } from '../../../app/rules/till/receipt-code.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aPaidOrder, aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aBuyer, aReview, slugOf } from '../../support/reviews/reviews.ts'
import { aSale } from '../../support/till/counter.ts'

const app = useApp()
let dress: TestProduct
let slug: string
let buyer: SignedIn
beforeEach(async () => {
  dress = await aProduct(app.shop, { size: 'M', stock: 20 })
  slug = await slugOf(app.shop, dress)
  buyer = await app.signIn('customer', await aBuyer(app.shop, dress))
})

type Fields = Record<string, string>
const FIELDS: Fields = { stars: '4', fit: 'true', words: 'Fits well', writer: 'Chisomo' }

/** Sends the form as a browser does, with or without files. */
async function send(client: Client, fields: Fields = {}, photos: Uint8Array[] = [], to = slug) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) body.append(name, value)
  for (const photo of photos)
    body.append('photos', new File([new Uint8Array(photo)], 'me.jpg', { type: 'image/jpeg' }))
  // Browsers without scripts send this when no file was chosen.
  if (photos.length === 0) body.append('photos', new File([], ''))
  const sent = new Response(body)
  const bytes = await sent.arrayBuffer()
  const headers = {
    'content-type': sent.headers.get('content-type') ?? '',
    'content-length': String(bytes.byteLength),
  }
  return client.fetch(`/reviews/new/${to}`, { method: 'POST', headers, body: bytes })
}
const newBuyer = async () => app.signIn('customer', await aBuyer(app.shop, dress))
/** A photo large enough to reserve much memory. */
const heavyPhoto = () =>
  sharp({
    create: {
      width: 400,
      height: 500,
      channels: 3,
      background: '#a8371f',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
async function expectTyped(answer: Response, text: string) {
  const html = await answer.text()
  expect(html).toContain(text)
  for (const typed of [FIELDS.words, `value="${FIELDS.writer}"`]) expect(html).toContain(typed)
  expect(html).toMatch(
    /<input[^>]*name="stars"[^>]*checked=""[^>]*value="4"|name="stars"[^>]*value="4"[^>]*checked/,
  )
}
const page = async (path = `/product/${slug}`) =>
  (await app.visit().open(path)).html.replaceAll('<!-- -->', '')
const photo = () =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: '#a8371f' } })
    .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '15/1 47/1 0/1' } })
    .jpeg()
    .toBuffer()
const ratingIn = (html: string) => /"aggregateRating":(\{[^}]*\})/.exec(html)?.[1]

describe('a review', () => {
  test('is shown on the page, in cards, at the sizes and in data for search engines once it is sent', async () => {
    const before = await page()
    expect(before).toContain('4.5 (0 reviews)')
    expect(before).not.toContain('aggregateRating')
    const done = await buyer.open(await send(buyer))
    expect(done.path).toBe(`/product/${slug}`)
    expect(done.html).toContain('Thank you for your review!')
    const after = await page()
    for (const text of [
      '4.0 (1 review)',
      'Fits well',
      'Chisomo',
      '1 of 1 say: true to size',
      'Size M',
    ])
      expect(after).toContain(text)
    expect(ratingIn(after)).toBe('{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}')
    // The star as cards contain it (app/web/render/fragment-cache.server.ts).
    expect(await page('/products')).toContain('&#9733; 4.0 (1 review)')
  })

  test('of a product that its writer has not bought is refused before its form is read, and nothing is stored', async () => {
    const other = await slugOf(app.shop, await aProduct(app.shop))
    const strangers = [buyer, await app.signIn(), app.visit()]
    for (const [n, client] of strangers.entries()) {
      const answer = await send(client, {}, [await photo()], n === 0 ? other : slug)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/reviews/new'])
    }
    expect(await app.shop.db.$count(reviews)).toBe(0)
    expect(await app.shop.db.$count(pictures)).toBe(0)
  })

  test('shows its text as plain text, whatever it contains', async () => {
    const words = '<script>alert(1)</script></script><img src=x onerror=alert(1)>\u202eecin'
    await send(buyer, { words, writer: '<b>M\u202e</b>' })
    const html = await page()
    expect(html).not.toMatch(/<script>alert|<img src=x|<b>M|\u202e/)
    expect(html).toContain('&lt;script&gt;alert(1)')
  })

  test('without stars keeps the typed text and says what is missing', async () => {
    const answer = await send(buyer, { stars: '' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('Please choose how many stars.')
    expect(html).toContain('Fits well')
    expect(await app.shop.db.$count(reviews)).toBe(0)
  })

  test('is written from the product’s order; with several products, from the list of bought ones', async () => {
    const link = async (client: Client) =>
      /href="(\/reviews\/new[^"]*)"/.exec((await client.open('/orders')).html)?.[1]
    expect(await link(buyer)).toBe(`/reviews/new/${slug}`)
    const other = await aProduct(app.shop)
    const many = await aUser(app.shop)
    const { order } = await aPaidOrder(app.shop, many.userId, [
      { product: dress },
      { product: other },
    ])
    const there = { status: 'delivered' as const, deliveredAt: app.shop.now() }
    await app.shop.db.update(orders).set(there).where(eq(orders.id, order.id))
    const both = await app.signIn('customer', many)
    expect(await link(both)).toBe('/reviews/new')
    // A reviewed product is not asked for again.
    await send(both)
    expect(await link(both)).toBe(`/reviews/new/${await slugOf(app.shop, other)}`)
    await send(buyer)
    const own = (await buyer.open('/orders')).html
    expect(own).toContain('Your review<')
    expect(own).not.toContain('Write a review')
  })

  test('is changed and deleted by its writer, from the same form', async () => {
    await send(buyer)
    const form = (await buyer.open(`/reviews/new/${slug}`)).html
    expect(form).toContain('Save your review')
    await send(buyer, { stars: '1', words: 'The seam went' })
    expect(await page()).toContain('The seam went')
    await send(buyer, { intent: 'delete' })
    const html = await page()
    expect(html).toContain('4.5 (0 reviews)')
    expect(html).not.toContain('aggregateRating')
  })
})

describe('photos of a review', () => {
  test('are stored without location data, three at most, and deleted when they are deselected', async () => {
    const three = await Promise.all([photo(), photo(), photo()])
    expect((await send(buyer, {}, [...three, await photo()])).status).toBe(400)
    expect(await app.shop.db.$count(pictures)).toBe(0)
    expect((await send(buyer, {}, three)).status).toBe(302)
    const paths = await app.shop.db.select({ path: pictures.path }).from(pictures)
    expect(paths).toHaveLength(3)
    for (const { path } of paths) expect(path).toMatch(/^reviews\/[0-9a-f]{24}\.jpg$/)
    const kept = await app.shop.db.select().from(reviewPhotos).limit(1)
    await send(buyer, { kept: kept[0]?.id ?? '' })
    expect(await app.shop.db.select().from(reviewPhotos)).toEqual(kept)
    expect((await page()).match(/src="\/files\/reviews\//g)).toHaveLength(1)
  })

  test('that are no pictures, or have too many pixels, are refused and the typed text stays', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 6000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    for (const bad of [bomb, Buffer.from('<svg onload=alert(1)>')]) {
      const answer = await send(buyer, {}, [bad])
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toContain('Failed to upload image')
      expect(html).toContain('Fits well')
    }
    expect(await app.shop.db.$count(reviews)).toBe(0)
  })

  test('that arrive slowly leave room for staff and for reviews without photos', async () => {
    const stored = Promise.withResolvers<void>()
    const { storage } = app.shop
    app.shop.storage = {
      ...storage,
      async put(...args) {
        await stored.promise
        await storage.put(...args)
      },
    }
    const heavy = await heavyPhoto()
    const others = [await newBuyer(), await newBuyer()]
    const slow = [buyer, ...others].map((client) => send(client, {}, [heavy]))
    // Two customers' uploads hold all the memory that is allowed: the third is refused.
    const refused = await Promise.race(slow)
    expect(refused.status).toBe(503)
    await expectTyped(refused, 'Please try again in a minute.')
    expect((await send(await newBuyer())).status).toBe(302)
    const admin = await app.signIn('admin')
    const uploads = Array.from({ length: 5 }, () => {
      const body = new FormData()
      body.set('folder', 'products')
      body.set('file', new File([new Uint8Array(heavy)], 'dress.jpg', { type: 'image/jpeg' }))
      return admin.fetch('/admin/pictures', { method: 'POST', body })
    })
    expect((await Promise.race(uploads)).status).toBe(503)
    stored.resolve()
    const statuses = async (all: Promise<Response>[]) =>
      (await Promise.all(all)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(await statuses(uploads)).toEqual([200, 200, 200, 200, 503])
    expect(await statuses(slow)).toEqual([302, 302, 503])
  })

  test('that are too large, or sent too often, are refused and the typed text stays', async () => {
    const large = await send(buyer, {}, [new Uint8Array(16 * 1024 * 1024)])
    expect(large.status).toBe(413)
    await expectTyped(large, 'larger than 15 MB')
    const limits = vi
      .spyOn(app.shop.rateLimiter, 'take')
      .mockResolvedValue({ allowed: false, retryAfter: 60 })
    const often = await send(buyer, {}, [await heavyPhoto()]).finally(() => limits.mockRestore())
    expect(often.status).toBe(429)
    await expectTyped(often, 'Too many attempts')
  })

  test('of one review are never moved into another one', async () => {
    await send(buyer, {}, [await photo()])
    const [own] = await app.shop.db.select().from(reviewPhotos)
    const other = await app.signIn('customer', await aBuyer(app.shop, dress))
    await send(other, { kept: own?.id ?? '' })
    expect(await app.shop.db.select().from(reviewPhotos)).toEqual([own])
  })
})

test('a receipt code opens reviews for that receipt’s products, without an account', async () => {
  const { userId: cashierId } = await aUser(app.shop, 'cashier')
  const sale = await aSale(app.shop, { cashierId, product: dress })
  const visitor = app.visit()
  const wrong = await visitor.post('/reviews/new', { code: '0000-0000-0000' })
  expect(wrong.status).toBe(404)
  expect(await wrong.text()).toContain('We do not know this code')
  const code = receiptCodeOf(sale.idempotencyKey) ?? ''
  const found = await visitor.open(await visitor.post('/reviews/new', { code }))
  expect(found.html).toContain(`/reviews/new/${slug}`)
  expect((await send(visitor, { writer: '' })).headers.get('location')).toBe(
    `/product/${slug}#reviews`,
  )
  expect(await page()).toContain('A customer')
  const [row] = await app.shop.db.select().from(reviews)
  expect(row).toMatchObject({ posSaleId: sale.id, userId: null })
  // The cookie is signed: another sale's id in it opens nothing.
  const forger = app.visit()
  forger.cookies.set('zovala.receipt', btoa(JSON.stringify(sale.id)))
  expect((await send(forger)).headers.get('location')).toBe('/reviews/new')
})

test('cached pages show a new review at once, and drop a hidden one', async () => {
  const { shop } = app
  const path = `/product/${slug}`
  const cleared = () => {
    const sent = Promise.withResolvers<void>()
    const stop = shop.events.on('catalogue', () => sent.resolve())
    return sent.promise.finally(stop)
  }
  const added = cleared()
  const { id } = await aReview(shop, dress, { words: 'Seen at once' })
  await added
  expect(await page(path)).toContain('Seen at once')
  const hidden = cleared()
  await shop.db
    .update(reviews)
    .set({ hiddenAt: new Date(), hiddenReason: 'Names somebody' })
    .where(eq(reviews.id, id))
  await hidden
  const html = await page(path)
  expect(html).not.toMatch(/Seen at once|aggregateRating|Names somebody/)
  expect(await page('/products')).toContain('4.5 (0 reviews)')
})

test('older reviews are on the next page, also without scripts, and an invented cursor is ignored', async () => {
  for (let n = 0; n < 6; n += 1) await aReview(app.shop, dress, { words: `Words ${n}` })
  const first = await page()
  expect(first).toContain('Words 5')
  expect(first).not.toContain('Words 0')
  const older = /href="([^"]*reviews=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await page(`/product/${slug}${older.replace(/^\/product\/[^?]*/, '')}`)
  expect(second).toContain('Words 0')
  expect(second).not.toContain('Words 5')
  for (const cursor of ['x', '%00', 'WyJhIiwiYiJd'])
    expect(await page(`/product/${slug}?reviews=${cursor}`)).toContain('Words 5')
})
