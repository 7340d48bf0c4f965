import { describe, expect, test, vi } from 'vitest'
import {
  payment,
  secretKey,
  usePayChangu,
  webhookSecret,
} from '../../../tests/support/payments/paychangu.ts'
import {
  type StandInMode,
  startPayChanguStandIn,
} from '../../../tests/support/payments/paychangu-stand-in.ts'
import { createPayChangu } from './paychangu.server.ts'

const at = usePayChangu()

describe('opening a payment', () => {
  test('the customer gets a payment page, and the provider what its contract asks for', async () => {
    expect(await at.provider.open({ ...payment, lastName: ' ', email: '' })).toEqual({
      ok: true,
      checkoutUrl: `${at.standIn.url}/checkout/${payment.reference}`,
    })
    const [asked] = at.standIn.requests
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
    await at.provider.open(payment)
    expect(await at.provider.open(payment)).toEqual({
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
    at.standIn.next(mode, 'open')
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      detail,
    })
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
    at.standIn.next(mode, 'open')
    expect(await at.impatient(mode).open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      detail,
    })
  })

  test('a redirect is not followed, so the key goes nowhere else', async () => {
    at.standIn.next('redirect', 'open')
    await at.provider.open(payment)
    expect(at.standIn.requests.map((asked) => asked.path)).toEqual(['/payment'])
  })

  test('a server that is gone is unreachable', async () => {
    await at.standIn.close()
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      detail: 'the connection failed (ECONNREFUSED)',
    })
    expect(await at.provider.verify(payment.reference)).toEqual({
      state: 'pending',
      why: 'the connection failed (ECONNREFUSED)',
    })
    at.standIn = await startPayChanguStandIn()
  })

  test.each(['javascript:alert(1)', '/checkout/relative', '', 7, null])(
    'the customer is not sent to %j',
    async (checkout_url) => {
      at.standIn.next({ status: 200, body: { status: 'success', data: { checkout_url } } }, 'open')
      expect(await at.provider.open(payment)).toMatchObject({
        ok: false,
        reason: 'provider-refused',
      })
    },
  )

  test('a page that is about another reference is refused', async () => {
    const data = {
      checkout_url: `${at.standIn.url}/checkout/x`,
      data: { tx_ref: 'somebody-elses' },
    }
    at.standIn.next({ status: 200, body: { status: 'success', data } }, 'open')
    expect(await at.provider.open(payment)).toMatchObject({ ok: false, reason: 'provider-refused' })
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
    expect(await at.provider.open({ ...payment, ...wrong })).toMatchObject({
      ok: false,
      reason: 'provider-refused',
    })
    expect(at.standIn.requests).toEqual([])
  })
})

test('the customer comes back to our reference in the path: a query string of ours is lost', async () => {
  const { returnUrl } = payment
  await at.provider.open({ ...payment, returnUrl: `${returnUrl}?order=FSC-2026-000123` })
  expect([
    at.standIn.pay(payment.reference),
    at.standIn.pay(payment.reference, { shown: null }),
    at.standIn.cancel(payment.reference),
    at.standIn.giveUp(payment.reference),
  ]).toEqual([
    `${returnUrl}?tx_ref=${payment.reference}&status=success`,
    `${returnUrl}?tx_ref=${payment.reference}`,
    `${returnUrl}?tx_ref=${payment.reference}&status=cancelled`,
    `${returnUrl}?tx_ref=${payment.reference}&status=failed`,
  ])
})

describe('our key', () => {
  test('a wrong one is refused, and the payment stays pending', async () => {
    at.provider = createPayChangu({ secretKey: 'sec-test-wrong', apiUrl: at.standIn.url })
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      detail: 'HTTP 401: Unauthenticated.',
    })
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'pending' })
  })

  test('it is in no answer, even when the provider quotes it', async () => {
    const message = `Invalid key ${secretKey}, not ${webhookSecret}`
    at.standIn.next({ status: 401, body: { status: 'failed', message } }, 'open')
    at.standIn.next({ status: 401, body: { status: 'failed', message } }, 'verify')
    const texts = JSON.stringify([
      await at.provider.open(payment),
      await at.provider.verify(payment.reference),
    ])
    expect(texts).toContain('Invalid key [secret], not [secret]')
    expect(texts).not.toContain(secretKey)
  })

  test('it is in no answer, log or address when it cannot even be a header', async () => {
    const logged = ['log', 'warn', 'info'] as const
    const spies = logged.map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
    at.provider = createPayChangu({ secretKey: 'sec-test\nbroken', apiUrl: at.standIn.url })
    expect([await at.provider.open(payment), await at.provider.verify(payment.reference)]).toEqual([
      { ok: false, reason: 'provider-unreachable', detail: 'the connection failed' },
      { state: 'pending', why: 'the connection failed' },
    ])
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  test('it is only in the header', async () => {
    await at.provider.open(payment)
    await at.provider.verify(payment.reference)
    for (const { path, body } of at.standIn.requests) expect(path + body).not.toContain(secretKey)
  })
})
