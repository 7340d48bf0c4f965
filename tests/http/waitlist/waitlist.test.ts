import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { waitlistRequests } from '../../../app/db/tables.server.ts'
import { adjustStock } from '../../../app/modules/stock/move-stock.ts'
import type { EmailContent } from '../../../app/rules/messages/emails/content.ts'
import { useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'

const app = useApp()
let dress: TestProduct
beforeEach(async () => {
  dress = await aProduct(app.shop, { name: 'Lake Dress', slug: 'lake-dress', stock: 0, size: 'M' })
})
const readRequests = () => app.shop.db.select().from(waitlistRequests)
const asked = (fields: Record<string, string>) => ({
  variant: dress.variantId,
  then: '/product/lake-dress?size=M',
  email: '',
  phone: '',
  ...fields,
})
async function readLinks() {
  const { rows } = await app.shop.db.execute<{ data: EmailContent }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on desc limit 1`,
  )
  const path = (url = '') => url.slice(url.indexOf('/waitlist'))
  return { yes: path(rows[0]?.data.button?.url), no: path(rows[0]?.data.unsubscribeUrl) }
}

test('a sold-out product offers to notify, one in stock does not; a visitor confirms by email', async () => {
  await aProduct(app.shop, { slug: 'in-stock' })
  const visitor = app.visit()
  expect((await visitor.open('/product/in-stock')).html).not.toContain('Tell me when it is back')
  expect((await visitor.open('/product/lake-dress')).html).toMatch(
    /<details id="tell-me" open[^]*name="variant" value="[^"]+"[^]*name="email"[^]*Tell me when it is back/,
  )
  const answer = await visitor.post('/waitlist', asked({ email: 'mary@example.com' }))
  expect(answer.headers.get('location')).toBe('/product/lake-dress?size=M')
  expect((await visitor.open(answer)).html).toContain('Almost there')
  const { yes } = await readLinks()
  // Opening the link confirms nothing, because email scanners open links.
  const page = await visitor.open(yes)
  expect(page.html).toContain('Yes, tell me')
  expect((await readRequests())[0]?.confirmedAt).toBeNull()
  const token = yes.split('=').at(-1) ?? ''
  const { html } = await visitor.open(await visitor.post('/waitlist', { confirm: token }))
  expect(html).toContain('We will tell you')
  expect((await readRequests())[0]?.confirmedAt).toBeInstanceOf(Date)
})

test('a mail program’s own button takes an address off the list', async () => {
  const visitor = app.visit()
  await visitor.post('/waitlist', asked({ email: 'mary@example.com' }))
  const { no } = await readLinks()
  const done = await visitor.post(no, { 'List-Unsubscribe': 'One-Click' })
  expect(done.status).toBe(200)
  expect((await readRequests())[0]?.leftAt).toBeInstanceOf(Date)
  const unknown = await visitor.post('/waitlist?leave=x', { 'List-Unsubscribe': 'One-Click' })
  expect(unknown.status).toBe(404)
})

test('a signed-in customer joins the waitlist by one press, with their own address only', async () => {
  const customer = await app.signIn()
  const { html } = await customer.open('/product/lake-dress')
  expect(html).not.toContain('name="email" type="email"')
  await customer.post('/waitlist', asked({ email: 'somebody@else.example' }))
  const [row, ...others] = await readRequests()
  expect(others).toEqual([])
  expect(row?.email).not.toBe('somebody@else.example')
  expect(row?.confirmedAt).toBeInstanceOf(Date)
})

test('a waitlist form’s return address stays within the shop, and missing fields are named', async () => {
  const visitor = app.visit()
  const away = await visitor.post('/waitlist', { ...asked({}), then: '//evil.example' })
  expect(away.headers.get('location')).toBe('/products')
  expect((await visitor.open(away)).html).toContain('give an email address or a phone number')
  expect(await readRequests()).toEqual([])
})

test('staff see the waitlist, text customers once stock is back, and mark it; the export names nobody', async () => {
  await app.visit().post('/waitlist', asked({ phone: '0991 234 567' }))
  const admin = await app.signIn('admin')
  const list = await admin.open('/admin/waitlist')
  expect(list.html).toContain('Lake Dress')
  const levels = await admin.open(`/admin/stock/${dress.productId}`)
  expect(levels.html).toContain('Size M: 1 waiting')
  const path = `/admin/waitlist?variant=${dress.variantId}`
  expect((await admin.open(path)).html).not.toContain('wa.me')
  await app.shop.db.transaction((db) => adjustStock(db, dress.variantId, 3, 'received', {}))
  expect((await admin.open(path)).html).toMatch(
    /https:\/\/wa\.me\/265991234567\?text=Hello[^"]*Lake%20Dress[^"]*product%2Flake-dress/,
  )
  expect((await admin.open('/admin')).html).toContain('is back: message who waits')
  const csv = await (await admin.fetch('/admin/waitlist.csv')).text()
  expect(csv).toContain('Lake Dress,M,')
  expect(csv).not.toContain('991234567')
  const [row] = await readRequests()
  const page = await admin.open(await admin.post(path, { intent: 'told', id: row?.id ?? '' }))
  expect(page.html).toContain('Marked as told')
  expect((await readRequests())[0]?.toldAt).toBeInstanceOf(Date)
  expect((await admin.open('/admin')).html).not.toContain('wait for a WhatsApp')
})
