import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { openDatabase } from '../../db/open.server.ts'
import type { PaymentToOpen } from './payments.server.ts'
import {
  buildSandboxWebhook,
  createSandboxPayments,
  decideSandboxPayment,
  findSandboxPayment,
  type SandboxDecision,
} from './sandbox-payments.server.ts'

const database = useDatabase()

const secret = 'sandbox-secret'
const baseUrl = 'http://localhost:3200'
const payment: PaymentToOpen = {
  reference: 'zv_1',
  amount: 300_000,
  title: 'Order FSC-2026-000123',
  description: 'Three lines',
  returnUrl: 'http://localhost:3200/payments/return/zv_1',
}
const sandbox = () => createSandboxPayments({ db: database.db, baseUrl: `${baseUrl}/`, secret })
const decide = (decision: SandboxDecision) =>
  decideSandboxPayment(database.db, payment.reference, decision)
const bytes = (text: string) => new TextEncoder().encode(text)

beforeEach(async () => {
  expect(await sandbox().open(payment)).toEqual({
    ok: true,
    checkoutUrl: `${baseUrl}/sandbox/pay/zv_1`,
  })
})

test('the test page finds the payment by its reference, and none by another reference', async () => {
  expect(await findSandboxPayment(database.db, 'zv_1')).toMatchObject({
    amount: 300_000,
    currency: 'MWK',
    title: payment.title,
    status: 'pending',
    attempts: 0,
  })
  expect(await findSandboxPayment(database.db, 'zv_2')).toBeNull()
  expect(await decideSandboxPayment(database.db, 'zv_2', 'pay')).toBeNull()
  expect(await sandbox().verify('zv_2')).toMatchObject({ state: 'pending' })
})

test('a reference can be used for one payment', async () => {
  expect(await sandbox().open({ ...payment, amount: 1 })).toEqual({
    ok: false,
    reason: 'provider-refused',
    report: { code: 'reference-used' },
  })
  expect(await findSandboxPayment(database.db, 'zv_1')).toMatchObject({ amount: 300_000 })
})

test('a sandbox payment is pending before the customer decides', async () => {
  expect(await sandbox().verify('zv_1')).toEqual({
    state: 'pending',
    report: { code: 'not-paid-yet' },
  })
})

test('Pay returns to the shop, the payment stays paid, and its webhook is sent once', async () => {
  const back = `${payment.returnUrl}?tx_ref=zv_1&status=success`
  expect(await decide('pay')).toMatchObject({
    payment: { status: 'paid', attempts: 1 },
    next: back,
    webhook: 'success',
  })
  for (const decision of ['pay', 'fail', 'cancel'] as const)
    expect(await decide(decision)).toMatchObject({
      payment: { status: 'paid', attempts: 1 },
      next: back,
      webhook: null,
    })
  expect(await sandbox().verify('zv_1')).toEqual({
    state: 'paid',
    amount: 300_000,
    currency: 'MWK',
    providerReference: expect.stringMatching(/^TEST-[0-9a-f]{10}$/),
    channel: 'Test',
    mode: 'test',
  })
})

test('Fail stays on the page and sends a webhook each time, and the payment may still be paid', async () => {
  for (const attempts of [1, 2])
    expect(await decide('fail')).toMatchObject({
      payment: { status: 'failed', attempts },
      next: null,
      webhook: 'failed',
    })
  expect(await sandbox().verify('zv_1')).toMatchObject({ state: 'failed' })
  expect(await decide('pay')).toMatchObject({ payment: { attempts: 3 }, webhook: 'success' })
  expect(await sandbox().verify('zv_1')).toMatchObject({ state: 'paid' })
})

test('Cancel returns to the shop without a webhook, and the payment may still be paid late', async () => {
  const back = `${payment.returnUrl}?tx_ref=zv_1&status=cancelled`
  expect(await decide('cancel')).toMatchObject({ next: back, webhook: null })
  expect(await decide('fail')).toMatchObject({ payment: { status: 'cancelled' }, webhook: null })
  expect(await sandbox().verify('zv_1')).toMatchObject({ state: 'failed' })
  expect(await decide('pay')).toMatchObject({ webhook: 'success' })
  expect(await sandbox().verify('zv_1')).toMatchObject({ state: 'paid' })
})

test('twenty taps at once on two web processes pay once', async () => {
  const other = openDatabase(database.url)
  try {
    const steps = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        decideSandboxPayment(n % 2 ? database.db : other.db, 'zv_1', n % 5 ? 'pay' : 'cancel'),
      ),
    )
    expect(steps.filter((step) => step?.webhook === 'success')).toHaveLength(1)
    expect(await sandbox().verify('zv_1')).toMatchObject({ state: 'paid' })
  } finally {
    await other.close()
  }
})

test('the webhooks are signed, shaped like the provider’s, and accepted by the shop’s endpoint', async () => {
  for (const outcome of ['failed', 'success'] as const) {
    const step = await decide(outcome === 'failed' ? 'fail' : 'pay')
    if (!step) throw new Error('The payment is gone')
    const { body, signature } = buildSandboxWebhook(step.payment, outcome, secret)
    expect(JSON.parse(body)).toMatchObject({
      event_type: 'checkout.payment',
      type: 'API Payment (Checkout)',
      status: outcome,
      tx_ref: 'zv_1',
      currency: 'MWK',
      amount: 300_000,
      charge: 9000,
      total_amount_paid: 309_000,
      meta: expect.any(String),
    })
    expect(sandbox().readWebhook(bytes(body), signature)).toEqual({
      ok: true,
      reference: 'zv_1',
      eventType: 'checkout.payment',
    })
    for (const forged of [null, buildSandboxWebhook(step.payment, outcome, 'guess').signature])
      expect(sandbox().readWebhook(bytes(body), forged)).toMatchObject({ reason: 'bad-signature' })
    expect(sandbox().readWebhook(bytes(`${body} `), signature).ok).toBe(false)
  }
})

test('a database that does not respond is an unreachable provider, and nothing is thrown', async () => {
  const gone = openDatabase('postgres://127.0.0.1:9/gone')
  const provider = createSandboxPayments({ db: gone.db, baseUrl, secret })
  expect(await provider.open({ ...payment, reference: 'zv_3' })).toMatchObject({
    ok: false,
    reason: 'provider-unreachable',
  })
  expect(await provider.verify('zv_1')).toMatchObject({ state: 'pending' })
  await gone.close()
})
