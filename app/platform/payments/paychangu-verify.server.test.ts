import { describe, expect, test } from 'vitest'
import { payment, secretKey, usePayChangu } from '../../../tests/support/payments/paychangu.ts'
import {
  type StandInMode,
  startPayChanguStandIn,
} from '../../../tests/support/payments/paychangu-stand-in.ts'
import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import { createPayChangu } from './paychangu.server.ts'

const at = usePayChangu()

/** A payment that the stand-in has open, then whatever `happens` to it. */
async function afterOpening(happens: () => void) {
  expect(await at.provider.open(payment)).toMatchObject({ ok: true })
  happens()
  return at.provider.verify(payment.reference)
}

describe('checking a payment', () => {
  const paid = {
    state: 'paid',
    amount: 300_000,
    currency: 'MWK',
    providerReference: expect.stringMatching(/^262\d+$/),
    channel: 'Mobile Money',
    payerPhone: '+265990000000',
    mode: 'test',
  }

  test('a paid payment is paid, with the amount and the channel', async () => {
    expect(await afterOpening(() => at.standIn.pay(payment.reference))).toEqual(paid)
  })

  test('numbers sent as strings are read as numbers', async () => {
    await at.standIn.close()
    at.standIn = await startPayChanguStandIn({ secretKey, numbersAsStrings: true })
    at.provider = createPayChangu({ secretKey, apiUrl: at.standIn.url, takesTestMoney: true })
    expect(await afterOpening(() => at.standIn.pay(payment.reference))).toEqual(paid)
  })

  test.each([400, 200])('an unpaid payment is pending, on HTTP %i', async (status) => {
    await at.standIn.close()
    at.standIn = await startPayChanguStandIn({ secretKey, unpaidHttpStatus: status })
    at.provider = createPayChangu({ secretKey, apiUrl: at.standIn.url, takesTestMoney: true })
    expect(await afterOpening(() => {})).toEqual({
      state: 'pending',
      report: {
        code: 'undecided',
        what: 'payment',
        outer: 'failed',
        inner: 'pending',
        http: status,
        words: 'Payment transaction not created.',
      },
    })
  })

  test('a failed attempt, a cancelled page and an expired page are failed', async () => {
    expect(await afterOpening(() => at.standIn.failAttempt(payment.reference))).toMatchObject({
      state: 'failed',
      report: { code: 'failed', status: 'failed' },
    })
    at.standIn.cancel(payment.reference)
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'failed' })
    at.standIn.expire(payment.reference)
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'failed' })
    at.standIn.next(
      { status: 200, body: { status: 'failed', data: { status: 'declined' } } },
      'verify',
    )
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'failed' })
  })

  test('a customer who pays after a failed attempt has paid', async () => {
    expect(
      await afterOpening(() => {
        at.standIn.failAttempt(payment.reference)
        at.standIn.pay(payment.reference)
      }),
    ).toEqual(paid)
  })

  test('an amount that is too small and a wrong currency are reported as they are', async () => {
    expect(
      await afterOpening(() => at.standIn.pay(payment.reference, { amount: 50, currency: 'USD' })),
    ).toMatchObject({ state: 'paid', amount: 50, currency: 'USD' })
  })

  test.each<[StandInMode, object]>([
    ['paid-as-successful', { state: 'paid', amount: 300_000, currency: 'MWK' }],
    ['paid-in-MK', { state: 'paid', amount: 300_000, currency: 'MWK' }],
    ['paid-with-commas', { state: 'paid', amount: 10_000 }],
  ])('%s is paid, too', async (mode, verdict) => {
    expect(await afterOpening(() => at.standIn.next(mode, 'verify'))).toMatchObject(verdict)
  })

  const undecided = (outer: string, inner: string) => ({ code: 'undecided', outer, inner }) as const
  const nothing = (http: number) => ({ code: 'nothing-about-it', http }) as const
  const noJson = (http: number) => ({ code: 'not-json', http }) as const
  test.each<[StandInMode, Partial<ProviderReport>]>([
    ['wrong-tx-ref', { code: 'other-reference' }],
    ['no-tx-ref', { code: 'without-reference' }],
    ['outer-failed-inner-success', undecided('failed', 'success')],
    ['outer-success-inner-pending', undecided('success', 'pending')],
    ['unknown-word', undecided('success', 'reversed')],
    ['paid-a-fraction', { code: 'amount-not-whole', amount: '999.50' }],
    ['paid-nonsense', { code: 'amount-not-whole', amount: 'plenty' }],
    ['paid-nothing-said', { code: 'amount-not-whole', amount: null }],
    ['null-data', nothing(200)],
    ['404', nothing(404)],
    ['400-object', nothing(400)],
    ['500', nothing(500)],
    ['503-html', noJson(503)],
    ['html', noJson(200)],
    ['empty', noJson(200)],
    ['not-an-object', noJson(200)],
    ['huge', noJson(200)],
    ['429', nothing(429)],
    ['hang', { code: 'no-answer', seconds: 0.2 }],
    ['hang-mid-body', { code: 'no-answer', seconds: 0.2 }],
    ['cut', { code: 'connection-failed' }],
    ['cut-before-answer', { code: 'connection-failed' }],
    ['redirect', { code: 'connection-failed', cause: null }],
  ])(
    'an answer that proves nothing (%s) is pending, even for a paid payment',
    async (mode, report) => {
      await at.provider.open(payment)
      at.standIn.pay(payment.reference)
      at.standIn.next(mode, 'verify')
      expect(await at.impatient(mode).verify(payment.reference)).toEqual({
        state: 'pending',
        report: expect.objectContaining(report),
      })
      expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'paid' })
    },
  )

  test.each([
    { amount: -1 },
    { amount: 1e300 },
    { amount: '1e3' },
    { amount: '0x10' },
    { amount: '1,00' },
    { amount: ['1000'] },
    { amount: null },
    { currency: null },
  ])('a paid answer with %j is pending', async (wrong) => {
    const data = { tx_ref: payment.reference, status: 'success', amount: 1000, currency: 'MWK' }
    at.standIn.next(
      { status: 200, body: { status: 'success', data: { ...data, ...wrong } } },
      'verify',
    )
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'pending' })
  })

  test('a failure with another reference is ignored', async () => {
    const data = { tx_ref: 'somebody-elses', status: 'failed' }
    at.standIn.next({ status: 200, body: { status: 'failed', data } }, 'verify')
    expect(await at.provider.verify(payment.reference)).toMatchObject({ state: 'pending' })
  })

  test.each(['..', 'a/b', 'a?b', '', 'ä'])(
    '%j is never sent to the provider',
    async (reference) => {
      expect(await at.provider.verify(reference)).toMatchObject({ state: 'pending' })
      expect(at.standIn.requests).toEqual([])
    },
  )

  test('a payment that the provider does not know is pending', async () => {
    expect(await at.provider.verify('never-opened')).toMatchObject({ state: 'pending' })
  })
})

test('a slow answer counts when it arrives, because it is true then', async () => {
  await at.provider.open(payment)
  const hold = at.standIn.hold('verify')
  const verdict = at.provider.verify(payment.reference)
  await hold.arrived
  at.standIn.pay(payment.reference)
  hold.release()
  expect(await verdict).toMatchObject({ state: 'paid' })
})

test('a provider that does not answer gets a short timeout, and the full one each tenth time until it answers', async () => {
  const provider = createPayChangu({
    secretKey,
    apiUrl: at.standIn.url,
    timeoutMs: 400,
    takesTestMoney: true,
  })
  const waited = async (mode: StandInMode) => {
    at.standIn.next(mode, 'verify')
    const verdict = await provider.verify(payment.reference)
    return verdict.state !== 'paid' && verdict.report.code === 'no-answer'
      ? verdict.report.seconds
      : undefined
  }
  const times: unknown[] = []
  for (let n = 1; n <= 20; n += 1) times.push(await waited('hang'))
  const [long, short] = [0.4, 0.05]
  const nine = Array<number>(9).fill(short)
  expect(times).toEqual([long, long, long, ...nine.slice(2), long, ...nine])
  // It answers in a long turn: within the short one it need not, on a machine that is busy.
  expect(await waited('404')).toBeUndefined()
  expect(await waited('hang')).toBe(long)
})
