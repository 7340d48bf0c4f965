import type { Choice } from '../../catalogue/products.ts'
import { cutText } from '../../cut-text.ts'
import { formatAmount, formatKwacha } from '../../money.ts'
import { type AnswerWay, LONGEST_MESSAGE } from '../../orders/order-messages.ts'
import {
  LONGEST_STAFF_NOTE,
  LONGEST_TAG,
  MOST_TAGS,
  MOST_TAGS_OF_ORDER,
} from '../../orders/order-staff.ts'
import {
  LONGEST_RELEASE_REASON,
  LONGEST_WAYBILL,
  MOST_RELEASE_TRIES,
  ORDER_LINK_DAYS,
  type OrderReviewReason,
  type OrderStatus,
} from '../../orders/orders.ts'
import { LONGEST_SENTENCE_NAME, MOST_SENTENCES } from '../../orders/ready-sentences.ts'
import type { RefundWay } from '../../refunds/refunds.ts'
import { formatChoice } from '../catalogue/choice.ts'
import { type Coded, error, type Messages, type Sentences } from '../message.ts'
import { oddMoney, paymentAnswers } from '../payments/payments.ts'
import { payoutNotes } from '../refunds/payouts.ts'
import { REFUND_WAY_WORDS } from '../refunds/words.ts'
import { orderChangeNotices, orderChangeRefusals, orderChangeStatuses } from './changes.ts'
import { parcelNotes, parcelNotices, parcelRefusals, partStatuses } from './parcels.ts'
import { orderReviewText, STAFF_STATUS_WORDS } from './words.ts'

/** A line of an order, with the units that have not arrived yet. */
export type OwedLine = Choice & { name: string; units: number }

const nameOwed = ({ units, name, ...choice }: OwedLine) =>
  [`${units} × ${name}`, formatChoice(choice)].filter(Boolean).join(', ')

/** Refusals of orders. */
export const orderRefusals = {
  ...orderChangeRefusals,
  ...parcelRefusals,
  'order-not-found': {
    title: 'Order not found',
    description: 'We found no order with that number and email. Please check both.',
  },
  'order-unknown': {
    title: 'This link opens no order',
    description:
      'It may be cut off, or a newer one has taken its place. Sign in to see all your orders, or ask for a new link with your order number.',
  },
  'order-link-ended': {
    title: 'This link has ended',
    description: `A link opens its order for ${ORDER_LINK_DAYS} days. Sign in to see the order.`,
  },
  'order-account-only': {
    title: 'Sign in first',
    description:
      'Whoever has the link may have it from you: only the account that ordered can do this.',
  },
  'waybill-bad': error(
    `A waybill has letters, figures, blanks and . / # - alone, at most ${LONGEST_WAYBILL} of them.`,
  ),
  'not-packable': ({ status }: { status: OrderStatus }) =>
    error(`Only an order in Processing is packed. This one is ${STAFF_STATUS_WORDS[status]}.`),
  'not-all-picked': ({ count }: { count: number }) =>
    error(
      `Scan or tick each line as it goes into the parcel: ${count === 1 ? 'one is' : `${count} are`} left.`,
    ),
  'staff-note-bad': error(
    `A note has 1 to ${formatAmount(LONGEST_STAFF_NOTE)} characters. Nothing was noted.`,
  ),
  'tag-bad': error(`A tag has 1 to ${LONGEST_TAG} characters.`),
  'sentence-bad': error(
    `A ready sentence needs a name of 1 to ${LONGEST_SENTENCE_NAME} characters and a text of at most ${formatAmount(LONGEST_MESSAGE)}.`,
  ),
  'sentences-full': error(`The shop keeps ${MOST_SENTENCES} ready sentences. Take one away first.`),
  'tags-too-many': error(
    `An order has at most ${MOST_TAGS_OF_ORDER} tags, and the shop keeps ${MOST_TAGS}. Take one off first.`,
  ),
  'release-not-due': error(
    'There is no parcel of this order to hand over: it is not paid yet, or cancelled.',
  ),
  'release-not-at-till': error(
    'A cashier hands over what is paid and ready for pickup at the shop. Please ask somebody who runs the shop.',
  ),
  'release-done': error('This parcel was handed over already.'),
  'parcel-not-found': error('There is no order of this number. Please check it.'),
  'release-locked': error(
    `${MOST_RELEASE_TRIES} wrong codes were tried. Make sure who it is; on Orders Management the parcel is handed over without the code, for a reason.`,
  ),
  'release-code-bad': error('A release code has four figures. The customer reads it on the order.'),
  'release-code-wrong': ({ left }: { left: number }) =>
    error(
      `That is not the code of this parcel. ${left === 0 ? 'No try is left' : left === 1 ? 'One try is left' : `${left} tries are left`}.`,
    ),
  'release-reason-missing': error(
    `Please say in up to ${LONGEST_RELEASE_REASON} characters why it is handed over without the code.`,
  ),
  'message-empty': error('Please write what is wrong in a few words.'),
  'message-kind-missing': error('Please choose what it is about.'),
  'message-too-long': ({ length }: { length: number }) =>
    error(
      `A message has at most ${formatAmount(LONGEST_MESSAGE)} characters. Yours has ${formatAmount(length)}: please shorten it.`,
    ),
  'order-again-nothing': {
    title: 'Nothing added to your cart',
    description: 'None of these items is for sale any more in the size and color that you ordered.',
  },
  'order-not-cancellable': {
    title: 'Order not cancelled',
    description: 'This order is already paid or closed. Please ask us for help with it.',
  },
  'order-not-waiting': {
    title: 'Order not waiting',
    description: 'This order is paid or closed by now. You find it under My Orders.',
  },
  'order-status-failed': error('Failed to update order status'),
  'order-preorder-owed': ({
    orderNumber,
    lines = [],
  }: {
    orderNumber: string
    lines?: readonly OwedLine[]
  }) =>
    error(
      `Order ${orderNumber} waits for what was pre-ordered and has not arrived: ${lines.map(nameOwed).join(', ')}. It can be shipped when all of it is there; what is here goes before it by Send in parts.`,
    ),
  'order-stock-gone': ({
    product = 'a product',
    available,
  }: {
    product?: string
    available: number
  }) =>
    error(
      `Failed to update order status: only ${formatAmount(available)} of ${product} are left. Receive stock first, or keep the order cancelled.`,
    ),
  'cart-empty': { title: 'Nothing to pay for', description: 'Your cart is empty' },
  'product-unavailable': ({ product = 'A product in your cart' }: { product?: string }) => ({
    title: 'No longer available',
    description: `${product} is no longer available. Please remove it from your cart.`,
  }),
  'price-changed': ({
    product,
    oldPrice,
    newPrice,
  }: {
    product: string
    oldPrice?: number
    newPrice: number
  }) => ({
    title: 'A price has changed',
    description: `The price of ${product} has changed ${Number.isFinite(oldPrice) ? `from ${formatKwacha(oldPrice ?? 0)} ` : ''}to ${formatKwacha(newPrice)}. Please check your total before paying.`,
  }),
} satisfies Messages

/** HTTP statuses of refusals when staff work on an order. */
export const parcelStatuses = {
  ...orderChangeStatuses,
  ...partStatuses,
  'waybill-bad': 400,
  'not-packable': 409,
  'not-all-picked': 409,
  'staff-note-bad': 400,
  'tag-bad': 400,
  'tags-too-many': 409,
  'sentence-bad': 400,
  'sentences-full': 409,
  'release-not-due': 409,
  'release-not-at-till': 409,
  'release-done': 409,
  'parcel-not-found': 404,
  'release-locked': 409,
  'release-code-bad': 400,
  'release-code-wrong': 400,
  'release-reason-missing': 400,
  'order-preorder-owed': 409,
  'order-stock-gone': 400,
  'order-status-failed': 400,
} as const

const FEW = 5

/** Names in a sentence; a long list ends with the number of the remaining ones. */
const nameFew = (names: readonly string[]) =>
  [
    ...names.slice(0, FEW).map((name) => cutText(name, 60)),
    ...(names.length > FEW ? [`and ${names.length - FEW} more`] : []),
  ].join(', ')

type Released = { orderNumber: string; isNew: boolean; isPart?: boolean }

/** Notices of orders. */
export const orderNotices = {
  ...orderChangeNotices,
  ...parcelNotices,
  'order-cancelled': { title: 'Order cancelled', description: 'Nothing was charged for it.' },
  'order-again': ({ missing }: { missing: readonly string[] }) => ({
    title: missing.length === 0 ? 'Added to your cart' : 'Added to your cart, but not all of it',
    description:
      missing.length === 0
        ? 'Everything that you ordered is in your cart, at the prices of today.'
        : `Not for sale any more, or fewer than you ordered: ${nameFew(missing)}.`,
  }),
  'order-status-changed': ({
    orderNumber,
    from,
    to,
  }: {
    orderNumber: string
    from: OrderStatus
    to: OrderStatus
  }) => ({
    title: 'Order updated',
    description:
      from === to
        ? `${orderNumber} was ${STAFF_STATUS_WORDS[to]} already.`
        : `${orderNumber} is ${STAFF_STATUS_WORDS[to]} now.`,
  }),
  'order-packed': ({ orderNumber, isPacked }: { orderNumber: string; isPacked: boolean }) => ({
    title: isPacked ? 'Order packed' : 'Order not packed',
    description: isPacked
      ? `${orderNumber} is ready to ship.`
      : `${orderNumber} is to be packed again.`,
  }),
  'staff-note-added': { title: 'Note added', description: 'Only staff read it.' },
  'sentence-kept': { title: 'Ready sentence kept' },
  'sentence-deleted': { title: 'Ready sentence deleted' },
  'order-tagged': { title: 'Tags saved' },
  'waybill-saved': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Waybill saved',
    description: `The customer sees it with ${orderNumber}.`,
  }),
  /** `isPart`: the order is sent in parts, and more will follow. */
  'parcel-released': ({ orderNumber, isNew, isPart = false }: Released) => ({
    title: isNew ? 'Parcel handed over' : 'Handed over already',
    description: isPart
      ? `What has left of ${orderNumber} is delivered. The rest is still to be sent.`
      : `${orderNumber} is Delivered${isNew ? ' now' : ''}.`,
  }),
  'message-sent': {
    title: 'Your message has reached us',
    description: 'It stands with your order, and so will our answer.',
  },
  'message-answered': ({ orderNumber, by }: { orderNumber: string; by: AnswerWay }) => ({
    title: 'Answer noted',
    description:
      by === 'email'
        ? `It goes to the customer of ${orderNumber} by email.`
        : 'Now send it: the link to WhatsApp stands under the answer.',
  }),
  'messages-set-aside': { title: 'Nothing to answer any more' },
  'order-link-sent': {
    title: 'The link is on its way',
    description: 'We have sent it to the email that you ordered with. Look there in a minute.',
  },
  'order-link-renewed': {
    title: 'A new link is made',
    description: 'Every link to this order from before, in emails too, has ended.',
  },
  'order-handled': { title: 'Order marked as handled' },
} satisfies Messages

/** The steps in an order's history. */
export const orderNotes = {
  placed: 'Placed',
  paid: paymentAnswers.paid,
  ...oddMoney,
  'paid-late': 'Paid late',
  'nothing-to-pay': 'Nothing to pay',
  'paid-twice': 'Paid a second time: refund one payment',
  'paid-too-much': 'Paid more than it costs since it was changed: refund the rest',
  'paid-after-cancel': 'Paid after it was cancelled: refund',
  'paid-without-credit': 'Paid after its store credit was spent elsewhere: refund',
  'paid-without-stock': 'Paid after its stock was released: refund',
  'not-paid-in-time': 'Not paid in time',
  'payment-failed': 'Payment was cancelled or failed',
  'cancelled-by-shop': 'Cancelled by the shop',
  packed: 'Packed',
  edited: 'Changed by the shop',
  unpacked: 'Not packed after all',
  ...parcelNotes,
  released: 'Handed over with the code',
  'released-without-code': ({ text }: { text: string }) => `Handed over without the code: ${text}`,
  'cancelled-by-customer': 'Cancelled by the customer',
  /** `event`: the step that was undone. */
  undone: (_: { event: number }) => 'Undone',
  handled: ({ reason }: { reason: OrderReviewReason }) =>
    `Marked as handled: ${orderReviewText(reason)}`,
  refunded: ({ amount, way }: { amount: number; way: RefundWay }) =>
    `${formatKwacha(amount)} given back ${REFUND_WAY_WORDS[way]}`,
  exchanged: ({ orderNumber }: { orderNumber: string }) => `Exchanged: ${orderNumber} goes out`,
  'exchange-of': ({ orderNumber }: { orderNumber: string }) =>
    `Goes out for pieces of ${orderNumber}`,
  ...payoutNotes,
  /** Notes of releases that did not store codes, when no code fits. */
  written: ({ text }: { text: string }) => text,
} satisfies Sentences
export type OrderNote = Coded<typeof orderNotes>
