import { readPhone } from '../phone.ts'

/** Who operates the wallets to which money is paid out. */
export const WALLET_OPERATORS = ['airtel', 'tnm'] as const
export type WalletOperator = (typeof WALLET_OPERATORS)[number]

/** The wallet that gets a payout. */
export type Wallet = { operator: WalletOperator; phone: string }

/** open: nobody knows its end yet. failed: the provider said so; if it says later that it arrived, that counts. */
export const PAYOUT_STATUSES = ['open', 'paid', 'failed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/**
 * The meaning of the provider's answer for a payout. unknown: the provider knows no payout with this number, which does
 * not prove that none will be made. Two outcomes come from the shop: `ended` by a person who has checked with the
 * provider, and `not-needed` before sending, because the refund is over already.
 */
export const PAYOUT_OUTCOMES = [
  'pending',
  'unknown',
  'failed',
  'paid',
  'ended',
  'not-needed',
] as const
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

type Step = { to: PayoutStatus; stamp: 'settledAt' | null }
const PAID: Step = { to: 'paid', stamp: 'settledAt' }
const FAILS: Step = { to: 'failed', stamp: 'settledAt' }
const STAYS_OPEN: Step = { to: 'open', stamp: null }
const STAYS_FAILED: Step = { to: 'failed', stamp: null }

/** Every step of a payout (docs/payments.md, Payouts). Any other step is refused. */
export const PAYOUT_TRANSITIONS: Record<PayoutStatus, Partial<Record<PayoutOutcome, Step>>> = {
  open: {
    pending: STAYS_OPEN,
    unknown: STAYS_OPEN,
    failed: FAILS,
    paid: PAID,
    ended: FAILS,
    'not-needed': FAILS,
  },
  failed: { pending: STAYS_FAILED, unknown: STAYS_FAILED, failed: STAYS_FAILED, paid: PAID },
  paid: {},
}

/**
 * A payout that was refused, and that the provider still does not know after so many seconds, was not made. The wait is
 * needed because a refusal may belong to another request.
 */
export const REFUSED_FOR_GOOD_SECONDS = 60
/** After so many seconds without the provider knowing a payout, a person who has checked there may end it. */
export const ENDABLE_AFTER_SECONDS = 3600

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

type Followed = {
  status: PayoutStatus
  /** Seconds since the payout was requested, and (`settledFor`) since its end was known. */
  age: number
  settledFor: number
}

/**
 * The seconds until the provider is asked again: at the shop's pace at first, then less and less often, for 30 days;
 * about a failed payout for two weeks, because some of them arrive after all. Null when it is not asked again.
 */
export function askAgainAfter({ status, age, settledFor }: Followed, pace: number): number | null {
  if (status === 'paid') return null
  if (status === 'failed')
    return settledFor > 14 * DAY ? null : Math.min(DAY, Math.max(HOUR, settledFor / 5))
  if (age > 30 * DAY) return null
  return age < 10 * MINUTE ? pace : Math.min(6 * HOUR, Math.max(pace, age / 10))
}

/** The mobile number of a wallet as it is stored, `+265…`; null for any other number. */
export function readWalletPhone(text: string): string | null {
  const phone = readPhone(text)
  return phone?.startsWith('+265') ? phone : null
}

/** The operator that issued the number: only a hint, because numbers move between operators. */
export const guessOperator = (phone: string): WalletOperator | null =>
  /^\+265(98|99)/.test(phone) ? 'airtel' : /^\+265(88|89)/.test(phone) ? 'tnm' : null
