import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'

const app = useApp()
const NEW = '/admin/price-changes/new'
let admin: SignedIn
let dress: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Wrap dress', price: 20_000 })
  await aProduct(app.shop, { name: 'Button', price: 50 })
})

const typed = { name: 'Weekend', kind: 'percent', value: '25', from: '', until: '' }
const address = (fields: Record<string, string>) => `${NEW}?${new URLSearchParams(fields)}`
const fingerprintOf = (html: string) => /name="fingerprint" value="(\w+)"/.exec(html)?.[1] ?? ''
const textOf = (html: string) => html.replace(/<!-- -->/g, '').replaceAll('\u00a0', ' ')
const open = async (path: string) => textOf((await admin.open(path)).html)
const goOn = async (answer: Response) => textOf((await admin.open(answer)).html)
const shown = async () => textOf((await app.visit().open('/product/wrap-dress')).html)

test('a sale on a list is previewed, planned, shown to visitors at once, and reverted when it is stopped', async () => {
  await app.shop.db.execute(
    sql`update products set slug = 'wrap-dress' where id = ${dress.productId}`,
  )
  expect(await shown()).toContain('MK 20,000')
  const path = address({ ...typed, status: 'active' })
  const preview = await open(path)
  expect(preview).toContain('1 of 2 prices change.')
  expect(preview).toContain('The price would be too low.')
  expect(preview).toContain('MK 15,000')

  const press = { fingerprint: fingerprintOf(preview), request: 'press-1' }
  const answer = await admin.post(path, press)
  const change = answer.headers.get('location') ?? ''
  expect(await goOn(answer)).toContain('Planned for 1 product')
  expect((await admin.post(path, press)).headers.get('location')).toBe(change)
  await app.runJobs(['change-prices'])
  expect(await open(change)).toContain('Running')
  await expect.poll(shown).toContain('MK 15,000')
  expect(await open('/admin/price-changes?state=running')).toContain('Weekend')
  expect(await open(`/admin/activity?search=${encodeURIComponent('Wrap dress')}`)).toContain(
    'Scheduled by',
  )

  expect(await open(address({ ...typed, id: dress.productId }))).toContain('Wrap dress (Weekend)')
  expect(await goOn(await admin.post(change, { request: 'press-2' }))).toContain(
    'Change is being stopped',
  )
  await app.runJobs(['change-prices'])
  expect(await open(change)).toContain('As before')
  await expect.poll(shown).not.toContain('MK 15,000')
})

test('a fault of a price change is shown beside its field, and an empty choice says what to do', async () => {
  const html = await open(address({ ...typed, name: '', value: '100', id: dress.productId }))
  expect(html).toContain('Please give it a name')
  expect(html).not.toContain('Plan this change')
  expect(await open(address({ ...typed, value: '100', id: dress.productId }))).toContain(
    'Please use 1 to 99 percent.',
  )
  expect(await open(`${NEW}?search=zzzzqq`)).toContain('No product chosen')
})

test('a price that was edited since the preview stops the plan, and the new one is shown', async () => {
  const path = address({ ...typed, id: dress.productId })
  const fingerprint = fingerprintOf(await open(path))
  await app.shop.db.execute(sql`update products set price = 30000 where id = ${dress.productId}`)
  const html = await goOn(await admin.post(path, { fingerprint }))
  expect(html).toContain('have changed since this was shown')
  expect(html).toContain('MK 22,500')
})
