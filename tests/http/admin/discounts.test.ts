import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { auditLog, discounts } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aDiscount } from '../../support/factories.ts'

const app = useApp()
const PATH = '/admin/discount-codes'
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

const form = (change: Record<string, string> = {}) => ({
  intent: 'save',
  code: 'summer',
  type: 'percentage',
  value: '10',
  isActive: 'true',
  ...change,
})
const find = async (code: string) => {
  const [row] = await app.shop.db.select().from(discounts).where(eq(discounts.code, code))
  return row
}

test('a shop without codes says so', async () => {
  const { html } = await admin.open(PATH)
  expect(html).toContain('Discount Codes')
  expect(html).toContain('No discount codes found.')
})

test('a code that was used as often as it may be says so', async () => {
  await aDiscount(app.shop, { code: 'LASTONE', maximumUses: 2, usedCount: 1 })
  expect((await admin.open(PATH)).html).not.toContain('Used up')
  await aDiscount(app.shop, { code: 'USEDUP', maximumUses: 2, usedCount: 2 })
  expect((await admin.open(PATH)).html).toContain('Used up')
})

test('discount codes are exported as a file with the list’s filters', async () => {
  await aDiscount(app.shop, { code: 'SUMMER', minimumAmount: 5000, maximumUses: 9, usedCount: 2 })
  await aDiscount(app.shop, { code: 'SLEEPY', isActive: false })
  const answer = await admin.fetch(`${PATH}.csv?status=Active`)
  expect(answer.headers.get('content-disposition')).toContain('discount-codes.csv')
  const [head, ...rows] = (await answer.text()).trim().split('\r\n')
  expect(head).toContain('Code,Type,Value,Minimum,Used,Maximum uses,Starts,Expires,State')
  expect(rows).toEqual(['SUMMER,Percentage,10,5000,2,9,,,Active'])
})

test('the form of a code in kwacha accepts whole kwacha only', async () => {
  const refused = await admin.post(`${PATH}?new`, form({ type: 'fixed', value: '10.5' }))
  const { html } = await admin.open(refused)
  expect(html).toContain('Please use whole kwacha.')
  expect(html).toMatch(/<input(?=[^>]*name="value")(?=[^>]*step="1")/)
})

test('a code is created in capitals, without limits where none are typed', async () => {
  const answer = await admin.post(`${PATH}?new`, form({ minimumAmount: '0', maximumUses: '-2' }))
  expect((await admin.open(answer)).html).toContain('Discount code created successfully')
  expect(await find('SUMMER')).toMatchObject({
    type: 'percentage',
    value: 10,
    minimumAmount: null,
    maximumUses: null,
    startsAt: null,
    expiresAt: null,
    usedCount: 0,
  })
})

test.each([
  [{ code: ' ' }, 'Discount code is required'],
  [{ value: '0' }, 'Discount value must be greater than 0'],
  [{ value: '101' }, 'Percentage discount cannot exceed 100%'],
])('%j is answered with the words of the specification', async (change, words) => {
  const answer = await admin.post(`${PATH}?new`, form(change))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(words)
  expect(await app.shop.db.$count(discounts)).toBe(0)
})

test('an existing code is not created twice, and a limit below its uses is refused', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER', usedCount: 7 })
  const twice = await admin.post(`${PATH}?new`, form())
  expect(await twice.text()).toContain('There is a code like that already.')
  const less = await admin.post(`${PATH}?edit=${id}`, form({ id, version: '1', maximumUses: '6' }))
  expect(less.status).toBe(400)
  expect(await less.text()).toContain('It was used 7 times already')
})

test('nobody edits how often a code was used', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER', usedCount: 7 })
  const fields = form({ id, version: '1', usedCount: '0', used_count: '0' })
  expect((await admin.open(await admin.post(`${PATH}?edit=${id}`, fields))).html).toContain(
    'Discount code updated successfully',
  )
  expect(await find('SUMMER')).toMatchObject({ usedCount: 7 })
})

test('the later of two editors of a code sees both versions', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER' })
  const other = await app.signIn('admin')
  await other.post(`${PATH}?edit=${id}`, form({ id, version: '1', value: '25' }))
  const mine = form({ id, version: '1', value: '30', type: 'fixed' })
  const refused = await admin.post(`${PATH}?edit=${id}`, mine)
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('Nothing of yours is')
  expect(html).toContain('Fixed Amount')
  expect(html).toMatch(/<td[^>]*>25%<\/td><td[^>]*>MK.30<\/td>/)
  expect(await find('SUMMER')).toMatchObject({ value: 25 })
  const body = new URLSearchParams(mine)
  body.append('version', '2')
  await admin.fetch(`${PATH}?edit=${id}`, { method: 'POST', body })
  expect(await find('SUMMER')).toMatchObject({ value: 30, type: 'fixed', version: 3 })
})

test('two editors of different fields of one code do not conflict', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER' })
  const { html } = await admin.open(`${PATH}?edit=${id}`)
  const written = /name="loaded" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const own: Record<string, string> = JSON.parse(written)
  const mine = (change: Record<string, string>) =>
    admin.post(`${PATH}?edit=${id}`, form({ ...own, id, version: '1', loaded: written, ...change }))
  const other = await app.signIn('admin')
  const theirs = { id, version: '1', value: '25', minimumAmount: '5000' }
  await other.post(`${PATH}?edit=${id}`, form({ ...own, ...theirs }))

  expect((await mine({ maximumUses: '7' })).status).toBe(302)
  expect(await find('SUMMER')).toMatchObject({ value: 25, minimumAmount: 5000, maximumUses: 7 })

  const refused = await mine({ minimumAmount: '9000', maximumUses: '7' })
  expect(refused.status).toBe(409)
  const notice = await refused.text()
  expect(notice).toMatch(/<td[^>]*>MK.5,000<\/td><td[^>]*>MK.9,000<\/td>/)
  expect(notice).not.toMatch(/<th[^>]*>(Value|Maximum uses)<\/th>/)
  expect(notice).toMatch(/name="value"[^>]*value="25"|value="25"[^>]*name="value"/)
})

test('a code is shown word for word', async () => {
  const day = 24 * 3600 * 1000
  await aDiscount(app.shop, { code: 'ALL', usedCount: 2, expiresAt: new Date(Date.now() - day) })
  await aDiscount(app.shop, {
    code: 'SOME',
    type: 'fixed',
    value: 5000,
    minimumAmount: 20_000,
    maximumUses: 10,
    startsAt: new Date('2031-03-05T12:00:00Z'),
  })
  await aDiscount(app.shop, { code: 'SHIP', type: 'free_shipping', value: 1, isActive: false })
  const { html } = await admin.open(PATH)
  for (const words of [
    'Percentage',
    'Fixed Amount',
    'Free Shipping',
    'MK\u00a05,000',
    'MK\u00a020,000',
    '2/unlimited',
    '0/10',
    'Mar 05, 2031, 14:00',
    '>Active<',
    '>Inactive<',
    '>Expired<',
    '>Not Started<',
  ])
    expect(html, words).toContain(words)
})

test('a code is switched off, and deleted; each is in the log', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER' })
  const off = await admin.post(PATH, { intent: 'switch', id, active: 'false' })
  expect(off.status).toBe(200)
  expect(await find('SUMMER')).toMatchObject({ isActive: false, version: 2 })
  const stale = await admin.post(PATH, { intent: 'delete', id, version: '1' })
  expect((await admin.open(stale)).html).toContain('Somebody else saved first')
  const gone = await admin.post(PATH, { intent: 'delete', id, version: '2' })
  expect((await admin.open(gone)).html).toContain('Discount code deleted successfully')
  const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
  expect(log.map(({ action }) => action)).toEqual(['status changed', 'deleted'])
})

test('a failing database gives the specification’s message about codes', async () => {
  const { id } = await aDiscount(app.shop, { code: 'SUMMER' })
  const away = vi.spyOn(app.shop.db, 'transaction').mockRejectedValue(new Error('away'))
  const saved = await admin.post(`${PATH}?new`, form({ code: 'KEPT' }))
  const deleted = await admin.post(PATH, { intent: 'delete', id, version: '1' })
  away.mockRestore()
  expect(saved.status).toBe(500)
  const html = await saved.text()
  expect(html).toContain('Failed to save discount code')
  expect(html).toContain('value="KEPT"')
  expect((await admin.open(deleted)).html).toContain('Failed to delete discount code')
})

test('a cashier changes no code', async () => {
  const cashier = await app.signIn('cashier')
  expect((await cashier.post(PATH, form())).status).toBe(403)
  expect(await app.shop.db.$count(discounts)).toBe(0)
})
