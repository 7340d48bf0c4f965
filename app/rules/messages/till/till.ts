import { formatAmount, formatKwacha, SMALLEST_PAYMENT } from '../../money.ts'
import type { TillSale } from '../../till/till-payment.ts'
import { formatVoucherBounds } from '../credit/words.ts'
import { error, type Messages, titled } from '../message.ts'
import { exchangeRefusals } from './exchanges.ts'
import { shortSaleNotices, shortSaleRefusals } from './short-sales.ts'

export { exchangeStatuses } from './exchanges.ts'

const saleFailed = titled('Sale Failed')

/** Refusals of sales and payments at the till. */
export const tillRefusals = {
  'pos-denied': {
    title: 'Access Denied',
    description: "You don't have permission to access the POS system.",
  },
  'pos-empty-cart': { title: 'Empty Cart', description: 'Add a product before taking payment.' },
  'pos-stock': ({ available }: { available: number }) => ({
    title: 'Insufficient Stock',
    description: `Only ${formatAmount(available)} units available`,
  }),
  'pos-cash': ({ amount }: { amount: number }) => ({
    title: 'Insufficient Cash',
    description: `Customer must pay at least ${formatKwacha(amount)}`,
  }),
  'pos-failed': saleFailed('Failed to process sale'),
  'pos-discount': ({ amount }: { amount: number }) => ({
    title: 'Discount Not Allowed',
    description: `You may take off up to ${formatAmount(amount)} % of a sale. Ask an admin to approve more.`,
  }),
  'pos-discount-bad': {
    title: 'Discount Not Allowed',
    description: 'A discount is whole kwacha, from 0 to the price of what it is taken off.',
  },
  'pos-cash-part': saleFailed('The part in cash must be whole kwacha and less than the total.'),
  'pos-too-small': saleFailed(
    `The smallest amount that can be paid by mobile money is ${formatKwacha(SMALLEST_PAYMENT)}. Please take this one in cash.`,
  ),
  'pos-voucher-sum': (bounds: { from: number; upTo: number }) =>
    saleFailed(`Vouchers are sold ${formatVoucherBounds(bounds)}. Nothing was charged.`),
  'pos-voucher-alone': saleFailed('A voucher is sold by itself, and mobile money pays all of it.'),
  'pos-payments-off': saleFailed(
    'This shop takes no mobile money at the moment. Please take cash.',
  ),
  'pos-shift': saleFailed(
    'The server does not know this shift as open at this till. Wait until the till has sent what it has, or open a shift.',
  ),
  'pos-not-waiting': {
    title: 'Not waiting',
    description: 'This sale is paid or closed by now. Please look at it again.',
  },
  'pos-sale-not-found': {
    title: 'Sale not found',
    description: 'The till has no sale with that number.',
  },
  'pos-phone-failed': {
    title: 'Not paid',
    description:
      'Nothing was charged on that try. The till in the shop shows the code to try again.',
  },
  'till-discount': {
    title: 'Discount too large',
    description: 'An admin has to approve it with a PIN.',
  },
  'till-refund': {
    title: 'Refund not approved',
    description:
      'It is more than you give back alone, or of a sale of your own: an admin has to approve it with a PIN.',
  },
  'till-refund-late': {
    title: 'Not delivered, or too long ago',
    description: 'An admin has to approve it with a PIN.',
  },
  'till-credit-over': {
    title: 'Not reserved any more',
    description:
      'The code was reserved for another shift, or too long ago. Take it off the sale and type it again.',
  },
  ...exchangeRefusals,
  ...shortSaleRefusals,
  'till-approval-again': {
    title: 'Approve the discount again',
    description: 'The cart has changed since it was approved.',
  },
  'till-code-unknown': ({ code }: { code: string }) => ({
    title: 'Unknown barcode',
    description: `No product has the code ${code}. Nothing was added.`,
  }),
  'till-scan-covered': {
    title: 'Not added',
    description: 'Close this window first, then scan again.',
  },
  'till-scan-early': {
    title: 'Not added',
    description: 'Scan again once the cart is on the screen.',
  },
  'review-handled': {
    title: 'Done already',
    description: 'Somebody else has seen to it meanwhile. Your note was not kept.',
  },
  'review-note-missing': error('Please write in a few words what you found and did.'),
} satisfies Messages

/** Notices of sales and payments at the till. */
export const tillNotices = {
  ...shortSaleNotices,
  'review-done': { title: 'Done', description: 'Your note is kept with it.' },
  'pos-phone-paid': {
    title: 'Thank you for your purchase!',
    description: 'Your payment has arrived. The till in the shop knows it already.',
  },
  'pos-phone-waiting': {
    title: 'Thank you',
    description:
      'Please look at the till in the shop: it says as soon as your payment has arrived.',
  },
} satisfies Messages

/**
 * What the cashier does with a sale whose late payment came without its cash part, or without the return that helps to
 * pay it.
 */
export const shortSale = ({ amount }: { amount: number }) => ({
  title: `Only ${formatKwacha(amount)} came`,
  description:
    'Keep the items and give no receipt: the rest is not paid. Its cash went back when the payment was cancelled, or what was to be exchanged could not come back any more. Call an admin, who takes the rest or gives this back in the back office, under POS sales.',
})

/** The items of an online order are taken back a moment after the payment of the sale that they are exchanged for. */
export const MONEY_IS_IN = 'The money is here. What was ordered online is being taken back.'

/**
 * The cash part of a waiting sale: the cashier takes it only after the mobile payment and the exchanged items have come
 * in.
 */
export const cashOnceDone = ({ amount, isIn }: { amount: number; isIn: boolean }) =>
  `and ${formatKwacha(amount)} in cash, once ${isIn ? 'the exchange is done' : 'this is paid'}`

/** The state of a mobile payment, for the cashier who asks. */
export const formatProgress = ({ state, payment }: Pick<TillSale, 'state' | 'payment'>) =>
  ({
    paid: 'It is paid.',
    held: 'Money came, but not what was asked. An admin has to look at it.',
    'given-up': 'It is cancelled. Nothing was paid.',
    waiting: payment?.isIn
      ? MONEY_IS_IN
      : payment?.hasFailedTry
        ? 'The last try failed. The customer may try again on the same page.'
        : 'The payment service knows of no payment yet.',
  })[state]

/** Message beside the name field of a till. */
export const TILL_NAME_MISSING = 'Please give the till a name.'
