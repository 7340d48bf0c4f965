import type { AddressErrors } from '../checkout/checkout.ts'
import { NO_ADDRESS, type PostalAddress } from './orders.ts'

/** Within how many hours an order that staff make is to be paid, as they choose. */
export const PAY_WITHIN_HOURS = [1, 4, 24, 48, 72] as const
export const USUAL_PAY_HOURS = 24
/** An order that is typed in has so many products at most, each with all its sizes. */
export const MOST_DRAFT_PRODUCTS = 30

/** Who has no email has no account that anybody could sign in to, and is written to nowhere. */
export const PHONE_DOMAIN = 'phone.invalid'
/** Whether an order's address is one that emails reach: orders by phone may have none. */
export const isReachable = (email: string) => email !== '' && !email.endsWith(`@${PHONE_DOMAIN}`)

/** What staff type of an order, as text. */
export type DraftValues = PostalAddress & {
  email: string
  /** The courier's id; with `|` and the depot (`formatPlace`) where it is collected there. */
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

/** Whose order it is and where it goes, as an order keeps it. */
export type DraftCustomer = {
  address: PostalAddress
  email: string
  courierId: string
  collectAt: string | null
  notes: string | null
  code: string | null
}

/** Within how long it is to be paid; the usual time where something else was sent. */
export const readPayHours = (text: string) =>
  PAY_WITHIN_HOURS.find((hours) => String(hours) === text) ?? USUAL_PAY_HOURS
