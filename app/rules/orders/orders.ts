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

/** The longest tracking number of a parcel, in characters. */
export const LONGEST_WAYBILL = 60

/** How long after it was placed an order's link works; its account opens the order for good. */
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

/** How often staff may try the code of a parcel: too few tries to guess one of 10,000 codes. */
export const MOST_RELEASE_TRIES = 5

/** The longest reason for handing a parcel over without its code, in characters. */
export const LONGEST_RELEASE_REASON = 200

/** Whether the parcel of an order can be made ready. */
export const isPackable = ({ status }: { status: OrderStatus }) => status === 'processing'

/** Whether the parcel of an order is still to be handed over. */
export const isReleasable = ({ status }: { status: OrderStatus }) =>
  status === 'processing' || status === 'shipped'

type Collected = {
  status: OrderStatus
  courierId: string
  courierName: string
  paidAt: Date | null
}
/** A parcel of an order that is sent in parts: its courier, and when it arrived. */
type Part = { courierName: string; deliveredAt: Date | null }

/**
 * Whether a parcel is handed over at the counter without asking for money: the order is collected at the shop, paid or
 * free, and ready. For an order that is sent in parts: no part that has not arrived is with another courier.
 */
function waitsAtCounter(order: Collected, parts: readonly Part[]) {
  if (order.courierId !== PICKUP_ID || order.paidAt === null) return false
  const isWhole = parts.length === 0
  // When no part waits any more, the same request sent again still gets an answer.
  const isHere = parts.every(
    ({ courierName, deliveredAt }) => deliveredAt !== null || courierName === order.courierName,
  )
  return isHere && (order.status === 'shipped' || (order.status === 'processing' && !isWhole))
}

/** Whether this person may hand over this parcel: cashiers only one at the counter (docs/product.md, Delivery). */
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

/** The part of an order that store credit does not pay: the provider charges it. */
export const toPay = ({
  totalAmount,
  creditAmount,
}: Pick<Ending, 'totalAmount' | 'creditAmount'>) => totalAmount - creditAmount

/** The payment states that a customer sees. under-review: money came, and a person decides what becomes of it. */
export type OrderPaymentState = 'paid' | 'waiting' | 'closed' | 'under-review'

/** The payment state of an order, as its customer sees it. */
export function outcomeOf(order: Ending): OrderPaymentState {
  const { status, paidAt, reviewReason, coveredAmount, refundedAmount } = order
  if (status === 'cancelled')
    return (paidAt && toPay(order) + coveredAmount > refundedAmount) || reviewReason
      ? 'under-review'
      : 'closed'
  if (status !== 'pending' || paidAt) return 'paid'
  return reviewReason ? 'under-review' : 'waiting'
}

/** Whether an order waits for its payment: no money has come, and it has a customer to pay it. */
export const isWaiting = ({
  status,
  paidAt,
  reviewReason,
  anonymizedAt,
}: Pick<Ending, 'status' | 'paidAt' | 'reviewReason'> & { anonymizedAt: Date | null }) =>
  status === 'pending' && !paidAt && !reviewReason && !anonymizedAt

/** Whether money came for an order that counts as unpaid: a person decides. */
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

/** No address: for an anonymized order or an empty form. */
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

/** Where an address is, for people: `Limbe, Blantyre`, and a city with its district's name once. */
export const formatTown = ({ city, district }: Pick<PostalAddress, 'city' | 'district'>) =>
  city.trim().toLowerCase() === district.toLowerCase()
    ? district
    : [city, district].filter(Boolean).join(', ')

/** One key for all spellings of a place: only letters and digits, without case and accents. */
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
 * What the holder of an order's link sees of its address (docs/decisions): enough to recognize their own, too little to
 * find somebody. First name and initial, place and district, the last digits of the phone number.
 */
export const maskAddress = ({ lastName, phone, ...rest }: PostalAddress): PostalAddress => ({
  ...rest,
  lastName: lastName && `${Array.from(lastName)[0]}.`,
  phone: phone && `••• ${phone.slice(-LAST_DIGITS)}`,
  address: '',
})

/** What an order may wait for: the filters of the list of orders. */
export const WAITING_STATES = [
  'payment',
  'packing',
  'shipping',
  'review',
  'preorders',
  'refunds',
  'returns',
] as const
export type WaitingState = (typeof WAITING_STATES)[number]
