import { SMALLEST_PAYMENT } from '../money.ts'

/** return: for refunded money of an order or a till sale. voucher: paid for in the shop. goodwill: given for free. */
export const CREDIT_KINDS = ['return', 'voucher', 'goodwill'] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

/** The kinds that staff issue by hand. */
export const HAND_KINDS = ['voucher', 'goodwill'] as const satisfies CreditKind[]
export type HandKind = (typeof HAND_KINDS)[number]

/** awaiting: a second person has to agree, and it holds nothing yet. blocked: its balance cannot be spent. */
export const CREDIT_STATUSES = ['awaiting', 'active', 'blocked', 'cancelled'] as const
export type CreditStatus = (typeof CREDIT_STATUSES)[number]

/**
 * The states of a code as users see them: its status, whether an active code is used up, and whether its money was paid
 * back.
 */
export const CREDIT_STATES = [...CREDIT_STATUSES, 'used-up', 'paid-back'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

type Standing = {
  status: CreditStatus
  balance: number
  /** The refund of the voucher's money; null when there is none. */
  refund: 'awaiting' | 'done' | null
}

/** The state of a code as users see it. */
export function creditStateOf({ status, balance, refund }: Standing): CreditState {
  if (refund) return refund === 'done' ? 'paid-back' : 'awaiting'
  return status === 'active' && balance === 0 ? 'used-up' : status
}

/** issued: added to the code. spent: an order was paid with it. given-back: that order ended. */
export const CREDIT_MOVES = ['issued', 'spent', 'given-back'] as const
export type CreditMove = (typeof CREDIT_MOVES)[number]

/** The longest reason for issuing a code, in characters. */
export const LONGEST_CREDIT_REASON = 300

/** How long whoever issued a code by hand sees it in full, to hand it over. */
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

/** Characters that people do not confuse when they read a code aloud or from paper: no 0 and O, no 1 and I. */
export const CREDIT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32 characters to the power of 12, which is 60 bits: nobody can guess a code. */
export const CREDIT_LENGTH = 12

/** An unguessable code made from as many random bytes: each byte becomes one of 32 characters. */
export const creditCodeOf = (random: Uint8Array<ArrayBuffer>) =>
  Array.from(random.slice(0, CREDIT_LENGTH), (byte) => CREDIT_ALPHABET[byte % 32]).join('')

/** Makes a code from the machine's random source, on the server or at a till. */
export const newCreditCode = () =>
  creditCodeOf(crypto.getRandomValues(new Uint8Array(CREDIT_LENGTH)))

const CODE = new RegExp(`^[${CREDIT_ALPHABET}]{${CREDIT_LENGTH}}$`)

/** A code as it is stored, however it was typed; '' when the text is no code. */
export function readCreditCode(text: string): string {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return CODE.test(code) ? code : ''
}

/** A code as people read it: `ABCD-2345-EFGH`. */
export const formatCreditCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** The part of a code that lists and the log show: whoever reads over a shoulder cannot spend it. */
export const creditLabel = (code: string) => `…${code.slice(-4)}`

/**
 * How much of a total (kwacha) a balance pays. The rest for the provider is either 0 or at least its smallest amount.
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
   * second-person: a staff member who did not request the code, and to whom it is not sent. doubt: the sale that it
   * paid is under review.
   */
  by: 'staff' | 'second-person' | 'doubt'
}

/** Every step of a code (docs/product.md, Store credit). Any other step is refused. */
const STEPS: readonly Step[] = [
  { from: 'awaiting', to: 'active', by: 'second-person' },
  { from: 'awaiting', to: 'cancelled', by: 'staff' },
  { from: 'active', to: 'blocked', by: 'doubt' },
  { from: 'active', to: 'blocked', by: 'staff' },
  { from: 'blocked', to: 'active', by: 'staff' },
]

/** The step of a code from one status to another that a person makes; null when there is none. */
export const findCreditStep = (from: CreditStatus, to: CreditStatus): Step | null =>
  STEPS.find((step) => step.from === from && step.to === to && step.by !== 'doubt') ?? null

/** The step of a code whose sale came under review; null when no step is needed. */
export const findDoubtStep = (from: CreditStatus): Step | null =>
  STEPS.find((step) => step.from === from && step.by === 'doubt') ?? null
