import { formatKwacha } from '../../money.ts'
import type { ShortWay } from '../../till/sale-transitions.ts'
import { formatVoucherBounds } from '../credit/words.ts'
import { type Coded, formatCoded, type Sentences } from '../message.ts'
import { paymentAnswers } from '../payments/payments.ts'
import { REFUND_WAY_WORDS } from '../refunds/words.ts'

type Money = { amount: number; reference: string }
const moneyOf = ({ amount, reference }: Money) =>
  `${formatKwacha(amount)} by ${reference.slice(0, 9)}…`

/** What was odd about a sale when it arrived, or when its payment came. */
export const reviewNotes = {
  'signature-wrong': 'It is not what the till’s device signed.',
  'maker-unproven': ({ name }: { name: string }) =>
    `It names ${name}, and nothing proves that they made it: whoever sent it is put down.`,
  'maker-none': 'It names a cashier who is none: whoever sent it is put down.',
  'shift-of-others':
    'It names a shift that is neither the sender’s nor of the device that signed it.',
  'shift-unknown': 'Its shift is not known.',
  'shift-counted': 'It came after its shift was counted.',
  'before-shift': 'It is dated before its shift was opened.',
  'shift-abandoned': 'It came after its shift was closed elsewhere, uncounted.',
  'till-retired': 'It came after its till was taken out of use.',
  'clock-ahead': 'The till’s clock was ahead.',
  'product-gone': ({ product }: { product: string }) => `${product} is no longer in the catalogue.`,
  'price-differs': ({
    product,
    sold,
    listed,
  }: {
    product: string
    sold: number
    listed: number | null
  }) =>
    `${product}: sold for ${formatKwacha(sold)}, ${listed === null ? 'by a list of prices that this till did not have' : `its list said ${formatKwacha(listed)}`}.`,
  'discount-above-price': ({ product }: { product: string }) =>
    `More off ${product} than it costs.`,
  'sum-differs': ({ said, lines }: { said: number; lines: number }) =>
    `The till said ${formatKwacha(said)}, its lines make ${formatKwacha(lines)}.`,
  'cash-short': ({ given }: { given: number }) => `Only ${formatKwacha(given)} was given.`,
  'credit-short': ({ ending, amount, taken }: { ending: string; amount: number; taken: number }) =>
    `${formatKwacha(amount)} of it were paid by the code …${ending}, which was no longer reserved: ${taken === 0 ? 'nothing' : `only ${formatKwacha(taken)}`} could be taken of it.`,
  'voucher-sum': ({ amount, ...bounds }: { amount: number; from: number; upTo: number }) =>
    `A voucher of ${formatKwacha(amount)}: they are sold ${formatVoucherBounds(bounds)}. Look whether its money is in the drawer.`,
  'discount-unapproved': ({ off }: { off: number }) =>
    `${formatKwacha(off)} off, approved by nobody.`,
  'approved-offline': ({ off }: { off: number }) =>
    `${formatKwacha(off)} off, approved without the network.`,
  'short-stock': ({ units, product }: { units: number; product: string }) =>
    `${units} of ${product} were not there by the books.`,
  'paid-by-phone-too':
    'The same cart was paid by mobile money too: refund one, or look which goods left.',
  'paid-twice': (money: Money) => `Paid a second time: ${moneyOf(money)}. Refund one payment.`,
  'paid-in-cash-too': (money: Money) =>
    `Paid by phone, ${moneyOf(money)}, and in cash before: refund one.`,
  'paid-late': (money: Money) => `Paid after it was given up: ${moneyOf(money)}.`,
  'items-missing': ({ units, product }: { units: number; product: string }) =>
    `${units} of ${product} missing.`,
  'cash-not-counted': ({ amount }: { amount: number }) =>
    `${formatKwacha(amount)} was to be paid in cash and is not counted.`,
  'exchange-late': ({ number }: { number: string }) =>
    `What comes back of ${number} for it is taken back by the books: give its items out against that.`,
  'exchange-not-made': ({ number, amount }: { number: string; amount: number }) =>
    `What was to come back of ${number}, worth ${formatKwacha(amount)}, could not come back as agreed any more and pays nothing of it: it had come back already, or a code’s part of it had gone back. Keep the items until the rest is taken, or the sale is called off.`,
  'order-not-exchanged': ({ number, amount }: { number: string; amount: number }) =>
    `What was to come back of the order ${number}, worth ${formatKwacha(amount)}, could not come back as agreed any more and pays nothing of it: it was given back otherwise, or the order was changed. Keep the items until the rest is taken, or the sale is called off.`,
  'exchange-unknown': ({ number, amount }: { number: string; amount: number }) =>
    `${formatKwacha(amount)} of it were to be paid by what came back of ${number}, and nothing came back for it.`,
  'exchange-differs': ({
    number,
    claimed,
    amount,
  }: {
    number: string
    claimed: number
    amount: number
  }) =>
    `What came back of ${number} pays ${formatKwacha(amount)} of it, and not ${formatKwacha(claimed)} as the till said: look at that return.`,
  'rest-taken': ({ amount }: { amount: number }) =>
    `The rest, ${formatKwacha(amount)}, was taken in cash.`,
  'called-off': ({ amount, way }: { amount: number; way: ShortWay }) =>
    `Called off: ${formatKwacha(amount)} given back ${REFUND_WAY_WORDS[way]}.`,
  paid: `${paymentAnswers.paid}.`,
  'test-money': `${paymentAnswers['test-money']}.`,
  'not-live-money': `${paymentAnswers['not-live-money']}.`,
  underpaid: (came: Parameters<(typeof paymentAnswers)['underpaid']>[0]) =>
    `${paymentAnswers.underpaid(came)}.`,
  'other-provider': (asked: { provider: string }) => `${paymentAnswers['other-provider'](asked)}.`,
  /** Notes of releases that did not store codes, when no code fits. */
  written: ({ text }: { text: string }) => text,
} satisfies Sentences
export type ReviewNote = Coded<typeof reviewNotes>

/** The notes about a sale, and those of the staff who handled its review. */
export const formatReviewNotes = (notes: readonly ReviewNote[], handledNote: string | null) =>
  [notes.map((note) => formatCoded(reviewNotes, note)).join(' '), handledNote]
    .filter(Boolean)
    .join('\n')

/** Why the shop closed a shift that nobody counted. */
export const shiftEndings = {
  'another-opened': 'Never closed: another shift was opened at this till.',
  'too-many-open': 'Never closed: who opened it has opened others since.',
} as const
export const SHIFT_ENDINGS = ['another-opened', 'too-many-open'] as const
export type ShiftEnding = (typeof SHIFT_ENDINGS)[number]

/** The note of a shift: how it ended, and what its cashier wrote. */
export const formatShiftNote = (ending: ShiftEnding | null, note: string | null) =>
  [ending && shiftEndings[ending], note].filter(Boolean).join(' ') || null
