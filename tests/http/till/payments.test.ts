import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payments, posSales, shifts, tills, variants } from '../../../app/db/tables.server.ts'
import { checkLedger } from '../../../app/modules/health/check-stock.ts'
import { createPayChangu } from '../../../app/platform/payments/paychangu.server.ts'
import { signApproval } from '../../../app/rules/till/till-approval.ts'
import type { TillSale } from '../../../app/rules/till/till-payment.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { startPayChanguStandIn } from '../../support/payments/paychangu-stand-in.ts'

const app = useApp()
const { shop } = app
const SECRETS = { secretKey: 'sec-test-till', webhookSecret: 'whsec-till' }
let provider: Awaited<ReturnType<typeof startPayChanguStandIn>>
let cashier: SignedIn
let dress: TestProduct
let place: { till_id: string; shift_id: string }

const askProvider = (timeoutMs = 60_000) =>
  createPayChangu({ ...SECRETS, apiUrl: provider.url, timeoutMs, takesTestMoney: true })

beforeAll(async () => {
  provider = await startPayChanguStandIn(SECRETS)
})
afterAll(() => provider.close())
beforeEach(async () => {
  shop.payments = askProvider()
  cashier = await app.signIn('cashier')
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
  const [till] = await shop.db.insert(tills).values({ name: 'Front' }).returning()
  const shift = { id: randomUUID(), tillId: till?.id ?? '', openedBy: cashier.userId }
  await shop.db.insert(shifts).values({ ...shift, openedAt: new Date(), openingFloat: 0 })
  place = { till_id: shift.tillId, shift_id: shift.id }
})

/** The till's request for two dresses. */
const payload = (change: object = {}, line: object = {}) => ({
  pos: true,
  paymentMethod: 'paychangu',
  cartItems: [
    {
      product_id: dress.productId,
      variant_id: dress.variantId,
      quantity: 2,
      price: 20_000,
      ...line,
    },
  ],
  totalAmount: 40_000,
  email: cashier.email,
  firstName: 'Mary',
  lastName: 'Phiri',
  customerName: 'Mary Phiri',
  customerPhone: '',
  notes: '',
  shippingAddress: { address: 'POS Sale', firstName: 'Mary', lastName: 'Phiri' },
  billingAddress: { address: 'POS Sale', firstName: 'Mary', lastName: 'Phiri' },
  ...place,
  sale_id: randomUUID(),
  ...change,
})
const send = (body: unknown = payload(), who: Client = cashier, key?: string) =>
  who.json('/functions/process-payment', {
    body,
    headers: key ? { 'Idempotency-Key': key } : {},
  })

async function aWaitingSale(change: object = {}) {
  const { status, body } = await send(payload(change))
  expect(body).toHaveProperty('checkout_url')
  expect(status).toBe(200)
  const { order_number: number } = body as { order_number: string }
  const [row] = await shop.db
    .select({ reference: payments.reference })
    .from(payments)
    .innerJoin(posSales, eq(posSales.id, payments.posSaleId))
    .where(eq(posSales.saleNumber, number))
  return { number, reference: row?.reference ?? '' }
}
const look = async (number: string, who: Client = cashier) =>
  ((await who.json(`/admin/pos/sales/${number}`)).body as { sale: TillSale }).sale
const act = (number: string, what: string, who: Client = cashier) =>
  who.json(`/admin/pos/sales/${number}/${what}`, { method: 'POST' })
const comeBack = (reference: string, query = '', who: Client = cashier) =>
  who.fetch(`/payments/return/${reference}${query}`)
const onHand = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

describe('the till’s payload', () => {
  test('with only the specification’s fields makes a sale', async () => {
    const { till_id, shift_id, sale_id, ...theirs } = payload({}, { variant_id: undefined })
    const { status, body } = await send(theirs)
    expect(status).toBe(200)
    expect(body).toEqual({
      checkout_url: expect.stringMatching(/^https?:/),
      order_number: expect.stringMatching(/^POS-\d{4}-\d{6}$/),
    })
  })

  test('asks the provider for the part not paid in cash', async () => {
    const { number, reference } = await aWaitingSale({ cash_amount: 15_000 })
    expect(provider.sessions.get(reference)).toMatchObject({ amount: 25_000 })
    expect(await look(number)).toMatchObject({
      state: 'waiting',
      totalAmount: 40_000,
      cashAmount: 15_000,
      tillName: 'Front',
      payment: { amount: 25_000, pages: 1 },
    })
    provider.pay(reference)
    shop.now = () => new Date(Date.now() + 30_000)
    expect(await look(number)).toMatchObject({ state: 'paid', cashAmount: 15_000 })
  })

  test.each([
    ['a price of its own', {}, { price: 1 }],
    ['a total of its own', { totalAmount: 1 }, {}],
    ['a discount that the total has not', { discount: 5000 }, {}],
    ['half of it off', { discount: 20_000, totalAmount: 20_000 }, {}],
    ['half of it off one line', { totalAmount: 20_000 }, { discount: 20_000 }],
    ['a discount as text', { discount: 'all', totalAmount: 0 }, {}],
    ['a discount below zero', { discount: -40_000, totalAmount: 80_000 }, {}],
    ['all of it in cash', { cash_amount: 40_000 }, {}],
    ['cash below zero', { cash_amount: -40_000 }, {}],
    ['cash as text', { cash_amount: 'much' }, {}],
    ['a shift that there is not', { shift_id: randomUUID() }, {}],
    ['a till that is no id', { till_id: '1' }, {}],
    ['a sale that is no id', { sale_id: '../1' }, {}],
    [
      'an approval of its own',
      {
        discount: 20_000,
        totalAmount: 20_000,
        approval: { by: randomUUID(), byName: 'Boss', proof: 'f'.repeat(64) },
      },
      {},
    ],
    ['an approval that is none', { approval: { by: 'boss', proof: 1 } }, {}],
    ['an endless proof', { approval: { by: randomUUID(), proof: 'f'.repeat(99) } }, {}],
  ])('with %s is refused with a message, and nothing is reserved', async (_what, change, line) => {
    const { status, body } = await send(payload(change, line))
    expect([400, 409]).toContain(status)
    expect((body as { error: string }).error).toMatch(/\w{3,}/)
    expect(await shop.db.$count(posSales)).toBe(0)
    expect(await onHand()).toBe(5)
  })

  test('is refused from a customer, a visitor, and a former cashier', async () => {
    expect((await send(payload(), app.visit())).status).toBe(401)
    expect((await send(payload(), await app.signIn('customer'))).status).toBe(403)
    const { changeRole } = await import('../../../app/modules/accounts/change-role.ts')
    const boss = await app.signIn('super_admin')
    await changeRole(shop, cashier.email, 'customer')
    expect((await send()).status).toBe(403)
    expect((await send(payload(), boss)).status).toBe(200)
  })

  test('sent ten times at once makes one sale with one payment page', async () => {
    const body = payload()
    const before = provider.sessions.size
    const all = await Promise.all(Array.from({ length: 10 }, () => send(body)))
    expect(new Set(all.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(await shop.db.$count(posSales)).toBe(1)
    expect(provider.sessions.size).toBe(before + 1)
    expect(await onHand()).toBe(3)
  })

  test('whose answer was lost can be looked up by the basket’s id, and continues when it is repeated', async () => {
    const saleId = randomUUID()
    provider.next('500', 'open')
    const lost = await send(payload({ sale_id: saleId }), cashier, saleId)
    expect(lost).toMatchObject({ status: 502, body: { reason: expect.stringMatching('provider') } })
    expect(await look(saleId)).toMatchObject({ saleId, state: 'waiting' })
    expect((await send(payload({ sale_id: saleId }), cashier, saleId)).status).toBe(200)
    expect(await shop.db.$count(posSales)).toBe(1)
  })
})

describe('PINs and approvals', () => {
  const pin = (body: unknown, who: Client) => who.json('/admin/pos/pin', { body })

  test('an admin who has just signed in sets a PIN, and approves what the cashier may not', async () => {
    const admin = await app.signIn('admin')
    const set = await pin({ pin: '482100' }, admin)
    expect(set).toMatchObject({ status: 200, body: { iterations: 600_000 } })
    const saleId = randomUUID()
    const asked = { userId: admin.userId, pin: '482100', saleId, off: 20_000, total: 40_000 }
    const wrong = await cashier.json('/admin/pos/approve', { body: { ...asked, pin: '0000' } })
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.any(String) } })
    const { status, body } = await cashier.json('/admin/pos/approve', { body: asked })
    expect(status).toBe(200)
    const { approval } = body as { approval: { by: string; byName: string; proof: string } }
    const half = { sale_id: saleId, discount: 20_000, totalAmount: 20_000, approval }
    expect((await send(payload({ ...half, sale_id: randomUUID() }))).status).toBe(400)
    expect((await send(payload(half))).status).toBe(200)
  })

  test('a cashier cannot approve for another, nor make a proof without the PIN', async () => {
    const other = await app.signIn('cashier')
    await pin({ pin: '1234' }, other)
    const saleId = randomUUID()
    const asked = { userId: other.userId, pin: '1234', saleId, off: 20_000, total: 40_000 }
    const refused = await cashier.json('/admin/pos/approve', { body: asked })
    expect(refused.status).toBe(400)
    const proof = await signApproval('00'.repeat(32), { saleId, off: 20_000, subtotal: 40_000 })
    const forged = { by: other.userId, byName: 'x', proof }
    const half = { sale_id: saleId, discount: 20_000, totalAmount: 20_000, approval: forged }
    expect((await send(payload(half))).status).toBe(400)
  })

  test.each([
    ['no body', undefined],
    ['a list', []],
    ['no id', { userId: 'boss', pin: '1', saleId: 'x', off: 1, total: 2 }],
    ['more off than there is', { pin: '1234', off: 3, total: 2 }],
    ['a discount as text', { pin: '1234', off: '3', total: 2 }],
  ])('%s is refused with a message', async (_what, body) => {
    const ids = { userId: randomUUID(), saleId: randomUUID() }
    const whole = body && !Array.isArray(body) ? { ...ids, ...body } : body
    for (const place of ['approve', 'pin']) {
      const path = `/admin/pos/${place}`
      const answer = await cashier.json(path, { method: 'POST', body: whole })
      if (place === 'pin' && whole && 'pin' in whole) continue
      expect([path, answer.status]).toEqual([path, 400])
    }
  })
})

describe('a sale that waits', () => {
  test('is unknown to the till by any other number', async () => {
    const { status, body } = await cashier.json('/admin/pos/sales/POS-2026-999999')
    expect(status).toBe(404)
    expect(body).toMatchObject({ reason: 'pos-sale-not-found' })
    expect((await act('POS-2026-999999', 'cancel')).status).toBe(404)
    const { number } = await aWaitingSale()
    expect((await act(number, 'refund')).status).toBe(404)
    expect((await cashier.json(`/admin/pos/sales/${number}`, { method: 'DELETE' })).status).toBe(
      405,
    )
    expect((await cashier.json(`/admin/pos/sales/${number}/cancel`)).status).toBe(405)
  })

  test('is paid as soon as somebody asks, even if no webhook ever came', async () => {
    const { number, reference } = await aWaitingSale()
    provider.pay(reference)
    const asked = await act(number, 'ask')
    expect(asked.body).toMatchObject({ sale: { state: 'paid' }, message: 'It is paid.' })
  })

  test.each(['500', 'html', 'cut', 'empty', '404'] as const)(
    'continues to wait when the provider answers "%s"',
    async (mode) => {
      const { number } = await aWaitingSale()
      provider.next(mode, 'verify')
      expect((await act(number, 'ask')).body).toMatchObject({ sale: { state: 'waiting' } })
    },
  )

  test('reports a failed try, and continues to wait', async () => {
    const { number, reference } = await aWaitingSale()
    provider.failAttempt(reference)
    const asked = await act(number, 'ask')
    expect(asked.body).toMatchObject({
      sale: { state: 'waiting', payment: { hasFailedTry: true } },
    })
    provider.pay(reference)
    shop.now = () => new Date(Date.now() + 30_000)
    expect(await look(number)).toMatchObject({ state: 'paid' })
  })

  test('gets a new payment page, and can be cancelled while nobody has paid', async () => {
    const { number, reference } = await aWaitingSale()
    const again = await act(number, 'again')
    expect(again.body).toMatchObject({ sale: { state: 'waiting', payment: { pages: 2 } } })
    expect(await onHand()).toBe(3)
    const off = await act(number, 'cancel')
    expect(off.body).toMatchObject({ sale: { state: 'given-up' } })
    expect(await onHand()).toBe(5)
    expect((await act(number, 'again')).body).toMatchObject({ reason: 'pos-not-waiting' })
    // The customer had the old page open, and still pays.
    provider.pay(reference)
    await comeBack(reference)
    expect(await look(number)).toMatchObject({ state: 'paid' })
    expect((await shop.db.select().from(posSales))[0]?.reviewReasons).toEqual(['paid-late'])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('ends paid when it is cancelled while the money arrives', async () => {
    const { number, reference } = await aWaitingSale()
    const held = provider.hold('verify')
    const cancelled = act(number, 'cancel')
    await held.arrived
    provider.pay(reference)
    held.release()
    expect((await cancelled).body).toMatchObject({ sale: { state: 'paid' } })
    expect(await onHand()).toBe(3)
  })

  test('is visible only to its till', async () => {
    const { number } = await aWaitingSale()
    const customer = await app.signIn('customer')
    for (const who of [app.visit(), customer]) {
      const answers = [
        await who.fetch(`/admin/pos/sales/${number}`),
        ...(await Promise.all(
          ['ask', 'again', 'cancel'].map((what) =>
            who.fetch(`/admin/pos/sales/${number}/${what}`, { method: 'POST' }),
          ),
        )),
        await who.fetch(`/pos/success?order=${number}`),
        await who.fetch(`/pos/failed?order=${number}`),
      ]
      for (const answer of answers) {
        expect([302, 403]).toContain(answer.status)
        expect(await answer.text()).not.toContain('Mary Phiri')
      }
    }
    expect(await look(number)).toMatchObject({ state: 'waiting' })
  })
})

describe('a buyer who comes back from the payment page', () => {
  const leadsTo = (answer: Response) => answer.headers.get('location')

  test('having paid, sees the number, the total and the ways on', async () => {
    const { number, reference } = await aWaitingSale()
    provider.pay(reference)
    const back = await comeBack(reference)
    expect(leadsTo(back)).toBe(`/pos/success?order=${number}`)
    const { html } = await cashier.open(back)
    expect(html).toContain('Sale paid')
    expect(html).toContain(number)
    expect(html).toMatch(/MK\s40,000/)
    expect(html).toContain('href="/pos"')
    expect(html).toContain('href="/admin"')
  })

  test.each(['', '?status=failed', '?status=cancelled', '?status=success'])(
    'waits on the success page while the outcome is unknown ("%s"), and never sees "failed"',
    async (query) => {
      const { number, reference } = await aWaitingSale()
      shop.payments = askProvider(200)
      provider.next('hang', 'verify')
      const back = await comeBack(reference, query)
      expect(leadsTo(back)).toBe(`/pos/success?order=${number}`)
      const { html } = await cashier.open(back)
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
      expect(main.includes('Waiting for the payment')).toBe(true)
      expect(/failed/i.exec(main)?.[0]).toBeUndefined()
      expect(await look(number)).toMatchObject({ state: 'waiting' })
    },
  )

  test('having cancelled there, can try again, and the items are released', async () => {
    const { number, reference } = await aWaitingSale()
    provider.cancel(reference)
    const back = await comeBack(reference, '?status=cancelled')
    expect(leadsTo(back)).toBe(`/pos/failed?order=${number}`)
    const { html } = await cashier.open(back)
    expect(html).toContain('Payment failed')
    expect(html).toMatch(/href="\/pos"[^>]*>Retry POS Sale/)
    expect(html).toContain('href="/admin"')
    expect(await onHand()).toBe(5)
  })

  test('on their own phone sees the shop and a word of thanks, and cancels nothing', async () => {
    const { number, reference } = await aWaitingSale()
    const phone = app.visit()
    provider.cancel(reference)
    const off = await phone.open(await comeBack(reference, '?status=cancelled', phone))
    expect(off.path).toBe('/')
    expect(off.html).toContain('Not paid')
    expect(await look(number)).toMatchObject({ state: 'waiting' })
    provider.pay(reference)
    const paid = await phone.open(await comeBack(reference, '', phone))
    expect(paid.html).toContain('The till in the shop knows it already.')
    expect(paid.html).not.toContain(number)
  })

  test('sees the true state of a sale on its page, whatever the address says', async () => {
    const { number, reference } = await aWaitingSale()
    const waiting = await cashier.fetch(`/pos/failed?order=${number}`)
    expect(leadsTo(waiting)).toBe(`/pos/success?order=${number}`)
    await act(number, 'cancel')
    const off = await cashier.fetch(`/pos/success?order=${number}`)
    expect(leadsTo(off)).toBe(`/pos/failed?order=${number}`)
    provider.pay(reference)
    await comeBack(reference)
    const paid = await cashier.fetch(`/pos/failed?order=${number}`)
    expect(leadsTo(paid)).toBe(`/pos/success?order=${number}`)
    for (const path of [
      '/pos/success',
      '/pos/failed?order=POS-2026-999999',
      '/pos/success?order=x',
    ])
      expect((await cashier.open(path)).html).toContain('The till has no sale with that number')
  })

  test('with too little money sees that, and the items stay reserved', async () => {
    const { number, reference } = await aWaitingSale()
    provider.pay(reference, { amount: 39_999 })
    const { html } = await cashier.open(await comeBack(reference))
    expect(html).toContain('Not the right amount')
    expect(html).not.toContain('Sale paid')
    expect((await shop.db.select().from(posSales))[0]).toMatchObject({
      saleNumber: number,
      paymentStatus: 'pending',
      reviewReasons: ['sum-differs'],
    })
  })
})
