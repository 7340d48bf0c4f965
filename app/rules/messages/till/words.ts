import { formatKwacha } from '../../money.ts'
import type { TillReviewReason } from '../../till/till-events.ts'

/** For a reviewer who made, sent, ended or bought the sale themselves. */
export const REVIEW_OWN =
  'You made, sent or bought this yourself: somebody else who runs the shop looks at it.'

export const REVIEW_TEXTS: Record<TillReviewReason, string> = {
  'short-stock': 'More sold than in stock',
  'goods-unknown': 'Goods unknown',
  'price-differs': 'Another price',
  'sum-differs': 'Another sum',
  'discount-unapproved': 'Discount not approved',
  'shift-unknown': 'Shift unknown',
  'returned-twice': 'Returned twice',
  'paid-late': 'Paid late',
  'maker-unproven': 'Maker not proven',
  'signature-wrong': 'Changed after it was signed',
  'approved-offline': 'Approved without the network',
  'refund-unapproved': 'Refund not approved',
  'sale-missing': 'Its sale has not come',
}

/** Why a sale needs a review; `Needs a person` for a reason stored by a newer release that was rolled back. */
export const reviewText = (reason: TillReviewReason): string =>
  REVIEW_TEXTS[reason] ?? 'Needs a person'

/** Details that a review may name: items in words (`2 × Wrap Dress`), and kwacha that went out. */
type ReviewDetails = { missing?: readonly string[]; unknown?: readonly string[]; refund?: number }

const named = (catalogue: readonly string[] = []) =>
  catalogue.length > 0 ? `: ${catalogue.join(', ')}` : ''

const UNKNOWN_REASON =
  'Another release of the shop kept it for a person, for a reason that this one does not know. Compare it with its receipt, and ask the cashier.'

const ADVICE: Record<TillReviewReason, (facts: ReviewDetails) => string> = {
  'short-stock': ({ missing }) =>
    `More was sold than the books had${named(missing)}. Count the shelf, and correct the stock if it is wrong.`,
  'goods-unknown': ({ unknown, refund }) =>
    refund !== undefined
      ? `It names goods that the shop no longer has${named(unknown)}. They are in no stock, though they were to go back on the shelf: look for them there.`
      : `It names goods that the shop no longer has${named(unknown)}. Their stock was not changed: find out what was handed over.`,
  'price-differs': () =>
    'A price is none that this till had been told. The sale stands as it was paid: ask the cashier why.',
  'sum-differs': ({ refund }) =>
    refund === undefined
      ? 'What the till summed up or took is not what its lines come to. Compare the receipt with the lines of the sale.'
      : `More went out than was paid for these goods, or their sums differ. ${formatKwacha(refund)} went out in cash: ask the cashier.`,
  'discount-unapproved': () =>
    'The discount is above the cashier’s limit, and no valid approval came with it. Ask who allowed it.',
  'shift-unknown': () =>
    'The shift or the cashier that it names is not known here, or the shift was closed before this came, so it may be missing from a Z report. Ask who sold it.',
  'returned-twice': ({ refund }) =>
    `More came back than was sold, or it had come back before. ${refund ? `${formatKwacha(refund)} went out in cash: ask` : 'Ask'} the cashier, and count the shelf.`,
  'paid-late': () =>
    'The money came after the sale was given up. If the customer has the goods all is well; if not, give the money back.',
  'maker-unproven': ({ refund }) =>
    `Neither the session that sent it nor the key of the till’s own device proves who made it, so it counts in no other person’s drawer. ${refund ? `${formatKwacha(refund)} went out in cash: ask` : 'Ask'} both people, and compare the drawers.`,
  'signature-wrong': () =>
    'It is not what the till’s device signed: somebody changed it on its way. Ask who sent it.',
  'approved-offline': () =>
    'It was approved with a PIN while there was no network. The PIN is right: ask whoever approved it whether they did.',
  'refund-unapproved': ({ refund }) =>
    `It is a large refund, or of a sale that whoever gave it back had made or bought, and nobody else has approved it.${refund ? ` ${formatKwacha(refund)} went out in cash.` : ''} Ask who gave it back, and look whether the items are there.`,
  'sale-missing': ({ refund }) =>
    `It came back for another sale, and that sale has not come.${refund ? ` ${formatKwacha(refund)} are out of the drawer by the books.` : ''} Ask the cashier what was taken for it: the sale may still be on the till’s device.`,
}

/**
 * What staff should do about a sale or return under review; has an answer for reasons of a newer release that was
 * rolled back, too.
 */
export const reviewAdvice = (reason: TillReviewReason, facts: ReviewDetails = {}): string =>
  ADVICE[reason]?.(facts) ?? UNKNOWN_REASON

/** A variance in words: `MK 500 short`, `MK 200 over`, `Exact`. */
export const varianceWords = (variance: number) =>
  variance === 0
    ? 'Exact'
    : `${formatKwacha(Math.abs(variance))} ${variance < 0 ? 'short' : 'over'}`
