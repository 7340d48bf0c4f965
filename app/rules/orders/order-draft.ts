import type { AddressErrors } from '../checkout/checkout.ts'
import { NO_ADDRESS, type PostalAddress } from './orders.ts'

/** The payment deadlines, in hours, that staff can choose for an order that they make. */
export const PAY_WITHIN_HOURS = [1, 4, 24, 48, 72] as const
export const USUAL_PAY_HOURS = 24
/** The most products in an order that staff type in, each with all its sizes. */
export const MOST_DRAFT_PRODUCTS = 30
/** The most units of a size. */
export const MOST_DRAFT_UNITS = 999

/** The domain of the placeholder address of a customer without email: no account has it, and nothing is sent to it. */
export const PHONE_DOMAIN = 'phone.invalid'
/** Whether an order's address can receive emails: phone orders may have none. */
export const isReachable = (email: string) => email !== '' && !email.endsWith(`@${PHONE_DOMAIN}`)

/** What staff type for an order, as text. */
export type DraftValues = PostalAddress & {
  email: string
  /** The courier's id; followed by `|` and the depot (`formatPlace`) when the order is collected there. */
  delivery: string
  code: string
  notes: string
  hours: string
}
export const DRAFT_FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'address',
  'city',
  'district',
  'delivery',
  'code',
  'notes',
  'hours',
] as const satisfies readonly (keyof DraftValues)[]

export const EMPTY_DRAFT: DraftValues = {
  ...NO_ADDRESS,
  email: '',
  delivery: '',
  code: '',
  notes: '',
  hours: String(USUAL_PAY_HOURS),
}

export type DraftErrors = AddressErrors & Partial<Record<'email' | 'delivery', string>>

/** Customer and destination of an order, as the order stores them. */
export type DraftCustomer = {
  address: PostalAddress
  email: string
  courierId: string
  collectAt: string | null
  notes: string | null
  code: string | null
}

/** The payment deadline; the usual one when the form sent another value. */
export const readPayHours = (text: string) =>
  PAY_WITHIN_HOURS.find((hours) => String(hours) === text) ?? USUAL_PAY_HOURS
