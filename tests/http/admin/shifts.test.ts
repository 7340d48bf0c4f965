import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, posSales, unreadableTillEvents } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import {
  aClosedShift,
  aReturn,
  aSale,
  aShift,
  aTill,
  moveCash,
} from '../../support/till/counter.ts'

const app = useApp()
let admin: SignedIn
let cashier: SignedIn
let skirt: TestProduct
let tillId: string

beforeEach(async () => {
  app.shop.now = () => new Date('2026-09-30T10:00:00Z')
  admin = await app.signIn('admin')
  cashier = await app.signIn('cashier')
  skirt = await aProduct(app.shop, { name: 'Chitenje Skirt', price: 20_000 })
  tillId = (await aTill(app.shop, 'Front counter')).id
})

/** The text of a page without tags and script data. */
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[^\S\u00a0]+/g, ' ')
    .replaceAll('\u00a0', ' ')
const see = async (path: string) => textOf((await admin.open(path)).html)

async function aDay() {
  const shift = await aClosedShift(app.shop, {
    tillId,
    openedBy: cashier.userId,
    counted: { 5000: 5, 500: 1 },
    note: 'Short: gave too much change',
  })
  const sold = { cashierId: cashier.userId, product: skirt, shiftId: shift.id, tillId }
  const sale = await aSale(app.shop, { ...sold, discount: 2000, cashGiven: 20_000 })
  await moveCash(app.shop, {
    shiftId: shift.id,
    byUser: cashier.userId,
    amount: -1500,
    reason: 'Taxi for a parcel',
  })
  return { shift, sale, sold }
}

describe('the list of shifts', () => {
  test('says when there are no shifts, and shows till, cashier, times and variance', async () => {
    expect(await see('/admin/shifts')).toContain('No shifts yet')
    await aDay()
    const page = await see('/admin/shifts')
    for (const words of ['Front counter', 'Sep 30, 2026, 12:00', 'MK 26,500', 'MK 1,000 short'])
      expect(page).toContain(words)
    expect(page).toContain('Closed')
  })

  test('says when its days are in the wrong order, and marks its sort order', async () => {
    await aDay()
    const turned = 'From day is later than To day: no day lies between them.'
    expect(await see('/admin/shifts?from=2026-09-30&to=2026-09-01')).toContain(turned)
    expect(await see('/admin/shifts?from=2026-09-01&to=2026-09-30')).not.toContain(turned)
    const arrow = /Opened<svg[^>]*aria-label="descending"/
    expect((await admin.open('/admin/shifts')).html).toMatch(arrow)
    expect((await admin.open('/admin/shifts?sort=opened')).html).not.toMatch(arrow)
  })

  test('filters by till, status and day, and ignores a malformed address', async () => {
    await aDay()
    const other = await aTill(app.shop, 'Back room')
    const open = await aShift(app.shop, { tillId: other.id, openedBy: cashier.userId })
    const rows = async (query: string) => {
      const { html } = await admin.open(`/admin/shifts?${query}`)
      return [...html.matchAll(/data-opens="shift ([^"]+)"/g)].map(([, id]) => id)
    }
    expect(await rows('status=open')).toEqual([open.id])
    expect(await rows(`till=${other.id}`)).toEqual([open.id])
    expect(await rows('from=2026-09-30&to=2026-09-30')).toHaveLength(2)
    expect(await rows('to=2026-09-29')).toEqual([])
    expect(await see('/admin/shifts?to=2026-09-29')).toContain('No shifts found')
    expect(await rows('till=x&status=y&from=2026-02-31&sort=z&after=w')).toHaveLength(2)
  })

  test('an address opens a shift: figures, cash in and out, the way to its sales and its report', async () => {
    const { shift } = await aDay()
    const { html } = await admin.open(`/admin/shifts?shift=${shift.id}`)
    const page = textOf(html)
    for (const words of [
      'Opening float MK 10,000',
      'Cash sales MK 18,000',
      'Cash out −MK 1,500',
      'Expected in the drawer MK 26,500',
      'Counted MK 25,500',
      'Variance MK 1,000 short',
      'Discounts given MK 2,000',
      'Taxi for a parcel',
      'gave too much change',
    ])
      expect(page).toContain(words)
    expect(html).toContain(`href="/admin/pos-sales?shift=${shift.id}"`)
    expect(html).toContain(`href="/admin/shifts/${shift.id}/z-report"`)
    expect(await see(`/admin/shifts?shift=${randomUUID()}`)).toContain('Not found')
    expect(await see('/admin/shifts?shift=nonsense')).toContain('Not found')
  })

  test('is exported as a file, and the log says who took it', async () => {
    await aDay()
    const answer = await admin.fetch(`/admin/shifts.csv?till=${tillId}`)
    expect(answer.headers.get('content-disposition')).toContain('shifts.csv')
    const [head, row] = (await answer.text()).split('\r\n')
    const cells = Object.fromEntries(
      (head ?? '').split(',').map((name, at) => [name, row?.split(',')[at]]),
    )
    expect(cells).toMatchObject({ Expected: '26500', Counted: '25500', Variance: '-1000' })
    const [line] = await app.shop.db.select().from(auditLog)
    expect(line).toMatchObject({ action: 'exported', entity: 'shift', byUser: admin.userId })
  })
})

describe('a Z report', () => {
  test('is a paper with pieces, drawer and cashiers, printed as often as staff ask for it', async () => {
    const { shift } = await aDay()
    const path = `/admin/shifts/${shift.id}/z-report`
    const page = await see(path)
    for (const words of [
      'Z report',
      'Front counter',
      '5 × MK 5,000 MK 25,000',
      '1 × MK 500 MK 500',
      'Variance MK 1,000 short',
      '1 sale · cash MK 18,000 · mobile money MK 0 · discounts MK 2,000',
    ])
      expect(page).toContain(words)
    expect(await see(path)).toBe(page)
  })

  test('of an open shift says that it will change; an unknown shift has none', async () => {
    const open = await aShift(app.shop, { tillId, openedBy: cashier.userId })
    expect(await see(`/admin/shifts/${open.id}/z-report`)).toContain('still open')
    expect((await admin.open(`/admin/shifts/${randomUUID()}/z-report`)).status).toBe(404)
    expect((await admin.open('/admin/shifts/nonsense/z-report')).status).toBe(404)
  })

  test('of a closed shift is shown at the till to whoever opened or closed it, and to admins', async () => {
    const { shift } = await aDay()
    const mine = await cashier.json(`/admin/pos/shifts/${shift.id}`)
    expect(mine.status).toBe(200)
    expect(mine.body).toMatchObject({
      till: { name: 'Front counter' },
      figures: { expected: 26_500, counted: 25_500, variance: -1000 },
    })
    expect(mine.headers.get('cache-control')).toContain('no-store')
    const stranger = await app.signIn('cashier')
    expect((await stranger.json(`/admin/pos/shifts/${shift.id}`)).status).toBe(404)
    const second = await aTill(app.shop)
    const open = await aShift(app.shop, { tillId: second.id, openedBy: cashier.userId })
    expect((await cashier.json(`/admin/pos/shifts/${open.id}`)).status).toBe(404)
    expect((await admin.json(`/admin/pos/shifts/${open.id}`)).status).toBe(200)
    expect((await admin.json('/admin/pos/shifts/nonsense')).status).toBe(404)
  })
})

describe('access to shifts', () => {
  test('a cashier is kept out of every list, file and paper, and marks nothing as done', async () => {
    const { shift, sold } = await aDay()
    const underReview = await aSale(app.shop, { ...sold, reviewReasons: ['sum-differs'] })
    for (const path of [
      '/admin/shifts',
      '/admin/shifts.data',
      `/admin/shifts?shift=${shift.id}`,
      '/admin/shifts.csv',
      `/admin/shifts/${shift.id}/z-report`,
      `/admin/shifts/${shift.id}/z-report.data`,
    ]) {
      const answer = await cashier.fetch(path)
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.text()).not.toContain('Front counter')
    }
    const fields = {
      intent: 'handled',
      kind: 'sale',
      id: underReview.id,
      seen: 'sum-differs',
      note: 'x',
    }
    expect((await cashier.post('/admin/pos-sales', fields)).status).toBe(403)
    const [sale] = await app.shop.db.select().from(posSales).where(eq(posSales.id, underReview.id))
    expect(sale?.handledAt).toBeNull()
  })

  test('a customer reads no Z report, a visitor is led to the sign-in', async () => {
    const { shift } = await aDay()
    const path = `/admin/pos/shifts/${shift.id}`
    expect((await (await app.signIn('customer')).fetch(path)).status).toBe(403)
    const { status, headers } = await app.visit().fetch(path)
    expect([status, headers.get('location')?.startsWith('/auth')]).toEqual([302, true])
  })
})

describe('POS sales', () => {
  test('a sale under review stands on top with what to do, until it is handled with a note', async () => {
    const { sold } = await aDay()
    const sale = await aSale(app.shop, {
      ...sold,
      quantity: 3,
      missing: 2,
      reviewReasons: ['short-stock'],
    })
    const page = await see('/admin/pos-sales')
    expect(page).toContain('1 sale or return to review')
    expect(page).toContain('More was sold than the books had: 2 × Chitenje Skirt.')
    expect(await see('/admin')).toContain('1 sale or return to review')
    const done = (note: string) =>
      admin.post('/admin/pos-sales', {
        intent: 'handled',
        kind: 'sale',
        id: sale.id,
        seen: 'short-stock',
        note,
      })
    expect(textOf((await admin.open(await done(' '))).html)).toContain(
      'Please write in a few words what you found and did.',
    )
    expect(textOf((await admin.open(await done('Shelf counted, 2 found'))).html)).not.toContain(
      'needs a person',
    )
    const seen = await see(`/admin/pos-sales?sale=${sale.saleNumber}`)
    expect(seen).toContain('Seen to')
    expect(seen).toContain('Shelf counted, 2 found')
    expect(textOf((await admin.open(await done('Me too'))).html)).toContain('Done already')
  })

  test('an unreadable event is shown as it came, and goes to the log', async () => {
    await app.shop.db.insert(unreadableTillEvents).values({
      id: 'odd thing',
      sentBy: cashier.userId,
      body: { kind: 'sell', note: '<script>alert(1)</script>' },
      why: { code: 'unreadable', path: 'kind', problem: 'is unknown' },
    })
    const { html } = await admin.open('/admin/pos-sales')
    expect(html).toContain('kind: is unknown')
    expect(html).not.toContain('<script>alert(1)')
    const answer = await admin.post('/admin/pos-sales', {
      intent: 'handled',
      kind: 'unread',
      id: 'odd thing',
      seen: '',
      note: 'Rang it up again',
    })
    expect(textOf((await admin.open(answer)).html)).not.toContain('kind: is unknown')
    expect(await see('/admin/activity')).toContain('Rang it up again')
  })

  test('a form that no page contains changes nothing', async () => {
    const fields = { intent: 'handled', kind: 'sale', id: 'nonsense', seen: '', note: 'x' }
    for (const change of [{}, { kind: 'shift' }, { intent: 'sell' }])
      expect(
        textOf(
          (await admin.open(await admin.post('/admin/pos-sales', { ...fields, ...change }))).html,
        ),
      ).toContain('Please check the form and try again.')
  })

  test('a sale shows till, shift, discounts, cash and change, approver and returns', async () => {
    const { sold, shift } = await aDay()
    const boss = await aUser(app.shop, 'admin')
    const sale = await aSale(app.shop, {
      ...sold,
      discount: 4000,
      cashGiven: 20_000,
      approvedBy: boss.userId,
    })
    await aReturn(app.shop, sale, { cashierId: cashier.userId, refundAmount: 16_000 })
    const { html } = await admin.open(`/admin/pos-sales?sale=${sale.saleNumber}`)
    const page = textOf(html)
    for (const words of [
      'Till Front counter',
      'Discount approved by Chisomo Banda',
      'MK 4,000 off',
      'Line discounts −MK 4,000',
      'In cash MK 16,000',
      'Cash given MK 20,000',
      'Change MK 4,000',
      '−MK 16,000',
      '1 × Chitenje Skirt, back on the shelf',
      'Too small',
    ])
      expect(page).toContain(words)
    expect(html).toContain(`href="/admin/shifts?shift=${shift.id}"`)
  })

  test('the list narrows to one till and to one shift, as the file does', async () => {
    const { sale, shift } = await aDay()
    const other = await aSale(app.shop, { cashierId: cashier.userId, product: skirt })
    for (const path of ['/admin/pos-sales', '/admin/pos-sales.csv'])
      for (const query of [`till=${tillId}`, `shift=${shift.id}`]) {
        const text = await (await admin.fetch(`${path}?${query}`)).text()
        expect(text).toContain(sale.saleNumber)
        expect(text).not.toContain(other.saleNumber)
      }
    expect(await see(`/admin/pos-sales?shift=${shift.id}`)).toContain('Sales of one shift only.')
  })
})

describe('the dashboard', () => {
  test('shows open shifts, the variance of today’s shifts, and takings less returns', async () => {
    const { sale } = await aDay()
    const second = await aTill(app.shop, 'Back room')
    await aShift(app.shop, { tillId: second.id, openedBy: cashier.userId })
    await aReturn(app.shop, sale, { cashierId: cashier.userId, refundAmount: 5000 })
    const page = await see('/admin')
    for (const words of [
      'Tills today',
      'Front counter',
      'MK 1,000 short',
      'Back room',
      'Refunds at the till −MK 5,000 1 return',
      'MK 13,000 sold',
    ])
      expect(page).toContain(words)
  })
})
