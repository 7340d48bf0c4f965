import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountEvents, auditLog, rateLimits } from '../../app/db/tables.server.ts'
import { receiptCodeOf } from '../../app/rules/till/receipt-code.ts'
import { givePassword } from '../support/accounts/accounts.ts'
import { linkIn, useApp } from '../support/app.ts'
import {
  aCart,
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
} from '../support/factories.ts'
import { fillCheckout, sendCheckout } from '../support/payments/checkout-form.ts'
import { aSale } from '../support/till/counter.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const WRONG = 'not this one'
/** The address of a person with a password, because each guess at an unknown address would be hashed anew. */
async function withPassword() {
  const person = await aUser(app.shop)
  await givePassword(app.shop, person, PASSWORD)
  return person.email
}
const again = <T>(times: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, act))
/** Ends the minute in which the same email is sent only once. */
const afterAMinute = () =>
  app.shop.db.execute(
    sql`update rate_limits set last_request = last_request - 61000 where key like 'same-email %'`,
  )
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('rate limits', () => {
  test('allow ten guesses at one account from one network, and then require a wait, also for the right password', async () => {
    const email = await withPassword()
    const body = { email, password: WRONG }
    const one = app.visit()
    const answers = await again(14, () => one.json('/api/auth/sign-in/email', { body }))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 4])
    const page = await one.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
    expect(page.status).toBe(429)
    const html = await page.text()
    expect(html).toContain('Too many attempts')
    expect(html).toContain('Please try again in 15 minutes.')
  })

  test('never lock out a person who signs in often with the right password', async () => {
    const body = { email: await withPassword(), password: PASSWORD }
    const one = app.visit()
    for (let n = 0; n < 12; n += 1)
      expect((await one.json('/api/auth/sign-in/email', { body })).status).toBe(200)
  })

  test('allow twenty sign-ins a minute from one network, without affecting others', async () => {
    const emails = [await withPassword(), await withPassword(), await withPassword()]
    const one = app.visit()
    let n = 0
    // Eight guesses at each account: too few for an account's own limit.
    const answers = await again(24, () =>
      one.json('/api/auth/sign-in/email', {
        body: { email: emails[(n += 1) % 3], password: WRONG },
      }),
    )
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([20, 4])
    const body = { email: emails[0], password: WRONG }
    const other = await app.visit().json('/api/auth/sign-in/email', { body })
    expect(other.status).toBe(401)
  })

  test('send a password link once when it is requested twice, and that link works', async () => {
    const { email } = await aUser(app.shop)
    const body = { email }
    const ask = () => app.visit().json('/api/auth/request-password-reset', { body })
    const isGood = async (link: string) =>
      (await app.visit().open(link)).html.includes('Choose a new password')
    const [first, second] = await again(2, ask)
    expect(second).toEqual(first)
    expect(await app.emails(email)).toHaveLength(1)
    const older = linkIn((await app.emails(email))[0])
    expect(await isGood(older)).toBe(true)
    await afterAMinute()
    await ask()
    const newer = linkIn((await app.emails(email)).at(-1))
    expect([await isGood(older), await isGood(newer)]).toEqual([false, true])
  })

  test('send the newsletter’s link once when it is requested twice, and again after a minute', async () => {
    const email = 'reader@example.com'
    const join = () => app.visit().post('/newsletter', { email })
    const answers = await again(2, join)
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    expect(await app.emails(email)).toHaveLength(1)
    await afterAMinute()
    await join()
    expect(await app.emails(email)).toHaveLength(2)
  })

  test('let strangers send at most five emails an hour to an address, known or not', async () => {
    const { email } = await aUser(app.shop)
    for (const address of [email, 'nobody@example.com']) {
      const body = { email: address }
      const answers: { status: number }[] = []
      for (let n = 0; n < 7; n += 1) {
        answers.push(await app.visit().json('/api/auth/request-password-reset', { body }))
        await afterAMinute()
      }
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([5, 2])
    }
    expect(await app.emails(email)).toHaveLength(5)
    expect(await app.emails('nobody@example.com')).toEqual([])
  })

  test('also count signing in again and again before the address is confirmed', async () => {
    const body = { name: 'Chisomo', email: 'chisomo@example.com', password: PASSWORD }
    await app.visit().json('/api/auth/sign-up/email', { body })
    const answers = await again(8, () => app.visit().json('/api/auth/sign-in/email', { body }))
    expect(countOf(answers, 403)).toBe(8)
    expect(await app.emails(body.email)).toHaveLength(5)
  })

  test('prevent finding orders by trying addresses', async () => {
    const { userId } = await aUser(app.shop)
    const product = await aProduct(app.shop)
    const { order } = await aPaidOrder(app.shop, userId, [{ product }])
    const fields = { order_number: order.orderNumber, email: 'wrong@example.com' }
    const right = { ...fields, email: order.email }
    const one = app.visit()
    const answers = await again(12, () => one.post('/track-order', fields))
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([10, 2])
    expect((await one.post('/track-order', right)).status).toBe(429)
    // The guesser used up nobody else's limit, and the order's customer may look as often as needed.
    const customer = app.visit()
    for (let tries = 0; tries < 12; tries += 1)
      expect((await customer.post('/track-order', right)).status).toBe(200)
    const many = await again(95, () => app.visit().post('/track-order', fields))
    expect([countOf(many, 404), countOf(many, 429)]).toEqual([90, 5])
  })

  test('keep orders from being found by trying numbers from one network', async () => {
    const one = app.visit()
    let n = 0
    const answers = await again(12, () =>
      one.post('/track-order', { order_number: `FSC-2026-00000${(n += 1)}`, email: 'a@b.cd' }),
    )
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([10, 2])
  })

  test('stop a network that signs up many addresses for the newsletter', async () => {
    const one = app.visit()
    let n = 0
    await again(10, () => one.post('/newsletter', { email: `box${(n += 1)}@example.com` }))
    const page = await one.open(await one.post('/newsletter', { email: 'one-more@example.com' }))
    expect(page.html).toContain('Too many attempts')
    expect(await app.emails('one-more@example.com')).toEqual([])
  })

  test('count the addresses of one /64 as one network, and IPv4 addresses as such in any notation', async () => {
    let n = 0
    const next = () => (n += 1).toString(16)
    const track = (ip: string) =>
      app.visit(ip).post('/track-order', { order_number: `FSC-2026-${n}`, email: 'a@b.cd' })
    const join = (ip: string) => app.visit(ip).post('/newsletter', { email: `a${n}@example.com` })
    const body = { email: await withPassword(), password: WRONG }
    const guessing = (ip: string) => app.visit(ip).json('/api/auth/sign-in/email', { body })
    const neighbours = await again(12, () => track(`2001:db8:0:1::${next()}`))
    expect([countOf(neighbours, 404), countOf(neighbours, 429)]).toEqual([10, 2])
    expect((await track('2001:db8:0:2::1')).status).toBe(404)
    await again(10, () => join(`2001:db8:0:1::${next()}`))
    next()
    await join('2001:db8:0:1:ffff::1')
    const refused = `a${n}@example.com`
    next()
    await join('2001:db8:0:2::1')
    const joined = (await app.emails()).map(({ to }) => to)
    expect(joined).toContain(`a${n}@example.com`)
    expect(joined).not.toContain(refused)
    const guesses = await again(12, () => guessing(`2001:db8:0:1::${next()}`))
    expect([countOf(guesses, 401), countOf(guesses, 429)]).toEqual([10, 2])
    await again(10, () => guessing('::ffff:41.70.1.1'))
    expect((await guessing('41.70.1.1')).status).toBe(429)
  })
})

test('the checkout names the orders to pay or cancel before another one is placed', async () => {
  const buyer = await app.signIn()
  const dress = await aProduct(app.shop, { stock: 50 })
  await aCart(app.shop, buyer.userId, [{ product: dress, quantity: 1 }])
  for (let n = 1; n <= 3; n += 1)
    expect(await sendCheckout(buyer)).toMatchObject({
      status: 302,
      to: expect.stringContaining('/sandbox/pay/'),
    })
  const { status, html } = await sendCheckout(buyer)
  expect(status).toBe(409)
  expect(html).toContain('Order not placed')
  expect(html).toContain('3 orders of your account are waiting for payment. Pay for one or cancel')
  expect(html.match(/value="cancel-order:/g)).toHaveLength(3)
  const { variantId, productId, price } = dress
  const answer = await buyer.json('/functions/process-payment', {
    body: {
      cartItems: [{ product_id: productId, variant_id: variantId, quantity: 1, price }],
      shippingAddress: {
        firstName: 'Chisomo',
        lastName: 'Banda',
        phone: '+265 991 234 568',
        address: 'Plot 5',
        city: 'Zomba',
        district: 'Zomba',
      },
      totalAmount: price + 2000,
      courierService: 'bike-riders',
    },
  })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ reason: 'unpaid-orders' })
})

test('guesses of codes are limited also when a form claims that the code is applied already', async () => {
  const buyer = await app.signIn()
  await aCart(app.shop, buyer.userId, [{ product: await aProduct(app.shop) }])
  await aDiscount(app.shop, { code: 'RIGHT', type: 'fixed', value: 100 })
  const fields = await fillCheckout(buyer)
  const send = async (code: string) =>
    (await sendCheckout(buyer, { applied_code: code, seen_discount: '0' }, fields)).html
  for (let n = 0; n < 20; n += 1)
    expect(await send(`GUESS${n}`)).toContain('The discount code you entered is not valid.')
  for (const code of ['RIGHT', 'WRONG']) expect(await send(code)).toContain('Too many attempts')
})

test('the payment page of a voucher is requested from the provider at most ten times in ten minutes', async () => {
  const buyer = app.visit()
  const voucher = randomUUID()
  const who = { name: 'Mary Phiri', email: 'mary@example.com', phone: '0991234567' }
  let requested = 0
  const open = async () => {
    requested += 1
    return { ok: false, reason: 'provider-unreachable', report: { code: 'payments-off' } } as const
  }
  app.shop.payments = { ...app.shop.payments, open }
  await buyer.post('/gift-voucher', { intent: 'buy', voucher, amount: '25000', ...who })
  const press = async () =>
    (await buyer.open(await buyer.post('/gift-voucher', { intent: 'pay', voucher }))).html
  for (let n = 2; n <= 10; n += 1)
    expect(await press()).toContain('We could not reach the payment service.')
  expect(await press()).toContain('Too many attempts')
  expect(requested).toBe(10)
})

test('the return address of a payment has the provider asked thirty times in ten minutes, and then answers without it', async () => {
  const { userId } = await aUser(app.shop)
  const { payment } = await aPendingOrder(app.shop, userId, [{ product: await aProduct(app.shop) }])
  let asked = 0
  const { payments } = app.shop
  const verify = (reference: string) => {
    asked += 1
    return payments.verify(reference)
  }
  app.shop.payments = { ...payments, verify }
  const answers = await again(33, () =>
    app.visit().fetch(`/payments/return/${payment.reference}`, { redirect: 'manual' }),
  )
  expect(countOf(answers, 302)).toBe(33)
  expect(asked).toBe(30)
})

test('the file of all data can be downloaded ten times an hour, by its owner and by staff', async () => {
  const person = await app.signIn('customer')
  const admin = await app.signIn('admin')
  for (const [who, path, back] of [
    [person, '/account/data.json', '/account'],
    [
      admin,
      `/admin/customers/${person.userId}/data.json`,
      `/admin/customers?person=${person.userId}`,
    ],
  ] as const) {
    for (let count = 0; count < 10; count += 1) expect((await who.fetch(path)).status).toBe(200)
    const refused = await who.open(path)
    expect(refused.path).toBe(back)
    expect(refused.html).toContain('Too many attempts')
  }
  expect(await app.shop.db.$count(accountEvents, eq(accountEvents.kind, 'data-downloaded'))).toBe(
    10,
  )
  expect(await app.shop.db.$count(auditLog, eq(auditLog.action, 'exported'))).toBe(10)
  await app.shop.db.update(rateLimits).set({ lastRequest: sql`last_request - 3600000` })
  expect((await person.fetch('/account/data.json')).status).toBe(200)
})

test('receipt codes cannot be guessed; the right code does not count as a guess', async () => {
  const { userId: cashierId } = await aUser(app.shop, 'cashier')
  const sale = await aSale(app.shop, { cashierId, product: await aProduct(app.shop) })
  const right = { code: receiptCodeOf(sale.idempotencyKey) ?? '' }
  const buyer = app.visit()
  for (let n = 0; n < 12; n += 1) expect((await buyer.post('/reviews/new', right)).status).toBe(302)
  const thief = app.visit('10.9.9.9')
  const guesses = await again(14, () => thief.post('/reviews/new', { code: '0000-0000-0000' }))
  expect([countOf(guesses, 404), countOf(guesses, 429)]).toEqual([10, 4])
  expect((await thief.post('/reviews/new', right)).status).toBe(429)
})

test('a cashier can look up sixty sales by number in ten minutes at any address, because sales name their customers', async () => {
  const cashier = await app.signIn('cashier')
  const other = await app.signIn('cashier')
  const product = await aProduct(app.shop)
  const sale = { cashierId: other.userId, product, customerName: 'Mphatso Kaliati' }
  const { saleNumber } = await aSale(app.shop, sale)
  const paymentStatus = 'cancelled' as const
  const givenUp = await aSale(app.shop, { ...sale, paymentStatus })
  const lookUp = (called: string, who = cashier) => who.fetch(`/admin/pos/sales/${called}`)
  const ask = (called: string) =>
    cashier.fetch(`/admin/pos/sales/${called}/ask`, { method: 'POST' })
  const success = (called: string) => cashier.fetch(`/pos/success?order=${called}`)
  for (let n = 0; n < 10; n += 1)
    for (const [answer, status] of [
      [await lookUp(saleNumber), 200],
      [await lookUp(givenUp.saleNumber), 200],
      [await lookUp('POS-2026-999999'), 404],
      [await ask(` ${saleNumber.toLowerCase()}`), 200],
      [await ask('POS-2026-999999'), 404],
      [await success(saleNumber), 200],
    ] as const)
      expect(answer.status).toBe(status)
  for (const answer of [
    await lookUp(saleNumber),
    // A parcel's number leads to a name as well: both are counted together.
    await cashier.fetch('/admin/pos/parcels?number=FSC-2026-999999'),
    await ask(saleNumber),
    await success(saleNumber),
  ]) {
    expect(answer.status).toBe(429)
    expect(await answer.text()).not.toContain('Mphatso')
  }
  expect((await lookUp(saleNumber, other)).status).toBe(200)
})

test('a till may ask for its own sale by the basket’s id without a limit', async () => {
  const cashier = await app.signIn('cashier')
  const product = await aProduct(app.shop)
  const { id } = await aSale(app.shop, { cashierId: cashier.userId, product })
  const follow = async (called: string) =>
    (await cashier.fetch(`/admin/pos/sales/${called}`)).status
  for (let n = 0; n < 61; n += 1) {
    expect(await follow(id)).toBe(200)
    expect(await follow(randomUUID())).toBe(404)
  }
})
