import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, payments, payouts, refunds, sessions } from '../../../app/db/tables.server.ts'
import { eraseOwnAccount } from '../../../app/modules/privacy/erase-account.ts'
import { exportAccount } from '../../../app/modules/privacy/export-account.ts'
import { readSalesByDay } from '../../../app/modules/reports/read-sales-by-day.ts'
import { readToday } from '../../../app/modules/reports/read-today.ts'
import { jobHandlers } from '../../../server/jobs.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, readOrder, type TestProduct } from '../../support/factories.ts'
import { aShift, aTill } from '../../support/till/counter.ts'

// docs/product.md, Refunds

const app = useApp()
let admin: SignedIn
let buyer: SignedIn
let skirt: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  buyer = await app.signIn()
  skirt = await aProduct(app.shop, { name: 'Chitenje Skirt', stock: 50, price: 20_000 })
})

const paid = async (quantity = 1) =>
  (await aPaidOrder(app.shop, buyer.userId, [{ product: skirt, quantity }])).order
const read = (id: string) => readOrder(app.shop, id)
const rows = () => app.shop.db.select().from(refunds)
const give = async (id: string, fields: Record<string, string> = {}, by = admin) =>
  by.post('/admin/orders', {
    intent: 'refund',
    order: id,
    version: String((await read(id)).version),
    refund: randomUUID(),
    what: 'all',
    delivery: 'on',
    way: 'bank',
    reason: 'faulty',
    reference: 'NB 4711',
    ...fields,
  })
const see = async (path: string, by = admin) => {
  const { html } = await by.open(path)
  return html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
}

describe('money of an order', () => {
  test('is refunded from its panel, and its customer reads of it everywhere', async () => {
    const order = await paid()
    const panel = await see(`/admin/orders?order=${order.orderNumber}&part=money`)
    for (const words of ['Money back', 'Give money back…', 'All that is left, MK\u00a022,000'])
      expect(panel).toContain(words)
    // Enter in a field presses the form's first button; older WebKit ignores one that is not rendered.
    const { html } = await admin.open(`/admin/orders?order=${order.orderNumber}&part=money`)
    const [, form = ''] = /<form[^>]*group\/way[^>]*>(.*?)<\/form>/s.exec(html) ?? []
    const [first = ''] = /<button[^>]*>/.exec(form) ?? []
    expect(first).toContain('value="refund"')
    expect(first).toMatch(/class="sr-only"/)
    const done = await admin.open(await give(order.id, { what: 'amount', amount: '5,000' }))
    expect(done.html).toContain('Money given back')
    expect(await see(`/admin/orders?order=${order.orderNumber}&part=money`)).toContain(
      'reference NB 4711',
    )
    for (const path of [`/orders/${order.orderNumber}`, `/orders/${order.orderNumber}/invoice`]) {
      const page = await see(path, buyer)
      expect(page).toMatch(/Given back .* by bank transfer: MK\u00a05,000/)
      expect(page).not.toContain('NB 4711')
    }
    expect(await see('/orders', buyer)).toContain('Refunded')
    const emails = await app.emails('person@example.com')
    expect(emails.map(({ subject }) => subject).join()).toContain('given back MK\u00a05,000')
    const csv = await (await admin.fetch('/admin/orders.csv')).text()
    expect(csv).toContain('5000')
    const answer = await buyer.fetch(`/api/orders/${order.orderNumber}`)
    expect(await answer.json()).toMatchObject({ refunded_amount: 5000 })
    const file = await exportAccount(app.shop.db, buyer.userId, new Date())
    expect(file?.orders[0]?.refunds).toMatchObject([{ amount: 5000, way: 'bank' }])
  })

  test('is refunded by line, and in cash from an open drawer', async () => {
    const order = await paid(2)
    const panel = (await admin.open(`/admin/orders?order=${order.orderNumber}&part=money`)).html
    const line = /name="(units:[0-9a-f-]+)"/.exec(panel)?.[1] ?? ''
    const till = await aTill(app.shop, 'Front')
    const shift = await aShift(app.shop, { tillId: till.id, openedBy: admin.userId })
    expect(await see(`/admin/orders?order=${order.orderNumber}&part=money`)).toContain('Front (')
    const cash = { what: 'lines', [line]: '1', delivery: '', way: 'cash', reference: '' }
    const done = await admin.open(await give(order.id, { ...cash, shift: shift.id }))
    expect(done.html).toContain('Money given back')
    expect(await rows()).toMatchObject([{ amount: 20_000, shiftId: shift.id, status: 'done' }])
    // Fields chosen for another way are hidden and ignored.
    const bank = { what: 'amount', amount: '500', shift: shift.id }
    expect((await admin.open(await give(order.id, bank))).html).toContain('Money given back')
    expect((await rows())[1]).toMatchObject({ way: 'bank', reference: 'NB 4711', shiftId: null })
    expect(await see(`/admin/shifts?shift=${shift.id}`)).toContain(order.orderNumber)
  })

  test('is not refunded by a malformed form, nor above what was paid', async () => {
    const order = await paid()
    for (const [fields, words] of [
      [{ reason: 'because' }, 'form'],
      [{ what: 'amount', amount: 'much' }, 'whole kwacha'],
      [{ what: 'amount', amount: '22001' }, 'at most'],
    ] as const)
      expect((await admin.open(await give(order.id, fields))).html).toContain(words)
    expect(await rows()).toEqual([])
  })

  test('needs a recent proof of identity; cancelling the refund does not', async () => {
    const order = await paid()
    await give(order.id, { reference: '' })
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    const [refund] = await rows()
    const about = { refund: refund?.id ?? '', version: '1', reference: 'NB 1' }
    for (const intent of ['refund-give', 'refund-approve'])
      expect((await admin.post('/admin/orders', { intent, ...about })).status).toBe(401)
    expect((await give(order.id)).status).toBe(401)
    const off = await admin.open(
      await admin.post('/admin/orders', { intent: 'refund-cancel', ...about }),
    )
    expect(off.html).toContain('Refund called off')
  })

  test('above a limit waits for a second person, as the dashboard shows', async () => {
    const order = await paid(8)
    const asked = await admin.open(await give(order.id, { reference: '' }))
    expect(asked.html).toContain('A second person has to agree')
    expect(await see('/admin')).toMatch(/1\s+order with a refund to send/)
    expect(await see('/admin/orders?waiting=refunds')).toContain(order.orderNumber)
    const [refund] = await rows()
    const about = { intent: 'refund-approve', refund: refund?.id ?? '', version: '1' }
    const own = await admin.open(await admin.post('/admin/orders', about))
    expect(own.html).toContain('Somebody else has to agree')
    const second = await app.signIn('admin')
    expect(await see(`/admin/orders?order=${order.orderNumber}&part=money`, second)).toContain(
      'Agree to it',
    )
    const done = await second.open(await second.post('/admin/orders', about))
    expect(done.html).toContain('Refund agreed to')
    const sent = { intent: 'refund-give', refund: about.refund, version: '2', reference: 'NB 9' }
    expect((await admin.open(await admin.post('/admin/orders', sent))).html).toContain(
      'Money given back',
    )
    expect(await see('/admin')).not.toContain('refund to send')
  })

  test('is refunded only by whoever runs the shop', async () => {
    const order = await paid()
    for (const by of [buyer, await app.signIn('cashier')])
      expect((await give(order.id, {}, by)).status).toBe(403)
    expect(await rows()).toEqual([])
  })
})

describe('money that is paid out to a mobile wallet', () => {
  const PAYER = { way: 'wallet', reference: '', operator: 'airtel', phone: '0991 234 567' }
  const paidByPhone = async (quantity = 1) => {
    const order = await paid(quantity)
    await app.shop.db.update(payments).set({ payerPhone: '+265991234567' })
    return order
  }
  const act = async (intent: string, by = admin) => {
    const [refund] = await rows()
    const about = { refund: refund?.id ?? '', version: String(refund?.version ?? 0) }
    return by.open(await by.post('/admin/orders', { intent, ...about }))
  }
  const runJobs = () => app.shop.jobs.runDue(jobHandlers(app.shop), ['send-payout'])

  test('is on its way at once, and its customer reads of it when it has arrived', async () => {
    const order = await paidByPhone()
    const panel = `/admin/orders?order=${order.orderNumber}&part=money`
    expect((await admin.open(panel)).html).toContain('value="+265991234567"')
    expect((await admin.open(await give(order.id, PAYER))).html).toContain(
      'The money is on its way',
    )
    const shown = await see(panel)
    for (const words of ['On its way', 'To Airtel Money, +265991234567', 'Ask the provider'])
      expect(shown).toContain(words)
    for (const words of ['Try it again', 'It is not there', 'Call it off'])
      expect(shown).not.toContain(words)
    expect(await see(`/orders/${order.orderNumber}`, buyer)).not.toMatch(/Given back|Refunded/)
    expect(await runJobs()).toBe(1)
    expect(await see(panel)).toContain('Given back')
    expect(await see(`/orders/${order.orderNumber}`, buyer)).toMatch(
      /Given back .* by mobile money: MK\u00a022,000/,
    )
    expect((await act('payout-ask')).html).toContain('It has arrived')
    const asked = await app.shop.db
      .select({ label: auditLog.label, by: auditLog.byUser })
      .from(auditLog)
      .where(eq(auditLog.action, 'provider asked'))
    expect(asked).toEqual([{ label: order.orderNumber, by: admin.userId }])
  })

  test('that failed waits for a person, who retries or cancels', async () => {
    await app.shop.db.update(payments).set({ payerPhone: null })
    const order = await paid()
    await app.shop.db.update(payments).set({ payerPhone: '+265990000001' })
    await give(order.id, { ...PAYER, phone: '0990000001' })
    await runJobs()
    expect(await see('/admin')).toMatch(/1\s+order with a refund to send/)
    const panel = await see(`/admin/orders?waiting=refunds&order=${order.orderNumber}`)
    for (const words of ['Failed', 'takes no money', 'Try it again', 'Call it off'])
      expect(panel).toContain(words)
    expect((await act('payout')).html).toContain('The money is on its way')
    expect((await act('payout-end')).html).toContain('may still pay this out')
    await runJobs()
    expect((await act('refund-cancel')).html).toContain('Refund called off')
    expect(await see('/admin')).not.toContain('refund to send')
    expect(await app.shop.db.select().from(payouts)).toHaveLength(2)
  })

  test('to another number waits for a second person', async () => {
    const order = await paidByPhone()
    const other = await give(order.id, { ...PAYER, phone: '0888 111 222', operator: 'tnm' })
    expect((await admin.open(other)).html).toContain('A second person has to agree')
    expect(await app.shop.db.select().from(payouts)).toEqual([])
    const second = await app.signIn('admin')
    expect((await act('refund-approve', second)).html).toContain('Refund agreed to')
    expect(await see(`/admin/orders?order=${order.orderNumber}&part=money`)).toContain(
      'Send it now',
    )
    expect((await act('payout')).html).toContain('The money is on its way')
  })

  test('needs a proof of identity, and an invalid number gets a message', async () => {
    const order = await paidByPhone()
    const bad = await admin.open(await give(order.id, { ...PAYER, phone: '12' }))
    expect(bad.html).toContain('number of a wallet in Malawi')
    expect(
      (await admin.open(await admin.post('/admin/orders', { intent: 'payout-balance' }))).html,
    ).toContain('can be paid out')
    await give(order.id, PAYER)
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    const [refund] = await rows()
    for (const intent of ['payout', 'payout-end'])
      expect(
        (await admin.post('/admin/orders', { intent, refund: refund?.id ?? '', version: '1' }))
          .status,
      ).toBe(401)
    for (const by of [buyer, await app.signIn('cashier')])
      for (const intent of ['payout', 'payout-end', 'payout-ask', 'payout-balance'])
        expect((await by.post('/admin/orders', { intent })).status).toBe(403)
  })
})

describe('the sum of sales', () => {
  test('is reduced by refunds, but not by refunds of overpayments or of cancelled orders', async () => {
    const [one, two] = [await paid(), await paid()]
    await give(one.id, { what: 'amount', amount: '4000' })
    await give(two.id, { what: 'amount', amount: '1000' })
    const today = async () => (await readToday(app.shop)).today
    const day = async () => (await readSalesByDay(app.shop)).at(-1)?.online
    expect((await today()).refunded).toEqual({ count: 2, amount: 5000 })
    expect(await day()).toBe(44_000 - 5000)
    expect(await see('/admin')).toContain('Refunds of orders')
    const { version } = await read(two.id)
    const move = { intent: 'move', order: two.id, version: String(version), to: 'cancelled' }
    await admin.post('/admin/orders', move)
    expect((await today()).refunded).toEqual({ count: 1, amount: 4000 })
    expect(await day()).toBe(22_000 - 4000)
  })
})

describe('a customer who is to be erased', () => {
  test('cannot be erased while a refund is under way; afterwards the staff’s notes are erased, too', async () => {
    const order = await paid()
    const { version } = await read(order.id)
    await admin.post('/admin/orders', {
      intent: 'move',
      order: order.id,
      version: String(version),
      to: 'delivered',
    })
    await give(order.id, { reference: '', note: 'Mary says it is torn' })
    const actor = { userId: buyer.userId, ip: '10.0.0.1' }
    expect(await eraseOwnAccount(app.shop, actor)).toMatchObject({ reason: 'erase-open-orders' })
    const [refund] = await rows()
    const sent = { intent: 'refund-give', refund: refund?.id ?? '', version: '1', reference: 'NB' }
    await admin.post('/admin/orders', sent)
    expect(await eraseOwnAccount(app.shop, actor)).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ note: null, amount: 22_000, status: 'done' }])
  })
})
