import { cutText } from '../../rules/cut-text.ts'
import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import { asObject, type Json, type PaymentMode } from './payments.server.ts'

// Reads PayChangu's answers about payments and payouts.

export type ProviderResult =
  | { arrived: true; status: number; body: Json | null }
  | { arrived: false; report: ProviderReport }

const PAID = new Set(['success', 'successful'])
const FAILED = new Set(['failed', 'cancelled', 'expired', 'declined'])

const TEST = new Set(['sandbox', 'test', 'testing'])

/** Live only when both the mode and the channel are of real money. */
export function readMode(data: Json | null | undefined): PaymentMode {
  const mode = word(data?.mode)
  const channel = word(asObject(data?.authorization)?.channel)
  if (TEST.has(mode) || TEST.has(channel)) return 'test'
  return mode === 'live' ? 'live' : 'unsaid'
}

/** A word of the provider's in lower case; '' for anything but text. */
export const word = (value: unknown) =>
  typeof value === 'string' ? value.trim().toLowerCase() : ''

/** Numbers may come as strings; the provider's older reference page prints "10,000.00". */
function readAmount(value: unknown): number | null {
  const plain =
    typeof value === 'string' && /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(value.trim())
      ? Number(value.replaceAll(',', ''))
      : value
  return typeof plain === 'number' && Number.isSafeInteger(plain) && plain >= 0 ? plain : null
}

/** Whether a status means paid. */
export const isPaid = (status: unknown) => PAID.has(word(status))

/** What is quoted of an answer: its HTTP status and its message, in the provider's own words; null for none. */
export type Quote = { http: number; words: string | null }

type Outcome =
  | { state: 'failed'; report: ProviderReport }
  | { state: 'pending'; report: ProviderReport }
  | { state: 'paid'; amount: number | null; mode: PaymentMode }

/**
 * The outcome of a payment or payout in an answer. The outer status is that of the request, the inner one that of the
 * payment: both must say paid. The amount is null unless it is in whole kwacha.
 */
export function readOutcome(
  body: Json,
  inner: Json,
  what: 'payment' | 'payout',
  quote: Quote,
): Outcome {
  const status = word(inner.status)
  if (FAILED.has(status)) return { state: 'failed', report: { code: 'failed', status, ...quote } }
  if (!isPaid(status) || !isPaid(body.status)) {
    const statuses = { outer: word(body.status) || null, inner: status || null }
    return { state: 'pending', report: { code: 'undecided', what, ...statuses, ...quote } }
  }
  return { state: 'paid', amount: readAmount(inner.amount), mode: readMode(inner) }
}

/** What the provider's answer said in its own words, with its HTTP status, for staff to read. */
export const quoteOf = (http: number, body: Json): Quote => ({
  http,
  words: readMessage(body.message),
})

/** The status and the message of an answer, for staff who look for the reason. */
export const reportAnswer = (http: number, body: Json | null): ProviderReport =>
  body ? { code: 'provider-message', ...quoteOf(http, body) } : { code: 'not-json', http }

/** The most characters of each text in a report. */
const LONGEST_WORDS = 300

/**
 * Makes a report safe to store: a provider may quote our key back to us, write texts of any length, and include
 * what no column takes (a lone surrogate, a NUL).
 */
export const cleanReport = (report: ProviderReport, secrets: readonly string[]) =>
  Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutText(withoutSecrets(value, secrets), LONGEST_WORDS) : value,
    ]),
  ) as ProviderReport

const withoutSecrets = (words: string, secrets: readonly string[]) =>
  secrets
    .filter((secret) => secret !== '')
    .reduce(
      (text, secret) => text.replaceAll(secret, '[secret]'),
      words.replaceAll('\0', '').toWellFormed(),
    )

/** The `message` of a refusal is a string, or lists of strings by field; null for none. */
function readMessage(message: unknown): string | null {
  const parts = asObject(message)
    ? Object.entries(message as Json).map(([field, text]) => `${field}: ${putInWords(text)}`)
    : [putInWords(message)]
  return parts.join('; ') || null
}

const putInWords = (value: unknown): string =>
  [value ?? '']
    .flat()
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ')
