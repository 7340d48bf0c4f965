import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auditLog, products, stockMovements, variants } from '../../../app/db/tables.server.ts'
import { bookDelivery } from '../../../app/modules/purchasing/book-delivery.ts'
import { addToDelivery, startDelivery } from '../../../app/modules/purchasing/change-delivery.ts'
import { findDelivery } from '../../../app/modules/purchasing/read-deliveries.ts'
import { readDelivery } from '../../../app/rules/purchasing/delivery-form.ts'
import { readLabelCounts } from '../../../app/rules/till/label-counts.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPendingOrder, aProduct, aUser, type TestProduct } from '../../support/factories.ts'

const app = useApp()
let admin: SignedIn
let dress: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Chitenje Dress', stock: 10, barcode: '2000000000015' })
})
const onHand = async () =>
  (await app.shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory
const page = () => `/admin/stock/${dress.productId}`
/** The value that the page's form carries as seen. */
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="(\\d+)"`).exec(html)?.[1] ?? ''
const seen = async () => {
  const { html } = await admin.open(`/admin/stock?adjust=${dress.variantId}`)
  return { version: hidden(html, 'version'), seen: hidden(html, 'seen') }
}
const receive = (fields: Record<string, string>, path = page()) =>
  admin.post(path, { intent: 'receive', product: dress.productId, version: '0', ...fields })
const adjust = (fields: Record<string, string>, who = admin) =>
  who.post(`/admin/stock?search=chit&adjust=${dress.variantId}`, {
    intent: 'adjust',
    product: dress.productId,
    variant: dress.variantId,
    note: '',
    ...fields,
  })

describe('the stock list', () => {
  test('shows what is on hand, is searched and filtered in the address', async () => {
    const low = await aProduct(app.shop, { name: 'Last Scarf', stock: 2 })
    const { html } = await admin.open('/admin/stock')
    expect(html).toContain('Chitenje Dress')
    expect(html).toContain(`/admin/stock/${low.productId}`)
    expect(html).toMatch(/Product<svg[^>]*aria-label="ascending"/)
    expect((await admin.open('/admin/stock?stock=low')).html).not.toContain('Chitenje Dress')
    expect((await admin.open('/admin/stock?search=chit')).html).not.toContain('Last Scarf')
    expect((await admin.open('/admin/stock?search=nonesuch')).html).toContain('Nothing found')
    const odd = await admin.open('/admin/stock?sort=price&stock=high&after=x&adjust=y')
    expect([odd.status, odd.html.includes('Chitenje Dress')]).toEqual([200, true])
  })

  test('Enter on a barcode or SKU opens the stock page of its product', async () => {
    const found = await admin.fetch('/admin/stock?search=2000000000015&exact=1')
    expect(found.headers.get('location')).toBe(page())
    expect((await admin.fetch('/admin/stock?search=2000000000015')).status).toBe(200)
    expect((await admin.fetch('/admin/stock?search=chit&exact=1')).status).toBe(200)
  })

  test('comes as a file: the same search, filter and order', async () => {
    await aProduct(app.shop, { name: '=cmd()', stock: 3 })
    await aProduct(app.shop, { name: 'Sized', size: 'M', stock: 1, barcode: '2000000000022' })
    const answer = await admin.fetch('/admin/stock.csv?sort=-on-hand')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toContain('Product,Size,Color,SKU,Barcode,Shelf,On hand,Reserved')
    expect(lines[1]).toMatch(/^Chitenje Dress,,,DR-\d+-1,2000000000015,,10,0,yes,$/)
    // The product's barcode is not the barcode of a size.
    expect(lines[3]).toMatch(/^Sized,M,,[^,]+,,,1,0,yes,$/)
    expect(lines[2]).toMatch(/^"?'=cmd\(\)/)
    const low = await (await admin.fetch('/admin/stock.csv?stock=low')).text()
    expect(low).not.toContain('Chitenje')
  })
  test('a product’s ledger is exported with its filters, too', async () => {
    const lines = async (query: string) =>
      (await (await admin.fetch(`${page()}/ledger.csv${query}`)).text()).trim().split('\r\n')
    expect((await lines('?kind=opening')).slice(1)).toHaveLength(1)
    expect((await lines('?kind=opening'))[1]).toContain(',Opening stock,10,10,')
    expect((await lines(''))[0]).toContain('When,Size,Color,What,Units,On hand after')
    const nobody = '/admin/stock/00000000-0000-4000-8000-000000000000/ledger.csv'
    expect((await admin.fetch(nobody)).status).toBe(404)
  })
})

describe('receiving items', () => {
  test('of several variants in one go, from the page of the product', async () => {
    const [large] = await app.shop.db
      .insert(variants)
      .values({ productId: dress.productId, sku: 'DR-L', size: 'L' })
      .returning()
    const answer = await receive({
      [`units:${dress.variantId}`]: '5',
      [`units:${large?.id}`]: ' 3 ',
      note: 'Delivery 4711',
    })
    expect(answer.headers.get('location')).toBe(page())
    const { html } = await admin.open(answer)
    expect(html).toContain('Stock updated')
    expect(html).toContain('Delivery 4711')
    expect(await onHand()).toBe(15)
    expect(await app.shop.db.$count(auditLog, eq(auditLog.action, 'stock received'))).toBe(1)
  })

  test('a screen with scripts is redirected to the same address', async () => {
    const fields = { [`units:${dress.variantId}`]: '1' }
    const answer = await receive(fields, `${page()}.data?kind=sale&receive=${dress.variantId}`)
    expect(await answer.text()).toContain(`${page()}?kind=sale"`)
  })

  test('an empty number and a text that is no number are refused beside the field', async () => {
    const units = `units:${dress.variantId}`
    const nothing = await receive({ [units]: '' })
    expect([nothing.status, (await nothing.text()).includes('how many came in')]).toEqual([
      400,
      true,
    ])
    const wrong = await receive({ [units]: '-3' }, `/admin/stock?receive=${dress.variantId}`)
    const html = await wrong.text()
    expect(wrong.status).toBe(400)
    expect(html).toContain('Please enter a whole number.')
    expect(html).toContain('value="-3"')
    expect(await onHand()).toBe(10)
  })

  test('a form with unknown products changes nothing', async () => {
    const none = '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11'
    for (const fields of [
      { product: 'x' },
      { product: none, [`units:${dress.variantId}`]: '1' },
      { [`units:${none}`]: '1' },
      { version: 'new', [`units:${dress.variantId}`]: '1' },
    ])
      expect((await receive(fields)).status).toBe(302)
    expect((await admin.post(page(), { intent: 'steal' })).status).toBe(302)
    expect(await app.shop.db.$count(stockMovements)).toBe(1)
    expect((await admin.fetch(`/admin/stock/${none}`)).status).toBe(404)
    expect((await admin.fetch('/admin/stock/nonsense')).status).toBe(404)
  })
})

describe('adjusting', () => {
  test('a count is compared with the number that was shown, not with later sales', async () => {
    const form = await seen()
    expect(form.seen).toBe('10')
    const { userId } = await aUser(app.shop)
    await aPendingOrder(app.shop, userId, [{ product: dress, quantity: 2 }])
    const answer = await adjust({ ...form, reason: 'counted', units: '7' })
    expect(answer.headers.get('location')).toBe('/admin/stock?search=chit')
    expect(await onHand()).toBe(5)
    const { html } = await admin.open(page())
    expect(html).toContain('Counted')
    expect(html).toContain('Held for payment')
    expect(html).toMatch(/\/admin\/orders\?order=FSC-/)
  })

  test('the later of two counts sees both numbers, and decides', async () => {
    const form = await seen()
    const other = await app.signIn('admin')
    await adjust({ ...form, reason: 'counted', units: '7' }, other)
    const late = await adjust({ ...form, reason: 'counted', units: '8' })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain('has changed this while you were editing')
    expect(html).toContain('Save mine over it')
    expect(hidden(html, 'seen')).toBe('7')
    const button = /<button[^>]*name="version"[^>]*>/.exec(html)?.[0] ?? ''
    const stands = /value="(\d+)"/.exec(button)?.[1] ?? ''
    await adjust({ seen: '7', version: stands, reason: 'counted', units: '8' })
    expect(await onHand()).toBe(8)
  })

  test('without a reason, and below zero, it is refused and keeps what was typed', async () => {
    const form = await seen()
    const nameless = await adjust({ ...form, reason: '', units: '2' })
    expect([nameless.status, (await nameless.text()).includes('Please choose a reason.')]).toEqual([
      400,
      true,
    ])
    const below = await adjust({ ...form, reason: 'lost', units: '11' })
    expect(below.status).toBe(409)
    const html = await below.text()
    expect(html).toContain('Only 10 are on the shelf')
    expect(html).toContain('value="11"')
    expect(await onHand()).toBe(10)
  })
})

test('a stock-take is blind: neither its page nor the data behind it hold a figure until it is reviewed', async () => {
  const { variantId } = await aProduct(app.shop, {
    name: 'Counted Cap',
    stock: 7431,
    location: 'Q9',
  })
  const form = { request: crypto.randomUUID(), location: 'Q9', category: '' }
  const started = await admin.post('/admin/stock-takes', form)
  const path = started.headers.get('location') ?? ''
  const note = { request: crypto.randomUUID(), intent: 'note', [`n:${variantId}`]: '7' }
  expect((await admin.post(path, note)).status).toBe(302)
  const read = async (query: string) => [
    (await admin.open(path + query)).html,
    await (await admin.fetch(`${path}.data${query}`)).text(),
  ]
  for (const query of ['', '?find=Counted'])
    for (const text of await read(query)) {
      expect(text).toContain('Counted Cap')
      expect(text).not.toMatch(/7,?431/)
    }
  // A character that PostgreSQL cannot store is dropped from the search.
  expect((await admin.open(`${path}?find=%00Counted`)).html).toContain('Counted Cap')
  for (const text of await read('?review=1')) expect(text).toMatch(/7,?431/)
  expect((await admin.open('/admin/stock-takes')).html).toMatch(/<datalist[^>]*><option>Q9</)
})

test('a stock-take that refuses a count shows all of them as they were typed, marks the wrong one and notes nothing', async () => {
  const cap = await aProduct(app.shop, { name: 'Refused Cap', stock: 4, size: 'S' })
  await app.shop.db
    .insert(variants)
    .values({ productId: cap.productId, sku: 'REFUSED-M', size: 'M', position: 1 })
  const started = await admin.post('/admin/stock-takes', { request: crypto.randomUUID() })
  const path = `${started.headers.get('location')}?find=Refused`
  const fields = [...(await admin.open(path)).html.matchAll(/name="(n:[\w-]{36})"/g)]
  const [right = '', wrong = ''] = fields.map(([, name = '']) => name)
  for (const bad of ['12.', '1o', '1,5', '100000']) {
    const note = { request: crypto.randomUUID(), intent: 'note', [right]: '3', [wrong]: bad }
    const refused = await admin.post(path, note)
    const html = await refused.text()
    expect(refused.status, bad).toBe(400)
    const box = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0]
    expect(box(right)).toContain('value="3"')
    expect(box(right)).not.toContain('aria-invalid=')
    expect(box(wrong)).toContain(`value="${bad}"`)
    expect(box(wrong)).toContain('aria-invalid="true"')
    expect(html).toContain('Please enter whole numbers of units. Nothing was noted yet.')
    expect(html).toContain('Nothing is counted yet.')
  }
  const none = await admin.post(path, { request: crypto.randomUUID(), intent: 'note', [right]: '' })
  expect([none.status, await none.text()]).toEqual([
    400,
    expect.stringContaining('Please enter how many were counted, 0 for none.'),
  ])
})

test('only the staff of the back office see and change stock', async () => {
  const cashier = await app.signIn('cashier')
  expect((await cashier.fetch('/admin/stock.csv')).status).toBe(403)
  const form = { version: '0', seen: '10', reason: 'lost', units: '1' }
  expect((await adjust(form, cashier)).status).toBe(403)
  expect(await onHand()).toBe(10)
})

test('a received product stands in the shop at once', async () => {
  await app.shop.db.update(products).set({ status: 'active' })
  const scarf = await aProduct(app.shop, { slug: 'sold-out', stock: 0 })
  const visitor = app.visit()
  const look = async () => (await visitor.open('/product/sold-out')).html
  expect(await look()).toContain('Out of Stock')
  await receive({ product: scarf.productId, [`units:${scarf.variantId}`]: '3' })
  await vi.waitFor(async () => expect(await look()).not.toContain('Out of Stock'), {
    timeout: 20_000,
  })
})

test('labels are printed from a page or by the till; the address says which and how many', async () => {
  const { html } = await admin.open(`/admin/labels?product=${dress.productId}`)
  expect(html).toContain('The till of this device')
  const print = (paper: string, count: number) =>
    admin.fetch(`/admin/labels/print?product=${dress.productId}&n=${count}&paper=${paper}`)
  const sent = await print('till', 3)
  const { pathname, hash } = new URL(sent.headers.get('location') ?? '', 'http://shop')
  expect([sent.status, pathname]).toEqual([302, '/admin/pos'])
  expect([...readLabelCounts(hash)]).toEqual([[dress.variantId, 3]])
  expect(await (await print('till', 0)).text()).toContain('No labels were chosen')
  expect(await (await print('roll', 3)).text()).toContain('label-roll')
})

test('a delivery offers one label for each unit that came', async () => {
  const actor = { userId: admin.userId, ip: '10.0.0.1' }
  const { id } = await startDelivery(app.shop.db, actor)
  const { productId, variantId } = dress
  await app.shop.db.insert(variants).values([
    { productId, sku: 'DRESS-M', size: 'M', position: 1 },
    { productId, sku: 'DRESS-L', size: 'L', position: 2 },
  ])
  const read = readDelivery({})
  if (!read.ok) throw new Error(read.error)
  const { edit } = read
  await addToDelivery(app.shop.db, actor, id, edit, { productId, scanned: null })
  const lines = (await findDelivery(app.shop.db, id))?.lines ?? []
  const come = (line: (typeof lines)[number]) =>
    line.variantId === variantId ? 3 : line.size === 'L' ? 2 : 0
  const units = new Map(lines.map((line) => [line.id, { was: line.arriving, is: come(line) }]))
  expect(await bookDelivery(app.shop.db, actor, id, { ...edit, units }, false)).toMatchObject({
    ok: true,
    units: 5,
  })

  const { html } = await admin.open(`/admin/deliveries/${id}`)
  const way = /href="(\/admin\/labels\?booking=[^"]*)"/.exec(html)?.[1] ?? ''
  const page = await admin.open(way)
  const offered = [...page.html.matchAll(/<input[^>]*name="n"[^>]*>/g)].map(([input]) => [
    /aria-label="Labels of ([^"]*)"/.exec(input)?.[1],
    Number(/value="(\d+)"/.exec(input)?.[1]),
  ])
  expect(offered).toEqual([
    ['Chitenje Dress', 3],
    ['Chitenje Dress, Size L', 2],
  ])
  expect(page.html).toContain(`href="/admin/deliveries/${id}"`)
  const paper = (await admin.open(way.replace('/labels', '/labels/print'))).html
  expect(paper.match(/<li class="label-card/g)).toHaveLength(5)
})
