import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_TOTAL } from '../../rules/money.ts'
import { isPaid, quoteOf, readMode, readOutcome, reportAnswer } from './paychangu-answers.server.ts'
import {
  isPaymentReference,
  parseObject,
  readProviderText,
  readSignedWebhook,
  signWebhook,
} from './payments.server.ts'

const json = fc.dictionary(
  fc.constantFrom(
    'status',
    'amount',
    'mode',
    'authorization',
    'message',
    'data',
    'tx_ref',
    '__proto__',
  ),
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('success', 'SUCCESSFUL ', 'failed', 'pending', 'live', 'sandbox', '10,000.00'),
    fc.record({ channel: fc.constantFrom('Mobile Money', 'test', 'Sandbox') }),
  ),
)

test('an answer is paid only if it says so twice, with an amount in whole kwacha or none', () =>
  holds(
    fc.tuple(json, json, fc.constantFrom('payment' as const, 'payout' as const)),
    ([body, inner, what]) => {
      const quote = quoteOf(200, body)
      const outcome = readOutcome(body, inner, what, quote)
      if (outcome.state !== 'paid') return expect(outcome.report).toMatchObject(quote)
      for (const status of [body['status'], inner['status']])
        expect(JSON.stringify(status).trim().toLowerCase()).toMatch(/^"success(ful)?\s*"$/)
      expect(isPaid(inner['status'])).toBe(true)
      const { amount, mode } = outcome
      expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
      if (amount !== null)
        expect(Number(JSON.stringify(inner['amount']).replaceAll(/[",]/g, ''))).toBe(amount)
      // Money counts as real where that is said, and nothing says otherwise.
      if (mode === 'live') expect(inner['mode']).toMatch(/^\s*live\s*$/i)
      expect(reportAnswer(200, body)).toEqual({ code: 'provider-message', ...quote })
      expect(quote.words).not.toBe('')
    },
    1000,
  ))

test('an amount is the same however the provider writes it, and half a kwacha is refused', () =>
  holds(fc.tuple(kwacha(LARGEST_TOTAL), fc.integer({ min: 1, max: 99 })), ([amount, tambala]) => {
    const read = (written: unknown) => {
      const inner = { status: 'success', amount: written, mode: 'live' }
      const quote = { http: 200, words: null }
      const outcome = readOutcome({ status: 'success' }, inner, 'payment', quote)
      return outcome.state === 'paid' ? outcome.amount : outcome
    }
    const shown = amount.toLocaleString('en-US')
    for (const written of [amount, String(amount), shown, `${shown}.00`, ` ${amount} `])
      expect(read(written)).toBe(amount)
    for (const written of [
      `${amount}.${String(tambala).padStart(2, '0')}`,
      amount + 0.5,
      -amount - 1,
    ])
      expect(read(written)).toBeNull()
    for (const written of [null, undefined, '', 'MK 5', '1e3', '0x10', [amount], { amount }])
      expect(read(written)).toBeNull()
  }))

test('test money is detected wherever the answer says so', () =>
  holds(
    fc.record({
      mode: fc.oneof(fc.constantFrom('live', 'sandbox', ' Test ', 'TESTING', ''), fc.jsonValue()),
      channel: fc.oneof(fc.constantFrom('Mobile Money', 'sandbox', 'Test'), fc.jsonValue()),
    }),
    ({ mode, channel }) => {
      const isTest = (value: unknown) =>
        typeof value === 'string' && /^(sandbox|test|testing)$/i.test(value.trim())
      const read = readMode({ mode, authorization: { channel } })
      expect(read === 'test').toBe(isTest(mode) || isTest(channel))
      if (read === 'live') expect(mode).toMatch(/^\s*live\s*$/i)
    },
  ))

test('any text is read as a JSON object or nothing, and never throws', () =>
  holds(
    fc.oneof(
      anyText(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    ),
    (text) => {
      const read = parseObject(text)
      if (read === null) return
      expect(Array.isArray(read)).toBe(false)
      expect(JSON.parse(text)).toEqual(read)
    },
  ))

test('a provider’s id of a payment is read as a short text that the column accepts, or as none', () =>
  holds(fc.oneof(anyText(400), fc.double(), fc.anything()), (value) => {
    const text = readProviderText(value)
    if (typeof value === 'number') expect(text).toBe(String(value))
    else if (typeof value !== 'string') expect(text).toBe(null)
    if (text === null) return
    expect([text.length > 0, text.length <= 300, text.trim()]).toEqual([true, true, text])
    expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
  }))

test('a webhook counts when exactly its bytes were signed with one of the shop’s secrets, and names only the shop’s references', () =>
  holds(
    fc.record({
      body: fc.oneof(
        json.map((one) => JSON.stringify(one)),
        anyText(),
      ),
      extra: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,62}$/), anyText(20), fc.integer()),
      at: fc.nat(63),
      type: fc.constantFrom('api.payout', 'api.charge.payment', ''),
    }),
    ({ body, extra, at, type }) => {
      const object = parseObject(body)
      const sent = object
        ? JSON.stringify({ ...object, tx_ref: extra, charge_id: extra, event_type: type })
        : body
      const bytes = new TextEncoder().encode(sent)
      const signature = signWebhook(bytes, 'secret')
      const changed =
        signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
      for (const forged of [changed, signature.slice(1), '', null, signWebhook(bytes, '')])
        expect(readSignedWebhook(bytes, forged, ['secret', ''])).toEqual({
          ok: false,
          reason: 'bad-signature',
        })
      expect(readSignedWebhook(Uint8Array.from([...bytes, 32]), signature, ['secret']).ok).toBe(
        false,
      )
      const read = readSignedWebhook(bytes, ` ${signature.toUpperCase()} `, ['other', 'secret'])
      expect(read.ok).toBe(object !== null)
      if (!read.ok) return expect(read.reason).toBe('not-json')
      const ours = isPaymentReference(String(extra).trim()) ? String(extra).trim() : null
      expect(read.reference).toBe(ours)
      expect(read.chargeId ?? null).toBe(type === 'api.payout' ? ours : null)
    },
    200,
  ))
