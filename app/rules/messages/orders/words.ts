import { formatKwacha } from '../../money.ts'
import type { AnswerWay, MessageKind } from '../../orders/order-messages.ts'
import {
  type OrderReviewReason,
  type OrderStatus,
  toPay,
  type WaitingState,
} from '../../orders/orders.ts'
import { isPickup } from '../checkout/delivery.ts'

type Stands = { status: OrderStatus; courierId: string; isUnderReview?: boolean }

const STATUS_WORDS: Record<OrderStatus, string> = {
  pending: 'Awaiting payment',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** The state of an order, as its customer reads it. */
export const statusWords = (order: Stands) =>
  isReady(order)
    ? 'Ready for pickup'
    : order.isUnderReview
      ? 'Checking your payment'
      : STATUS_WORDS[order.status]

const isReady = (order: Stands) => order.status === 'shipped' && isPickup(order)

/** The statuses as staff name and set them (docs/product.md, States). */
export const STAFF_STATUS_WORDS: Record<OrderStatus, string> = {
  ...STATUS_WORDS,
  pending: 'Pending',
}

/** What an order waits for, as the staff's filter shows it. */
export const WAITING_WORDS: Record<WaitingState, string> = {
  payment: 'Not paid yet',
  packing: 'To pack',
  shipping: 'To ship',
  review: 'To review',
  preorders: 'Pre-orders to arrive',
  refunds: 'Refunds to send',
  returns: 'Returns',
}

/** The banner of an order that is on its way or finished (docs/product.md, States); null for other orders. */
export function bannerOf(order: Stands): { title: string; text?: string } | null {
  const { status } = order
  if (isReady(order)) return { title: 'Your order is ready for pickup!' }
  if (status === 'shipped')
    return {
      title: 'Your order is on the way!',
      text: 'Expected delivery within 2-3 business days',
    }
  return status === 'delivered' ? { title: 'Order delivered successfully!' } : null
}

/** Why an order needs a review, in two or three words. */
export const ORDER_REVIEW_TEXTS: Record<OrderReviewReason, string> = {
  'paid-late': 'Paid, but cancelled',
  underpaid: 'Paid too little',
  'paid-too-much': 'Paid too much',
  'paid-without-stock': 'Paid, but sold out',
  'paid-twice': 'Paid twice',
  'not-live-money': 'Paid in test mode',
}

/** Why an order needs a review; `Needs a person` for a reason stored by a newer release that was rolled back. */
export const orderReviewText = (reason: OrderReviewReason): string =>
  ORDER_REVIEW_TEXTS[reason] ?? 'Needs a person'

type ReviewDetails = {
  reviewReason: OrderReviewReason
  /** Whole kwacha. */
  totalAmount: number
  creditAmount: number
  /** The payments that the provider has confirmed so far. */
  received: readonly { amount: number; currency: string }[]
}

const money = ({ amount, currency }: ReviewDetails['received'][number]) =>
  currency === 'MWK' ? formatKwacha(amount) : `${currency} ${amount}`

type Sums = { total: string; came: string; hasCredit: boolean }

const ADVICE: Record<OrderReviewReason, (sums: Sums) => string> = {
  'paid-late': ({ total }) =>
    `${total} was paid, and the order is cancelled. Refund it by hand and mark it as handled, or set the order to Processing: its goods are taken again if they are there.`,
  underpaid: ({ total, came, hasCredit }) =>
    `${came} came in of ${total}. ${hasCredit ? 'Where its store credit was spent elsewhere, no status brings it back: refund what came in. Else ask' : 'Ask'} the customer for the rest and set the order to Processing, or refund what came in and cancel the order. Then mark it as handled.`,
  'paid-too-much': ({ total, came }) =>
    `${came} came in for ${total}: the order was changed to less after its payment page had been opened. Refund the rest by hand, then mark it as handled.`,
  'paid-without-stock': ({ total }) =>
    `${total} was paid after its goods were sold to others. Receive stock and set the order to Processing, or refund it by hand and mark it as handled.`,
  'paid-twice': ({ total, came }) =>
    `${came} came in for one order of ${total}. Refund one payment by hand, then mark it as handled.`,
  'not-live-money': ({ total }) =>
    `The payment service reports ${total} as paid, but not as live money: look into its dashboard before anything is handed out. If no money came, cancel the order and check the secret key. If it came, set the order to Processing, or refund it by hand. Then mark it as handled.`,
}

const UNKNOWN_REASON =
  'Another release of the shop kept it for a person, for a reason that this one does not know. Compare what came in with what it costs, then mark it as handled.'

/**
 * What staff should do about an order under review; has an answer for unknown reasons, too, as `orderReviewText` has.
 */
export const adviceFor = ({ reviewReason, received, ...order }: ReviewDetails): string =>
  ADVICE[reviewReason]?.({
    // For an underpaid order, its store credit may be what is missing.
    total: formatKwacha(reviewReason === 'underpaid' ? order.totalAmount : toPay(order)),
    came: received.map(money).join(' and ') || 'less',
    hasCredit: order.creditAmount > 0,
  }) ?? UNKNOWN_REASON

/** The customer's name; an anonymized order has none. */
export const customerWords = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim() || 'Erased customer'

/** What a customer's message is about, in the form and in the back office. */
export const MESSAGE_KIND_WORDS: Record<MessageKind, string> = {
  'not-arrived': 'It has not arrived',
  'wrong-item': 'Something else came, or something is missing',
  faulty: 'It is faulty or damaged',
  'does-not-fit': 'It does not fit',
  payment: 'The payment',
  address: 'The address or the phone number',
  other: 'Something else',
}

export const ANSWER_WAY_WORDS: Record<AnswerWay, string> = {
  email: 'by email',
  whatsapp: 'by WhatsApp',
}
