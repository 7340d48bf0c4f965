import { DISTRICTS } from '../../shop.ts'

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Why an order needs a person. */
export const ORDER_REVIEW_REASONS = [
  'paid-late',
  'underpaid',
  'paid-without-stock',
  'paid-twice',
  'not-live-money',
] as const
export type OrderReviewReason = (typeof ORDER_REVIEW_REASONS)[number]

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
