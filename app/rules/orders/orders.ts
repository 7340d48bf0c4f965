import { DISTRICTS, PICKUP_ID } from '../../shop.ts'
import { mayRunShop, type Role } from '../accounts/roles.ts'

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The courier's number of a parcel, in characters. */
export const LONGEST_WAYBILL = 60

/** So long after an order was placed its link opens it; its account opens it for good. */
export const ORDER_LINK_DAYS = 180

/** Why an order needs a person. */
export const ORDER_REVIEW_REASONS = [
  'paid-late',
  'underpaid',
  'paid-too-much',
  'paid-without-stock',
  'paid-twice',
  'not-live-money',
] as const
export type OrderReviewReason = (typeof ORDER_REVIEW_REASONS)[number]

/** So often staff may try the code of a parcel: of 10,000 codes nobody finds one. */
export const MOST_RELEASE_TRIES = 5

/** Why a parcel was handed over without its code, in characters. */
export const LONGEST_RELEASE_REASON = 200

/** Its parcel can be made ready. */
export const isPackable = ({ status }: { status: OrderStatus }) => status === 'processing'

/** Its parcel is still to be handed over. */
export const isReleasable = ({ status }: { status: OrderStatus }) =>
  status === 'processing' || status === 'shipped'

type Collected = {
  status: OrderStatus
  courierId: string
  courierName: string
  paidAt: Date | null
}
/** A parcel of an order that is sent in parts: by whom, and whether it has arrived. */
type Part = { courierName: string; deliveredAt: Date | null }

/**
 * A parcel that is handed over without asking for money: paid or free, and ready where it is collected at the shop. Of
 * one that is sent in parts, what has left and has not arrived: none of it by another courier.
 */
function waitsAtCounter(order: Collected, parts: readonly Part[]) {
  if (order.courierId !== PICKUP_ID || order.paidAt === null) return false
  const isWhole = parts.length === 0
  // Once none waits any more, the same press sent again is still answered.
  const isHere = parts.every(
    ({ courierName, deliveredAt }) => deliveredAt !== null || courierName === order.courierName,
  )
  return isHere && (order.status === 'shipped' || (order.status === 'processing' && !isWhole))
}

/** Whether this person hands over this parcel: cashiers only what waits at the counter (docs/product.md, Delivery). */
export const mayRelease = (role: Role, order: Collected, parts: readonly Part[]) =>
  mayRunShop(role) ? isReleasable(order) : role === 'cashier' && waitsAtCounter(order, parts)

type Ending = {
  status: OrderStatus
  paidAt: Date | null
  reviewReason: string | null
  totalAmount: number
  coveredAmount: number
  creditAmount: number
  refundedAmount: number
}

/** What of an order store credit does not pay: the provider is asked for it. */
export const toPay = ({
  totalAmount,
  creditAmount,
}: Pick<Ending, 'totalAmount' | 'creditAmount'>) => totalAmount - creditAmount

/** What its customer is told of the payment of an order. held: money came, and a person decides what becomes of it. */
export type PaymentOutcome = 'paid' | 'waiting' | 'closed' | 'held'

/** How it stands with the money of an order, as its customer is told. */
export function outcomeOf(order: Ending): PaymentOutcome {
  const { status, paidAt, reviewReason, coveredAmount, refundedAmount } = order
  if (status === 'cancelled')
    return (paidAt && toPay(order) + coveredAmount > refundedAmount) || reviewReason
      ? 'held'
      : 'closed'
  if (status !== 'pending' || paidAt) return 'paid'
  return reviewReason ? 'held' : 'waiting'
}

/** It waits for its payment: nothing has come for it, and it has somebody to pay it. */
export const isWaiting = ({
  status,
  paidAt,
  reviewReason,
  anonymizedAt,
}: Pick<Ending, 'status' | 'paidAt' | 'reviewReason'> & { anonymizedAt: Date | null }) =>
  status === 'pending' && !paidAt && !reviewReason && !anonymizedAt

/** Unpaid as far as the shop knows, and yet money came: a person decides. */
export const isUnderReview = ({
  status,
  paidAt,
  reviewReason,
}: Pick<Ending, 'status' | 'paidAt' | 'reviewReason'>) =>
  status === 'pending' && !paidAt && reviewReason !== null

export type PostalAddress = {
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  district: string
}

/** No address: of an order that was anonymized, of a form that nobody has filled in. */
export const NO_ADDRESS: PostalAddress = {
  firstName: '',
  lastName: '',
  phone: '',
  address: '',
  city: '',
  district: '',
}

/** Whether a text is a district of the shop's, as it is written. */
export const isDistrict = (text: string): text is (typeof DISTRICTS)[number] =>
  (DISTRICTS as readonly string[]).includes(text)

/** The same for one place however it was typed: letters and digits alone, without case and accents. */
export const addressKeyOf = ({ address, city, district }: PostalAddress) =>
  [address, city, district]
    .map((part) =>
      part
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, ''),
    )
    .join(' ')

const LAST_DIGITS = 3

/**
 * What the bearer of an order's link sees of an address (docs/decisions): enough to know one's own by, too little to
 * find somebody at. First name and initial, place and district, the last figures of the number.
 */
export const maskAddress = ({ lastName, phone, ...rest }: PostalAddress): PostalAddress => ({
  ...rest,
  lastName: lastName && `${Array.from(lastName)[0]}.`,
  phone: phone && `••• ${phone.slice(-LAST_DIGITS)}`,
  address: '',
})

/** What an order may wait for, by which the list of orders is narrowed. */
export const WAITING_STATES = [
  'packing',
  'shipping',
  'review',
  'preorders',
  'refunds',
  'returns',
] as const
export type WaitingState = (typeof WAITING_STATES)[number]
