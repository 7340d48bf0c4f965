import type { CreditKind, CreditMove, CreditState, HandKind } from '../../credit/credit.ts'
import type {
  PurchaseError,
  PurchaseField,
  PurchaseReview,
  PurchaseStatus,
} from '../../credit/purchase.ts'
import { voucherBounds } from '../../credit/voucher-sum.ts'
import { formatKwacha } from '../../money.ts'

export const CREDIT_KIND_WORDS: Record<CreditKind, string> = {
  return: 'For money that goes back',
  voucher: 'Gift voucher',
  goodwill: 'Goodwill',
}

/** The same kinds in the staff's form. */
export const HAND_KIND_CHOICES: Record<HandKind, string> = {
  voucher: 'A gift voucher: it was paid for in the shop',
  goodwill: 'Goodwill: it costs the customer nothing',
}

export const CREDIT_STATE_WORDS: Record<CreditState, string> = {
  awaiting: 'A second person has to agree',
  active: 'Active',
  'used-up': 'Used up',
  blocked: 'Blocked',
  'paid-back': 'Money given back',
  cancelled: 'Called off',
}

export const CREDIT_MOVE_WORDS: Record<CreditMove, string> = {
  issued: 'Put on it',
  spent: 'Spent',
  'given-back': 'Given back',
}

export const PURCHASE_STATUS_WORDS: Record<PurchaseStatus, string> = {
  pending: 'Waits for its payment',
  paid: 'Paid',
  ended: 'Not paid',
}

export const PURCHASE_REVIEW_WORDS: Record<PurchaseReview, string> = {
  underpaid: 'Another sum came than was asked. No code was made.',
  'not-live-money': 'It was paid in the provider’s test mode. No code was made.',
  'paid-late': 'The money came after its time. The code was made and sent.',
  'paid-twice': 'It was paid a second time: one of the two has to go back.',
  'nobody-told': 'Its buyer was erased before the money came: nobody has the code.',
}

export const PURCHASE_LABELS: Record<PurchaseField, string> = {
  amount: 'Amount (MK)',
  name: 'Your name',
  email: 'Your email',
  phone: 'Your phone number',
  recipientName: 'Their name',
  recipientEmail: 'Their email',
  message: 'A short message',
}

const PURCHASE_ERRORS: Record<Exclude<PurchaseError, 'amount-bad'>, string> = {
  'name-missing': 'Please type your name.',
  'email-bad': 'Please type an email address, for example mary@example.com.',
  'phone-bad': 'Please type a phone number, for example 0991 234 567.',
  'recipient-missing': 'Please type their email: the voucher goes there.',
}

/** The sums for which vouchers are sold: `from MK 1,000 to MK 500,000`. */
export const formatVoucherBounds = ({ from, upTo }: { from: number; upTo: number }) =>
  `from ${formatKwacha(from)} to ${formatKwacha(upTo)}`

/** What is wrong with a field of the form that buys a voucher. */
export const formatPurchaseError = (error: PurchaseError): string =>
  error === 'amount-bad'
    ? `Please choose an amount in whole kwacha, ${formatVoucherBounds(voucherBounds())}.`
    : PURCHASE_ERRORS[error]
