import { SMALLEST_PAYMENT } from '../money.ts'

/**
 * return: for money of an order, or of a sale at the till, that goes back. voucher: paid for in the shop. goodwill:
 * given for nothing.
 */
export const CREDIT_KINDS = ['return', 'voucher', 'goodwill'] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

/** What staff issue by hand. */
export const HAND_KINDS = ['voucher', 'goodwill'] as const satisfies CreditKind[]
export type HandKind = (typeof HAND_KINDS)[number]

/** awaiting: a second person has to agree, and it holds nothing yet. blocked: what it holds cannot be spent. */
export const CREDIT_STATUSES = ['awaiting', 'active', 'blocked', 'cancelled'] as const
export type CreditStatus = (typeof CREDIT_STATUSES)[number]

/**
 * What people are told of a code: its status, whether an active one has anything left, and that its money went back.
 */
export const CREDIT_STATES = [...CREDIT_STATUSES, 'used-up', 'paid-back'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

type Standing = {
  status: CreditStatus
  balance: number
  /** Of its voucher's money, where that is given back or is to be. */
  refund: 'awaiting' | 'done' | null
}

/** How a code stands, as people are told. */
export function creditStateOf({ status, balance, refund }: Standing): CreditState {
  if (refund) return refund === 'done' ? 'paid-back' : 'awaiting'
  return status === 'active' && balance === 0 ? 'used-up' : status
}

/** issued: put on it. spent: an order was paid with it. given-back: that order ended. */
export const CREDIT_MOVES = ['issued', 'spent', 'given-back'] as const
export type CreditMove = (typeof CREDIT_MOVES)[number]

/** Of why staff issue one, in characters. */
export const LONGEST_CREDIT_REASON = 300

/** So long who has issued a code by hand sees it whole, to hand it over. */
const JUST_ISSUED_MS = 10 * 60_000

type Issued = { kind: CreditKind; requestedBy: string | null; createdAt: Date }

/** Whether this person has just issued this code by hand. */
export const isJustIssued = (
  { kind, requestedBy, createdAt }: Issued,
  { userId, now }: { userId: string; now: Date },
) =>
  kind !== 'return' &&
  requestedBy === userId &&
  Math.abs(now.getTime() - createdAt.getTime()) < JUST_ISSUED_MS

/** What people do not mistake for one another when they read it aloud or from paper: no 0 and O, no 1 and I. */
export const CREDIT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32 letters to the power of 12, or 60 bits: nobody guesses one. */
export const CREDIT_LENGTH = 12

/** A code that nobody guesses, made of as many random bytes: each is one of 32 letters. */
export const creditCodeOf = (random: Uint8Array<ArrayBuffer>) =>
  Array.from(random.slice(0, CREDIT_LENGTH), (byte) => CREDIT_ALPHABET[byte % 32]).join('')

/** The same from the machine's own chance, at the server or at a till. */
export const newCreditCode = () =>
  creditCodeOf(crypto.getRandomValues(new Uint8Array(CREDIT_LENGTH)))

const CODE = new RegExp(`^[${CREDIT_ALPHABET}]{${CREDIT_LENGTH}}$`)

/** A code as it is kept, however it was typed; '' for what is none. */
export function readCreditCode(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]+/g, '')
  return CODE.test(code) ? code : ''
}

/** A code as people read it: `ABCD-2345-EFGH`. */
export const formatCreditCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** What of a code stands in lists and in the log: who reads over a shoulder cannot spend it. */
export const creditLabel = (code: string) => `…${code.slice(-4)}`

/**
 * How much of a total (kwacha) a balance pays. What is left for the provider is nothing, or not less than it takes.
 */
export function creditFor(balance: number, total: number): number {
  const most = Math.min(balance, total)
  const left = total - most
  return left > 0 && left < SMALLEST_PAYMENT ? Math.max(0, total - SMALLEST_PAYMENT) : most
}

type Step = {
  from: CreditStatus
  to: CreditStatus
  /**
   * second-person: somebody of the staff who has not asked for it, and to whom it is not sent. doubt: the sale that it
   * paid is under review.
   */
  by: 'staff' | 'second-person' | 'doubt'
}

/** Every step of a code (docs/product.md, Store credit). What is not here is not made. */
const STEPS: readonly Step[] = [
  { from: 'awaiting', to: 'active', by: 'second-person' },
  { from: 'awaiting', to: 'cancelled', by: 'staff' },
  { from: 'active', to: 'blocked', by: 'staff' },
  { from: 'active', to: 'blocked', by: 'doubt' },
  { from: 'blocked', to: 'active', by: 'staff' },
]

/** The step of a code from one status to another that people make; null for none. */
export const findCreditStep = (from: CreditStatus, to: CreditStatus): Step | null =>
  STEPS.find((step) => step.from === from && step.to === to && step.by !== 'doubt') ?? null

/** The step of a code whose sale came under review; null where nothing is to be done. */
export const findDoubtStep = (from: CreditStatus): Step | null =>
  STEPS.find((step) => step.from === from && step.by === 'doubt') ?? null
