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
import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import { createPayChangu } from './paychangu.server.ts'

const at = usePayChangu()

describe('opening a payment', () => {
  test('the customer gets a payment page, and the provider what its API requires', async () => {
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

  test('a reference that was used before is refused with the provider’s message', async () => {
    await at.provider.open(payment)
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      report: {
        code: 'provider-message',
        http: 400,
        words: 'tx_ref: The tx ref has already been taken.',
      },
    })
  })

  const quote = (http: number, words: string): ProviderReport => ({
    code: 'provider-message',
    http,
    words,
  })
  const noJson = (http: number): ProviderReport => ({ code: 'not-json', http })

  test.each<[StandInMode, ProviderReport]>([
    ['400-string', quote(400, 'Invalid request')],
    ['400-object', quote(400, 'currency: The currency field is required.; amount: Too small. No.')],
    ['403-html', noJson(403)],
    ['null-data', { code: 'without-page', http: 200, words: 'ok' }],
  ])('a refusal (%s) becomes one report', async (mode, report) => {
    at.standIn.next(mode, 'open')
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      report,
    })
  })

  test.each<[StandInMode, ProviderReport]>([
    ['500', quote(500, 'Server Error')],
    ['503-html', noJson(503)],
    ['html', noJson(200)],
    ['empty', noJson(200)],
    ['not-an-object', noJson(200)],
    ['huge', noJson(200)],
    ['429', quote(429, 'Too Many Attempts.')],
    ['hang', { code: 'no-answer', seconds: 0.2 }],
    ['hang-mid-body', { code: 'no-answer', seconds: 0.2 }],
    ['cut', { code: 'connection-failed', cause: 'UND_ERR_SOCKET' }],
    ['cut-before-answer', { code: 'connection-failed', cause: 'UND_ERR_SOCKET' }],
    ['redirect', { code: 'connection-failed', cause: null }],
  ])('a failing provider (%s) is unreachable, and nothing is thrown', async (mode, report) => {
    at.standIn.next(mode, 'open')
    expect(await at.impatient(mode).open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      report,
    })
  })

  test('a redirect is not followed, so that the key is sent nowhere else', async () => {
    at.standIn.next('redirect', 'open')
    await at.provider.open(payment)
    expect(at.standIn.requests.map((asked) => asked.path)).toEqual(['/payment'])
  })

  test('a server that does not respond is unreachable', async () => {
    await at.standIn.close()
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
      report: { code: 'connection-failed', cause: 'ECONNREFUSED' },
    })
    expect(await at.provider.verify(payment.reference)).toEqual({
      state: 'pending',
      report: { code: 'connection-failed', cause: 'ECONNREFUSED' },
    })
    at.standIn = await startPayChanguStandIn()
  })

  test.each(['javascript:alert(1)', '/checkout/relative', '', 7, null])(
    'the customer is not redirected to %j',
    async (checkout_url) => {
      at.standIn.next({ status: 200, body: { status: 'success', data: { checkout_url } } }, 'open')
      expect(await at.provider.open(payment)).toMatchObject({
        ok: false,
        reason: 'provider-refused',
      })
    },
  )

  test('a page for another reference is refused', async () => {
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
  ])('%j is refused without a request to the provider', async (wrong) => {
    expect(await at.provider.open({ ...payment, ...wrong })).toMatchObject({
      ok: false,
      reason: 'provider-refused',
    })
    expect(at.standIn.requests).toEqual([])
  })
})

test('the customer returns with the reference in the path, because the provider drops a query string', async () => {
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

describe('the secret key', () => {
  test('is refused when it is wrong, and the payment stays pending', async () => {
    at.provider = createPayChangu({ secretKey: 'sec-test-wrong', apiUrl: at.standIn.url })
    expect(await at.provider.open(payment)).toEqual({
      ok: false,
      reason: 'provider-refused',
      report: { code: 'provider-message', http: 401, words: 'Unauthenticated.' },
    })
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'pending' })
  })

  test('is in no answer, even when the provider quotes it', async () => {
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

  test('is in no status or amount, and a long message keeps its beginning', async () => {
    const answered = (data: object, message = '') => {
      const body = { status: 'success', message, data: { tx_ref: payment.reference, ...data } }
      at.standIn.next({ status: 200, body }, 'verify')
      return at.provider.verify(payment.reference)
    }
    const texts = JSON.stringify([
      await answered({ status: secretKey }),
      await answered({ status: 'success', amount: `many ${secretKey}` }),
    ])
    expect(texts).toContain('[secret]')
    expect(texts).toContain('many [secret]')
    expect(texts).not.toContain(secretKey)
    for (const [message, words] of [
      ['x'.repeat(1000), 'x'.repeat(300)],
      [`a\0b${'x'.repeat(297)}\u{1F600}`, `ab${'x'.repeat(297)}`],
      ['half a \ud83d', 'half a \ufffd'],
    ])
      expect(await answered({ status: 'failed' }, message)).toEqual({
        state: 'failed',
        report: { code: 'failed', status: 'failed', http: 200, words },
      })
  })

  test('is in no answer, log or address, even when it is not a valid header', async () => {
    const FAILED = { code: 'connection-failed', cause: null }
    const logged = ['log', 'warn', 'info'] as const
    const spies = logged.map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
    at.provider = createPayChangu({ secretKey: 'sec-test\nbroken', apiUrl: at.standIn.url })
    expect([await at.provider.open(payment), await at.provider.verify(payment.reference)]).toEqual([
      { ok: false, reason: 'provider-unreachable', report: FAILED },
      { state: 'pending', report: FAILED },
    ])
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  test('is sent only in the header', async () => {
    await at.provider.open(payment)
    await at.provider.verify(payment.reference)
    for (const { path, body } of at.standIn.requests) expect(path + body).not.toContain(secretKey)
  })
})
