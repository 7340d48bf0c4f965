import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type StandInMode, startPayChanguStandIn } from '../../tests/support/paychangu-stand-in.ts'
import { createPayChangu } from './paychangu.server.ts'
import type { PaymentToOpen } from './payments.server.ts'

const secretKey = 'sec-test-key-of-ours'
const webhookSecret = 'webhook-secret-of-ours'
const payment: PaymentToOpen = {
  reference: 'zv_ABC-123',
  amount: 300_000,
  title: 'Order FSC-2026-000123',
  description: 'Three lines',
  firstName: 'Chikondi',
  returnUrl: 'http://localhost:3000/payments/return/zv_ABC-123',
}

let standIn: Awaited<ReturnType<typeof startPayChanguStandIn>>
let provider: ReturnType<typeof createPayChangu>
beforeEach(async () => {
  standIn = await startPayChanguStandIn({ secretKey, webhookSecret })
  provider = createPayChangu({
    secretKey,
    webhookSecret,
    apiUrl: `${standIn.url}/`,
  })
})
afterEach(() => standIn.close())

/** Waits no longer than needed for an answer that never comes. */
const impatient = (mode: StandInMode) =>
  mode.startsWith('hang')
    ? createPayChangu({ secretKey, apiUrl: standIn.url, timeoutMs: 200 })
    : provider

describe('opening a payment', () => {
  test('the customer gets a payment page, and the provider what its contract asks for', async () => {
    expect(await provider.open({ ...payment, lastName: ' ', email: '' })).toEqual({
      ok: true,
      checkoutUrl: `${standIn.url}/checkout/${payment.reference}`,
    })
    const [asked] = standIn.requests
    expect(asked?.headers).toMatchObject({
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      amount: '300000',
      currency: 'MWK',
      tx_ref: payment.reference,
      callback_url: payment.returnUrl,
      return_url: payment.returnUrl,
      first_name: 'Chikondi',
      customization: { title: payment.title, description: payment.description },
    })
  })

  test('a reference that was used before is refused in the words of the provider', async () => {
    await provider.open(payment)
    expect(await provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      detail: 'HTTP 400: tx_ref: The tx ref has already been taken.',
    })
  })

  test.each<[StandInMode, string]>([
    ['400-string', 'HTTP 400: Invalid request'],
    ['400-object', 'HTTP 400: currency: The currency field is required.; amount: Too small. No.'],
    ['403-html', 'HTTP 403: not JSON'],
    ['null-data', 'HTTP 200: ok; no usable checkout_url'],
  ])('a refusal (%s) becomes one readable detail', async (mode, detail) => {
    standIn.next(mode, 'open')
    expect(await provider.open(payment)).toEqual({ ok: false, reason: 'provider-refused', detail })
  })

  test.each<[StandInMode, string]>([
    ['500', 'HTTP 500: Server Error'],
    ['503-html', 'HTTP 503: not JSON'],
    ['html', 'HTTP 200: not JSON'],
    ['empty', 'HTTP 200: not JSON'],
    ['not-an-object', 'HTTP 200: not JSON'],
    ['huge', 'HTTP 200: not JSON'],
    ['429', 'HTTP 429: Too Many Attempts.'],
    ['hang', 'no answer within 0.2 s'],
    ['hang-mid-body', 'no answer within 0.2 s'],
    ['cut', 'the connection failed (UND_ERR_SOCKET)'],
    ['cut-before-answer', 'the connection failed (UND_ERR_SOCKET)'],
    ['redirect', 'the connection failed'],
  ])('a provider in trouble (%s) is unreachable, and nothing is thrown', async (mode, detail) => {
    standIn.next(mode, 'open')
    expect(await impatient(mode).open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      detail,
    })
  })

  test('a redirect is not followed, so the key goes nowhere else', async () => {
    standIn.next('redirect', 'open')
    await provider.open(payment)
    expect(standIn.requests.map((asked) => asked.path)).toEqual(['/payment'])
  })

  test('a server that is gone is unreachable', async () => {
    await standIn.close()
    expect(await provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      detail: 'the connection failed (ECONNREFUSED)',
    })
    expect(await provider.verify(payment.reference)).toEqual({
      state: 'pending',
      why: 'the connection failed (ECONNREFUSED)',
    })
    standIn = await startPayChanguStandIn()
  })

  test.each(['javascript:alert(1)', '/checkout/relative', '', 7, null])(
    'the customer is not sent to %j',
    async (checkout_url) => {
      standIn.next({ status: 200, body: { status: 'success', data: { checkout_url } } }, 'open')
      expect(await provider.open(payment)).toMatchObject({ ok: false, reason: 'provider-refused' })
    },
  )

  test('a page that is about another reference is refused', async () => {
    const data = { checkout_url: `${standIn.url}/checkout/x`, data: { tx_ref: 'somebody-elses' } }
    standIn.next({ status: 200, body: { status: 'success', data } }, 'open')
    expect(await provider.open(payment)).toMatchObject({ ok: false, reason: 'provider-refused' })
  })

  test.each([
    { amount: 0 },
    { amount: -5 },
    { amount: 99.5 },
    { amount: Number.NaN },
    { reference: '../payment' },
    { reference: 'a'.repeat(61) },
    { reference: '' },
  ])('%j is refused before the provider is asked', async (wrong) => {
    expect(await provider.open({ ...payment, ...wrong })).toMatchObject({
      ok: false,
      reason: 'provider-refused',
    })
    expect(standIn.requests).toEqual([])
  })
})

test('the customer comes back to our reference in the path: a query string of ours is lost', async () => {
  const { returnUrl } = payment
  await provider.open({ ...payment, returnUrl: `${returnUrl}?order=FSC-2026-000123` })
  expect([
    standIn.pay(payment.reference),
    standIn.pay(payment.reference, { shown: null }),
    standIn.cancel(payment.reference),
    standIn.giveUp(payment.reference),
  ]).toEqual([
    `${returnUrl}?tx_ref=${payment.reference}&status=success`,
    `${returnUrl}?tx_ref=${payment.reference}`,
    `${returnUrl}?tx_ref=${payment.reference}&status=cancelled`,
    `${returnUrl}?tx_ref=${payment.reference}&status=failed`,
  ])
})

describe('our key', () => {
  test('a wrong one is refused, and the payment stays pending', async () => {
    provider = createPayChangu({ secretKey: 'sec-test-wrong', apiUrl: standIn.url })
    expect(await provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      detail: 'HTTP 401: Unauthenticated.',
    })
    expect(await provider.verify(payment.reference)).toMatchObject({ state: 'pending' })
  })

  test('it is in no answer, even when the provider quotes it', async () => {
    const message = `Invalid key ${secretKey}, not ${webhookSecret}`
    standIn.next({ status: 401, body: { status: 'failed', message } }, 'open')
    standIn.next({ status: 401, body: { status: 'failed', message } }, 'verify')
    const said = JSON.stringify([
      await provider.open(payment),
      await provider.verify(payment.reference),
    ])
    expect(said).toContain('Invalid key [secret], not [secret]')
    expect(said).not.toContain(secretKey)
  })

  test('it is in no answer, log or address when it cannot even be a header', async () => {
    const logged = ['log', 'warn', 'info'] as const
    const spies = logged.map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
    provider = createPayChangu({ secretKey: 'sec-test\nbroken', apiUrl: standIn.url })
    expect([await provider.open(payment), await provider.verify(payment.reference)]).toEqual([
      { ok: false, reason: 'provider-unreachable', detail: 'the connection failed' },
      { state: 'pending', why: 'the connection failed' },
    ])
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  test('it is only in the header', async () => {
    await provider.open(payment)
    await provider.verify(payment.reference)
    for (const { path, body } of standIn.requests) expect(path + body).not.toContain(secretKey)
  })
})
