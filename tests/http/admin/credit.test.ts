import { randomUUID } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, credits, sessions } from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { payVoucher } from '../../../app/modules/checkout/start-payment.ts'
import { buyVoucher } from '../../../app/modules/checkout/vouchers/buy-voucher.ts'
import { eraseOwnAccount } from '../../../app/modules/privacy/erase-account.ts'
import { exportAccount } from '../../../app/modules/privacy/export-account.ts'
import { formatCreditCode } from '../../../app/rules/credit/credit.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, payAtProvider, readOrder } from '../../support/factories.ts'

// docs/product.md, Store credit

const app = useApp()
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

const rows = () => app.shop.db.select().from(credits)
const see = async (path: string, by = admin) => {
  const { html } = await by.open(path)
  return html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
}
const issue = (fields: Record<string, string> = {}, by = admin) =>
  by.post('/admin/credit', {
    intent: 'issue',
    credit: randomUUID(),
    kind: 'voucher',
    amount: '12,000',
    email: '',
    reason: 'Paid in cash',
    ...fields,
  })

describe('store credit', () => {
  test('is issued without scripts, opened with its code, and listed by its last four', async () => {
    const done = await admin.open(await issue())
    const [credit] = await rows()
    expect(credit).toMatchObject({ balance: 12_000, kind: 'voucher', status: 'active' })
    expect(done.html).toContain('Store credit issued')
    expect(done.html).toContain(formatCreditCode(credit?.code ?? ''))
    const list = await see('/admin/credit')
    expect(list).toContain(credit?.code.slice(-4))
    expect(list).toMatch(/Not spent yet:\s+MK\u00a012,000/)
    const csv = await (await admin.fetch('/admin/credit.csv')).text()
    expect(csv).toContain('12000')
    for (const text of [list, csv, await see('/admin/activity')])
      expect(text).not.toMatch(
        new RegExp(`${credit?.code}|${formatCreditCode(credit?.code ?? '')}`),
      )
  })

  test('asks "Is it you?" before it is issued, but not before it is blocked', async () => {
    await issue()
    const [credit] = await rows()
    const about = { credit: credit?.id ?? '', version: '1' }
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    expect((await issue()).status).toBe(401)
    for (const intent of ['agree', 'unblock'])
      expect((await admin.post('/admin/credit', { intent, ...about })).status).toBe(401)
    const off = await admin.open(await admin.post('/admin/credit', { intent: 'block', ...about }))
    expect(off.html).toContain('Store credit blocked')
    expect(await rows()).toMatchObject([{ status: 'blocked', balance: 12_000 }])
  })

  test('shows its whole code to its issuer, and to others after a proof that is logged', async () => {
    await issue()
    const [credit] = await rows()
    const id = credit?.id ?? ''
    const path = `/admin/credit?credit=${id}`
    const whole = formatCreditCode(credit?.code ?? '')
    expect(await see(path)).toContain(whole)
    const other = await app.signIn('admin')
    const { html } = await other.open(path)
    expect(html).toContain('Show the code')
    expect(html).not.toMatch(new RegExp(`${whole}|${credit?.code}`))
    const shown = await other.post(path, { intent: 'show-code', credit: id })
    expect(await shown.text()).toContain(whole)
    const [line] = await app.shop.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line).toMatchObject({
      action: 'code shown',
      byUser: other.userId,
      entityId: id,
      label: `…${credit?.code.slice(-4)}`,
    })
    await app.shop.db.update(credits).set({ createdAt: sql`now() - interval '11 minutes'` })
    expect(await see(path)).not.toContain(whole)
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    const asked = await other.post(path, { intent: 'show-code', credit: id })
    expect(asked.status).toBe(401)
    expect(await asked.text()).not.toContain(whole)
  })

  test('above a limit needs a second person, and only whoever runs the shop can issue it', async () => {
    const asked = await admin.open(await issue({ amount: '50000' }))
    expect(asked.html).toContain('A second person has to agree')
    const [credit] = await rows()
    const about = { intent: 'agree', credit: credit?.id ?? '', version: '1' }
    expect(await see(`/admin/credit?credit=${about.credit}`)).toContain(
      'Somebody else of the staff',
    )
    const own = await admin.open(await admin.post('/admin/credit', about))
    expect(own.html).toContain('Somebody else has to agree')
    for (const role of ['cashier', 'customer'] as const) {
      const other = await app.signIn(role)
      expect((await other.post('/admin/credit', about)).status).toBe(403)
      expect((await issue({}, other)).status).toBe(403)
    }
    const second = await app.signIn('admin')
    const done = await second.open(await second.post('/admin/credit', about))
    expect(done.html).toContain('Store credit agreed to')
    expect(await rows()).toMatchObject([{ status: 'active', balance: 50_000 }])
  })

  async function aBoughtVoucher(amount: number) {
    const { shop } = app
    const gift = { recipientName: null, recipientEmail: null, message: null, amount }
    const buyer = { buyerName: 'Mary', buyerEmail: 'mary@example.com', buyerPhone: '+265991234567' }
    const by = { userId: null, ip: '10.1.9.9' }
    const made = await buyVoucher(shop, by, randomUUID(), { ...gift, ...buyer })
    if (!made.ok) throw new Error(made.reason)
    await payVoucher(shop, made.purchase, made.payment)
    await payAtProvider(shop, made.payment.reference)
    await settlePayment(shop, made.payment.reference)
  }

  test('that was bought is refunded from its panel, after a proof of identity', async () => {
    const { shop } = app
    await aBoughtVoucher(9000)
    const [credit] = await rows()
    const path = `/admin/credit?credit=${credit?.id}`
    expect(await see(path)).toContain('Give the money back…')
    const about = { credit: credit?.id ?? '', version: '1', refund: randomUUID() }
    const fields = { ...about, intent: 'voucher-refund', way: 'bank', reason: 'by-mistake' }
    const unnamed = await admin.open(await admin.post(path, fields))
    expect(unnamed.html).toContain('Please type the reference')
    const done = await admin.open(await admin.post(path, { ...fields, reference: 'NB 12' }))
    expect(done.html).toContain('Money given back')
    expect(await rows()).toMatchObject([{ balance: 0 }])
    expect(await see(path)).toMatch(/MK\u00a09,000\s+by bank transfer.*reference NB 12/s)
    expect(await see('/admin/credit?status=paid-back')).toContain(credit?.code.slice(-4))
    await shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    for (const intent of ['voucher-refund', 'voucher-give'])
      expect((await admin.post(path, { ...fields, intent })).status).toBe(401)
  })

  test('that was bought above a limit is refunded by a second person from the same panel', async () => {
    await aBoughtVoucher(160_000)
    const [credit] = await rows()
    const path = `/admin/credit?credit=${credit?.id}`
    const about = { credit: credit?.id ?? '', version: '1', refund: randomUUID() }
    const asked = { ...about, intent: 'voucher-refund', way: 'bank', reason: 'by-mistake' }
    const waits = await admin.open(await admin.post(path, asked))
    expect(waits.html).toContain('A second person has to agree')
    const { refund, version } = about
    const give = { refund, version, intent: 'voucher-give', reference: 'NB 13' }
    const own = await admin.open(await admin.post(path, give))
    expect(own.html).not.toContain('NB 13')
    const second = await app.signIn('admin')
    await second.open(await second.post(path, give))
    expect(await see(path)).toContain('reference NB 13')
  })

  test('is not issued by an incomplete form, which says what is missing', async () => {
    for (const [fields, words] of [
      [{ amount: 'much' }, 'whole kwacha'],
      [{ reason: '' }, 'Please say why'],
      [{ email: 'mary' }, 'email address'],
      [{ kind: 'return' }, 'form'],
    ] as const)
      expect((await admin.open(await issue(fields))).html).toContain(words)
    expect(await rows()).toEqual([])
  })

  test('of an order is shown to its account, not to holders of its link or its invoice', async () => {
    const buyer = await app.signIn()
    const product = await aProduct(app.shop, { price: 20_000 })
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    const { version } = await readOrder(app.shop, order.id)
    const done = await admin.open(
      await admin.post('/admin/orders', {
        intent: 'refund',
        order: order.id,
        version: String(version),
        refund: randomUUID(),
        what: 'amount',
        amount: '5000',
        way: 'credit',
        reason: 'goodwill',
      }),
    )
    expect(done.html).toContain('Money given back')
    const [credit] = await rows()
    const code = formatCreditCode(credit?.code ?? '')
    expect(await see(`/admin/orders?order=${order.orderNumber}&part=money`)).toContain(
      'See the store credit',
    )
    expect(await see(`/orders/${order.orderNumber}`, buyer)).toContain(code)
    expect(await see(`/orders/${order.orderNumber}/invoice`, buyer)).toMatch(/as store credit/)
    expect(await see(`/orders/${order.orderNumber}/invoice`, buyer)).not.toContain(code)
    const file = await exportAccount(app.shop.db, buyer.userId, new Date())
    expect(file?.store_credit).toMatchObject([
      { balance: 5000, movements: [{ kind: 'issued', amount: 5000, order: order.orderNumber }] },
    ])
    expect(JSON.stringify(file)).not.toContain(credit?.code)
    await admin.post('/admin/orders', {
      intent: 'move',
      order: order.id,
      version: String((await readOrder(app.shop, order.id)).version),
      to: 'delivered',
    })
    const actor = { userId: buyer.userId, ip: '10.0.0.1' }
    expect(await eraseOwnAccount(app.shop, actor)).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ userId: null, email: null, balance: 5000 }])
  })
})
