import { asObject, type Json, type PaymentMode } from './payments.server.ts'

// How PayChangu writes what it answers, of payments and of payouts.

export type ProviderAnswer =
  | { arrived: true; status: number; body: Json | null }
  | { arrived: false; detail: string }

export const PAID = new Set(['success', 'successful'])
export const FAILED = new Set(['failed', 'cancelled', 'expired', 'declined'])

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
export function readAmount(value: unknown): number | null {
  const plain =
    typeof value === 'string' && /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(value.trim())
      ? Number(value.replaceAll(',', ''))
      : value
  return typeof plain === 'number' && Number.isSafeInteger(plain) && plain >= 0 ? plain : null
}

/** The `message` of a refusal is a string, or lists of strings by field. */
export function readMessage(message: unknown): string {
  const parts = asObject(message)
    ? Object.entries(message as Json).map(([field, said]) => `${field}: ${putInWords(said)}`)
    : [putInWords(message)]
  return parts.join('; ') || 'no message'
}

const putInWords = (said: unknown): string =>
  [said ?? '']
    .flat()
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ')
