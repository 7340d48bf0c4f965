import { formatKwacha } from '../money.ts'
import type { OrderReviewReason } from './orders.ts'

/** Why an order stands out, in two or three words. */
export const ORDER_REVIEW_TEXTS: Record<OrderReviewReason, string> = {
  'paid-late': 'Paid, but cancelled',
  underpaid: 'Paid too little',
  'paid-without-stock': 'Paid, but sold out',
  'paid-twice': 'Paid twice',
  'not-live-money': 'Paid in test mode',
}

type ReviewDetails = {
  reviewReason: OrderReviewReason
  /** Whole kwacha. */
  totalAmount: number
  /** What the provider has confirmed so far, each payment by itself. */
  received: readonly { amount: number; currency: string }[]
}

const money = ({ amount, currency }: ReviewDetails['received'][number]) =>
  currency === 'MWK' ? formatKwacha(amount) : `${currency} ${amount}`

type Sums = { total: string; came: string }

const ADVICE: Record<OrderReviewReason, (sums: Sums) => string> = {
  'paid-late': ({ total }) =>
    `${total} was paid, and the order is cancelled. Refund it by hand and mark it as handled, or set the order to Processing: its goods are taken again if they are there.`,
  underpaid: ({ total, came }) =>
    `${came} came in of ${total}. Ask the customer for the rest and set the order to Processing, or refund what came in and cancel the order. Then mark it as handled.`,
  'paid-without-stock': ({ total }) =>
    `${total} was paid after its goods were sold to others. Receive stock and set the order to Processing, or refund it by hand and mark it as handled.`,
  'paid-twice': ({ total, came }) =>
    `${came} came in for one order of ${total}. Refund one payment by hand, then mark it as handled.`,
  'not-live-money': ({ total }) =>
    `The payment service reports ${total} as paid, but not as live money: look into its dashboard before anything is handed out. If no money came, cancel the order and check the secret key. If it came, set the order to Processing, or refund it by hand. Then mark it as handled.`,
}

/** What a person is to do about an order that needs one. */
export const adviceFor = ({ reviewReason, totalAmount, received }: ReviewDetails): string =>
  ADVICE[reviewReason]({
    total: formatKwacha(totalAmount),
    came: received.map(money).join(' and ') || 'less',
  })
