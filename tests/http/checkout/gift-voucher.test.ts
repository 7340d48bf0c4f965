import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  credits,
  payments,
  savedSettings,
  voucherPurchases,
} from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { openRateLimiter } from '../../../app/platform/rate-limiter.server.ts'
import { formatCreditCode } from '../../../app/rules/credit/credit.ts'
import { formatUntil } from '../../../app/rules/dates.ts'
import { LIMITS } from '../../../app/rules/limits.ts'
import { defaultGroups } from '../../../app/rules/settings/default-settings.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { payAtProvider } from '../../support/factories.ts'

// docs/product.md, Store credit

const app = useApp()
const { shop } = app
let visitor: SignedIn

beforeEach(async () => {
  visitor = await app.signIn()
})

const FIELDS = {
  intent: 'buy',
  amount: '25,000',
  name: 'Mary Phiri',
  email: 'mary@example.com',
  phone: '0991 234 567',
  recipientName: 'Grace',
  recipientEmail: 'grace@example.com',
  message: 'Happy birthday!',
}
const purchases = () => shop.db.select().from(voucherPurchases)
async function form() {
  const { html } = await visitor.open('/gift-voucher')
  return /name="voucher" value="([^"]+)"/.exec(html)?.[1] ?? ''
}
const buy = async (change: object = {}, voucher?: string) =>
  visitor.post('/gift-voucher', { ...FIELDS, voucher: voucher ?? (await form()), ...change })

describe('a gift voucher on the web', () => {
  test('has a form with the account’s name, email and number, and an empty one for a visitor', async () => {
    await visitor.post('/account', {
      intent: 'save-details',
      name: 'Tadala Phiri',
      phone: '0991234567',
    })
    const { html } = await visitor.open('/gift-voucher')
    const valueOf = (name: string, page = html) =>
      new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1]
    expect(['name', 'email', 'phone'].map((name) => valueOf(name))).toEqual([
      'Tadala Phiri',
      visitor.email,
      '+265991234567',
    ])
    const stranger = await app.visit().open('/gift-voucher')
    expect(valueOf('name', stranger.html)).toBe('')
  })
  test('is bought without scripts, once despite two presses, and has a page with its state', async () => {
    const voucher = await form()
    const [first, second] = await Promise.all([buy({}, voucher), buy({}, voucher)])
    expect(first.status).toBe(302)
    const pay = first.headers.get('Location') ?? ''
    expect(second.headers.get('Location')).toBe(pay)
    expect(await purchases()).toMatchObject([{ id: voucher, amount: 25_000, status: 'pending' }])
    const page = `/gift-voucher?of=${voucher}`
    expect((await visitor.open(page)).html).toContain('Waiting for your payment')
    const again = await visitor.post('/gift-voucher', { intent: 'pay', voucher })
    expect(again.headers.get('Location')).toBe(pay)
    const reference = pay.split('/').at(-1) ?? ''
    await payAtProvider(shop, reference)
    const back = await visitor.fetch(`/payments/return/${reference}`, { redirect: 'manual' })
    expect(back.headers.get('Location')).toBe(page)
    const { html } = await visitor.open(page)
    expect(html).toContain('Thank you! It is paid')
    const [credit] = await shop.db.select().from(credits)
    for (const text of ['grace@example.com', 'Mary', formatCreditCode(credit?.code ?? '')])
      expect(html).not.toContain(text)

    const admin = await app.signIn('admin')
    const panel = (await admin.open(`/admin/credit?credit=${credit?.id}`)).html
    expect(panel).toContain('Bought by')
    expect(panel).toContain('Mary Phiri')
    const order = await visitor.open('/orders')
    expect(order.html).not.toContain(credit?.code)
  })

  test('is not bought by an incomplete form, which keeps the typed text and says what is missing', async () => {
    for (const [change, words] of [
      [{ amount: '999' }, 'from MK\u00a01,000'],
      [{ amount: '500001' }, 'to MK\u00a0500,000'],
      [{ amount: '1000.5' }, 'whole kwacha'],
      [{ name: ' ' }, 'Please type your name'],
      [{ email: 'mary' }, 'Please type an email address'],
      [{ phone: '12' }, 'Please type a phone number'],
      [{ recipientEmail: '' }, 'Please type their email'],
      [{ recipientEmail: 'grace' }, 'Please type an email address'],
    ] as const) {
      const answer = await buy(change)
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toContain(words)
      expect(html).toContain('Happy birthday!')
    }
    // Limits that staff changed meanwhile apply to a form that was open, and its refusal names them.
    const values = { ...defaultGroups().policy, voucherFrom: 2000, voucherUpTo: 20_000 }
    const isPolicy = eq(savedSettings.group, 'policy')
    await shop.db.update(savedSettings).set({ values, version: 2 }).where(isPolicy)
    await shop.settings.refresh()
    const refused = await (await buy()).text()
    expect(refused).toContain('from MK\u00a02,000 to MK\u00a020,000')
    await shop.db.update(savedSettings).set({ values: null, version: 1 }).where(isPolicy)
    await shop.settings.refresh()
    expect(await purchases()).toEqual([])
  })

  test('that its buyer did not pay on the payment page says so, and until when it can be tried again', async () => {
    const voucher = await form()
    const pay = (await buy({}, voucher)).headers.get('Location') ?? ''
    const back = await visitor.post(new URL(pay).pathname, { decision: 'cancel' })
    const { path, html } = await visitor.open(back)
    expect(path).toBe(`/gift-voucher?of=${voucher}`)
    const [purchase] = await purchases()
    if (!purchase) throw new Error('no purchase')
    const until = formatUntil(purchase.expiresAt, purchase.createdAt)
    expect(html).toContain('Not paid yet')
    expect(html).toContain(`You can try again until ${until}.`)
    expect(html).toContain('Go to the payment page')
    expect(html).not.toContain('We are asking the payment service')
  })

  test('whose payment page cannot be opened again says why', async () => {
    const voucher = await form()
    await buy({}, voucher)
    const pressed = async () =>
      (await visitor.open(await visitor.post('/gift-voucher', { intent: 'pay', voucher }))).html
    await shop.db.update(payments).set({ checkoutUrl: null })
    const working = shop.payments
    const report = { code: 'payments-off' } as const
    shop.payments = {
      ...working,
      open: async () => ({ ok: false, reason: 'provider-unreachable', report }),
    }
    expect(await pressed()).toContain('We could not reach the payment service.')
    shop.payments = working
    const { rateLimiter } = shop
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    for (let n = 0; n < LIMITS.paymentPages.max; n += 1)
      await shop.rateLimiter.take(`pages ${voucher}`, LIMITS.paymentPages)
    const refused = await pressed()
    shop.rateLimiter = rateLimiter
    expect(refused).toContain('Too many attempts')
    expect(refused).toContain('Please try again in 10 minutes.')
  })

  test('that was paid with another sum is shown to staff, who check and mark it', async () => {
    const voucher = await form()
    const bought = await buy({}, voucher)
    const reference = (bought.headers.get('Location') ?? '').split('/').at(-1) ?? ''
    await payAtProvider(shop, reference)
    const payingOne = {
      ...shop.payments,
      verify: async (asked: string) => {
        const verified = await shop.payments.verify(asked)
        return verified.state === 'paid' ? { ...verified, amount: 1 } : verified
      },
    }
    await settlePayment({ ...shop, payments: payingOne }, reference)
    expect((await visitor.open(`/gift-voucher?of=${voucher}`)).html).toContain(
      'We look at your payment',
    )
    const admin = await app.signIn('admin')
    const { html } = await admin.open('/admin/credit')
    expect(html).toContain('Another sum came than was asked')
    expect(html).toContain('Happy birthday!')
    const asked = await admin.open(await admin.post('/admin/credit', { intent: 'ask', voucher }))
    expect(asked.html).toContain('25,000')
    const about = { intent: 'voucher-done', voucher }
    for (const other of [visitor, await app.signIn('cashier')])
      expect((await other.post('/admin/credit', about)).status).toBe(403)
    const done = await admin.open(await admin.post('/admin/credit', about))
    expect(done.html).toContain('Marked as done')
    expect(done.html).not.toContain('Another sum came than was asked')
    expect(await shop.db.select().from(credits)).toEqual([])
  })
})
