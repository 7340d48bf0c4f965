import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPayoutStandIn } from '../../../tests/support/payments/payout-stand-in.ts'
import { createPayChangu } from './paychangu.server.ts'
import { noPayments, signWebhook } from './payments.server.ts'

const secretKey = 'sec-live-key-of-ours'
const payout = {
  chargeId: 'zp-4711',
  amount: 12_000,
  operator: 'tnm',
  phone: '+265888123456',
} as const

let standIn: Awaited<ReturnType<typeof startPayoutStandIn>>
let provider: ReturnType<typeof createPayChangu>
beforeEach(async () => {
  standIn = await startPayoutStandIn({ secretKey })
  provider = createPayChangu({ secretKey, apiUrl: standIn.url, timeoutMs: 300 })
})
afterEach(() => standIn.close())

const answers = (status: number, body: unknown) =>
  standIn.misbehave((endpoint) => (endpoint === 'operators' ? null : { status, body }))

describe('requesting a payout', () => {
  test('sends what the API requires, with the operator’s id from the provider’s list', async () => {
    standIn.lists({
      status: 200,
      body: {
        status: 'success',
        data: [
          { name: 'Airtel Money', ref_id: 'airtel-listed', short_code: 'airtel' },
          { name: 'TNM Mpamba', ref_id: 'tnm-listed', short_code: 'TNM' },
        ],
      },
    })
    expect(await provider.payOut(payout)).toEqual({ state: 'accepted' })
    expect(JSON.parse(standIn.requests.at(-1)?.body ?? '')).toEqual({
      mobile_money_operator_ref_id: 'tnm-listed',
      mobile: '0888123456',
      amount: '12000',
      charge_id: 'zp-4711',
    })
  })

  test.each([
    ['airtel', '20be6c20-adeb-4b5b-a7ba-0769820df4fb'],
    ['tnm', '27494cb5-ba9e-437f-a114-4e7a7686bcca'],
  ] as const)('uses a built-in id of %s when the list is not available', async (operator, id) => {
    await provider.payOut({ ...payout, operator })
    expect(standIn.done).toMatchObject([{ operator: id }])
  })

  test('is refused with the provider’s message, without the secret key', async () => {
    answers(400, {
      status: 'failed',
      message: `Payouts are not active for ${secretKey}`,
      data: null,
    })
    expect(await provider.payOut(payout)).toEqual({
      state: 'refused',
      report: {
        code: 'provider-message',
        http: 400,
        words: 'Payouts are not active for [secret]',
      },
    })
  })

  test.each([
    [500, { message: 'Server Error' }],
    [503, '<!doctype html>'],
    [200, ''],
    [200, '<!doctype html>'],
    [403, '<!doctype html>'],
    [429, { message: 'Too Many Attempts.' }],
    [408, { message: 'Timeout' }],
  ])('that ends in HTTP %i and %j is unclear: it may have left', async (status, body) => {
    answers(status, body)
    expect(await provider.payOut(payout)).toMatchObject({ state: 'unclear' })
  })

  test.each(['lost', 'unanswered', 'swapped'] as const)('that is %s is unclear', async (fault) => {
    standIn.misbehave((endpoint) => (endpoint === 'initialize' ? fault : null))
    expect(await provider.payOut(payout)).toMatchObject({ state: 'unclear' })
  })

  test.each([{ amount: 0 }, { amount: 9.5 }, { chargeId: '../payment' }, { chargeId: '' }])(
    'with %j sends no request',
    async (wrong) => {
      expect(await provider.payOut({ ...payout, ...wrong })).toMatchObject({ state: 'refused' })
      expect(standIn.requests).toEqual([])
    },
  )
})

describe('checking a payout', () => {
  test('reports that it has arrived, with its number and fee', async () => {
    await provider.payOut(payout)
    expect(await provider.verifyPayout(payout.chargeId)).toEqual({
      state: 'paid',
      amount: 12_000,
      providerReference: '952p-4711',
      fee: 18,
      mode: 'live',
    })
  })

  test('reports that it is under way or has failed', async () => {
    await provider.payOut(payout)
    standIn.endsWith(() => 'pending')
    expect(await provider.verifyPayout(payout.chargeId)).toMatchObject({ state: 'pending' })
    standIn.endsWith(() => 'failed')
    expect(await provider.verifyPayout(payout.chargeId)).toMatchObject({
      state: 'failed',
      report: { code: 'failed', status: 'failed' },
    })
  })

  test('asks at both addresses before it reports an unknown payout', async () => {
    expect(await provider.verifyPayout(payout.chargeId)).toMatchObject({ state: 'unknown' })
    expect(standIn.requests.map(({ path }) => path)).toEqual([
      '/direct-charge/payouts/zp-4711/details',
      '/mobile-money/payments/zp-4711/details',
    ])
  })

  const paid = { charge_id: 'zp-4711', status: 'success', amount: '12000', currency: 'MWK' }
  test.each<[number, unknown, object]>([
    [200, { status: 'success', data: paid }, { state: 'paid', amount: 12_000, mode: 'unsaid' }],
    [200, { status: 'successful', data: { transaction: paid } }, { state: 'paid' }],
    [200, { status: 'success', data: { ...paid, mode: 'sandbox' } }, { mode: 'test' }],
    [400, { status: 'failed', data: { ...paid, status: 'failed' } }, { state: 'failed' }],
    [200, { status: 'success', data: { ...paid, charge_id: 'zp-other' } }, { state: 'pending' }],
    [
      200,
      { status: 'failed', data: { ...paid, charge_id: 'zp-other', status: 'failed' } },
      { state: 'pending' },
    ],
    [200, { status: 'success', data: { ...paid, charge_id: undefined } }, { state: 'pending' }],
    [200, { status: 'failed', data: paid }, { state: 'pending' }],
    [200, { status: 'success', data: { ...paid, status: 'reversed' } }, { state: 'pending' }],
    [200, { status: 'success', data: { ...paid, amount: '99.5' } }, { state: 'pending' }],
    [200, { status: 'success', data: null }, { state: 'pending' }],
    [404, { status: 'failed', message: 'Not found', data: null }, { state: 'unknown' }],
    [404, '<!doctype html>', { state: 'pending' }],
    [401, { status: 'failed', message: 'Unauthenticated.', data: null }, { state: 'pending' }],
    [500, { status: 'error', message: 'Server Error' }, { state: 'pending' }],
    [429, { message: 'Too Many Attempts.' }, { state: 'pending' }],
  ])('HTTP %i with %j is %j', async (status, body, verdict) => {
    answers(status, body)
    expect(await provider.verifyPayout(payout.chargeId)).toMatchObject(verdict)
  })

  test('is pending when the answer is lost', async () => {
    standIn.misbehave(() => 'lost')
    expect(await provider.verifyPayout(payout.chargeId)).toMatchObject({ state: 'pending' })
  })
})

test('the balance is a number or null', async () => {
  const balance = async (main_balance: unknown) => {
    answers(200, { status: 'success', data: { main_balance } })
    return provider.readBalance()
  }
  expect(await balance('125000.75')).toBe(125_000)
  expect(await balance(0)).toBe(0)
  expect(await balance('much')).toBeNull()
  answers(500, {})
  expect(await provider.readBalance()).toBeNull()
})

test('a signed webhook of a payout names it, and one for another event names none', () => {
  const read = (event: object) => {
    const body = JSON.stringify(event)
    return provider.readWebhook(Buffer.from(body), signWebhook(body, secretKey))
  }
  const event = { event_type: 'api.payout', charge_id: 'zp-4711', amount: 5, status: 'success' }
  expect(read(event)).toEqual({
    ok: true,
    reference: null,
    chargeId: 'zp-4711',
    eventType: 'api.payout',
  })
  expect(read({ ...event, event_type: 'api.charge.payment' })).not.toHaveProperty('chargeId')
  expect(read({ ...event, charge_id: '../x' })).not.toHaveProperty('chargeId')
})

test('a shop without payments makes no payouts', async () => {
  expect(await noPayments.payOut(payout)).toMatchObject({ state: 'refused' })
  expect(await noPayments.verifyPayout('zp-1')).toMatchObject({ state: 'pending' })
  expect(await noPayments.readBalance()).toBeNull()
})
