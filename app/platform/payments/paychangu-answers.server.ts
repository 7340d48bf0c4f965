import { asObject, type Json, type PaymentMode } from './payments.server.ts'

// How PayChangu writes what it answers, of payments and of payouts.

export type ProviderAnswer =
  | { arrived: true; status: number; body: Json | null }
  | { arrived: false; detail: string }

const PAID = new Set(['success', 'successful'])
const FAILED = new Set(['failed', 'cancelled', 'expired', 'declined'])

const TEST = new Set(['sandbox', 'test', 'testing'])

/** The mode and the channel must both be of real money. */
export function readMode(data: Json | null | undefined): PaymentMode {
  const mode = word(data?.mode)
  const channel = word(asObject(data?.authorization)?.channel)
  if (TEST.has(mode) || TEST.has(channel)) return 'test'
  return mode === 'live' ? 'live' : 'unsaid'
}

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

/** Whether a status says that all is well. */
export const isPaid = (status: unknown) => PAID.has(word(status))

type Outcome =
  | { state: 'failed'; why: string }
  | { state: 'pending'; why: string }
  | { state: 'paid'; amount: number | null; mode: PaymentMode }

/**
 * What an answer says became of a payment or a payout. The outer status is that of the question, the inner one its own:
 * both must say paid. The amount is null where it is none in whole kwacha.
 */
export function readOutcome(body: Json, inner: Json, what: 'payment' | 'payout'): Outcome {
  const status = word(inner.status)
  if (FAILED.has(status)) return { state: 'failed', why: status }
  if (!isPaid(status) || !isPaid(body.status)) {
    const why = `status ${word(body.status) || 'none'}, ${what} ${status || 'none'}`
    return { state: 'pending', why }
  }
  return { state: 'paid', amount: readAmount(inner.amount), mode: readMode(inner) }
}

/** The status and the message of an answer, for who looks for the reason. */
export const describeAnswer = (status: number, body: Json | null) =>
  `HTTP ${status}: ${body ? readMessage(body.message) : 'not JSON'}`

/** The `message` of a refusal is a string, or lists of strings by field. */
function readMessage(message: unknown): string {
  const parts = asObject(message)
    ? Object.entries(message as Json).map(([field, text]) => `${field}: ${putInWords(text)}`)
    : [putInWords(message)]
  return parts.join('; ') || 'no message'
}

const putInWords = (value: unknown): string =>
  [value ?? '']
    .flat()
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ')
