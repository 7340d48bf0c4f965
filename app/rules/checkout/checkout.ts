import type { District } from '../../shop.ts'
import type { CartLineView } from '../cart/cart.ts'
import type { Discount } from '../discounts/discounts.ts'
import { addressErrors } from '../messages/checkout/checkout.ts'
import { fieldErrors } from '../messages/general.ts'
import type { Message } from '../messages/message.ts'
import type { Toast } from '../messages/toast.ts'
import { isDistrict, NO_ADDRESS, type PostalAddress } from '../orders/orders.ts'
import { readPhone } from '../phone.ts'
import { addressOfPlace, isDelivered, type Place } from './delivery.ts'

/** The fields that a customer types at the checkout, as text. */
export type CheckoutValues = PostalAddress & {
  courierId: string
  /** The depot where the order is collected (`formatPlace`), or its name alone; '' for delivery to the door. */
  depot: string
  notes: string
  saveAddress: boolean
}
export type AddressErrors = Partial<Record<keyof PostalAddress, string>>
export type SavedAddress = PostalAddress & {
  id: string
  isDefault: boolean
  /** Whether the shop currently delivers to the district of the address. */
  isDelivered: boolean
}

/** A code that the shop has accepted for this cart. */
export type AppliedDiscount = Pick<Discount, 'code' | 'type' | 'value'>

/** Store credit whose code the shop accepted. */
export type AppliedCredit = { code: string; balance: number }

/** An unpaid order whose items are held for the customer. */
export type WaitingOrder = {
  orderNumber: string
  /** The amount that is left to pay. */
  toPay: number
  itemCount: number
  /** The variants that the order holds. */
  variantIds: string[]
  createdAt: Date
  expiresAt: Date
}

/** The data with which the checkout page starts. */
export type CheckoutPage = {
  email: string
  lines: CartLineView[]
  /** Items of the cart that cannot be bought at the moment: they are in no sum and no order. */
  leftOut: CartLineView[]
  addresses: SavedAddress[]
  waiting: WaitingOrder[]
  values: CheckoutValues
  discount: AppliedDiscount | null
  credit: AppliedCredit | null
  /** A new key for each rendering of the page, so that the same checkout sent twice makes one order. */
  key: string
}

/** A message at one place of the checkout: at its top, at a code, or at the address. */
export type CheckoutMessage = Message &
  Pick<Toast, 'tone'> & { at: 'top' | 'code' | 'credit' | 'address' }

/** The data with which the checkout is rendered again after an action, with everything that was typed. */
export type CheckoutResult = {
  values: CheckoutValues
  errors: AddressErrors
  typedCode: string
  discount: AppliedDiscount | null
  typedCredit: string
  credit: AppliedCredit | null
  key: string
  message: CheckoutMessage
  /** The shop is out of reach at the moment: the page keeps what it shows. */
  isAway?: true
}

/** The longest text of each field. */
export const LONGEST: Record<keyof PostalAddress | 'notes' | 'code', number> = {
  firstName: 100,
  lastName: 100,
  phone: 30,
  address: 300,
  city: 100,
  district: 50,
  notes: 1000,
  code: 50,
}

export const NOTHING_TYPED: CheckoutValues = {
  ...NO_ADDRESS,
  courierId: '',
  depot: '',
  notes: '',
  saveAddress: false,
}

const FIELDS = ['firstName', 'lastName', 'phone', 'address', 'city', 'district'] as const

/**
 * The address with its phone number as stored, or a message for each invalid field (docs/product.md, Checkout). An
 * order that is collected needs no home address. `isServed`: which districts are accepted.
 */
export function checkAddress(
  typed: PostalAddress,
  place: Place | null = null,
  isServed: (district: string) => boolean = isDelivered,
): { ok: true; address: PostalAddress } | { ok: false; errors: AddressErrors } {
  const errors: AddressErrors = {}
  const address = {} as PostalAddress
  const given = place ? { ...typed, ...addressOfPlace(place) } : typed
  for (const field of FIELDS) {
    address[field] = given[field].trim()
    if (address[field] === '') errors[field] = addressErrors[field]
    else if (address[field].length > LONGEST[field])
      errors[field] = fieldErrors['too-long']({ most: LONGEST[field] })
  }
  const phone = readPhone(address.phone)
  if (!errors.phone && !phone) errors.phone = addressErrors['phone-bad']
  if (!place && !isServed(address.district))
    errors.district = isDistrict(address.district)
      ? addressErrors['district-off'](address)
      : addressErrors.district
  return Object.keys(errors).length > 0 || !phone
    ? { ok: false, errors }
    : { ok: true, address: { ...address, phone } }
}

/** The districts that are cities: there the checkout takes the one's name for the other's. */
const CITIES: readonly string[] = ['Blantyre', 'Lilongwe', 'Mzuzu', 'Zomba'] satisfies District[]

/** The city that a chosen district names; '' for one that has several towns. */
export const cityOf = (district: string) => (CITIES.includes(district) ? district : '')

/** The district that a typed city names, however it is written; '' when it is no name of a district. */
export const districtOf = (city: string, districts: readonly string[]) =>
  districts.find((one) => one.toLowerCase() === city.trim().toLowerCase()) ?? ''

/** A full name as two fields: the last word is the last name. */
export function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
