import { formatKwacha, SMALLEST_PAYMENT } from '../../money.ts'
import type { Messages, Sentences } from '../message.ts'

/** The key by which unpaid orders are counted together. */
export type Holder = 'account' | 'phone' | 'address'
type UnpaidBy = { holder: Holder; minutes: number }

const HOLDERS: Record<Holder, string> = {
  account: 'your account',
  phone: 'this phone number',
  address: 'this address',
}
/** Says what to do about orders that are not paid yet. */
const payOrCancel = ({ holder, minutes }: UnpaidBy) =>
  `Pay for one or cancel it under My Orders${holder === 'account' ? '' : ' of the account that made it'} first. One that nobody pays for ends by itself after ${minutes} minutes.`

/** Refusals of the checkout. */
export const checkoutRefusals = {
  'checkout-not-sent': {
    title: 'No connection',
    description: 'Nothing was sent, and nothing is paid. Please press Pay again when it is back.',
  },
  'checkout-unknown': {
    title: 'No connection',
    description:
      'We do not know yet whether your order has reached us. Nothing is paid. We look it up as soon as the connection is back.',
  },
  'checkout-not-arrived': {
    title: 'Your order has not reached us',
    description: 'Nothing is paid. Please press Pay again.',
  },
  'cart-changed': {
    title: 'Your cart has changed',
    description:
      'Your cart has changed since you opened the checkout. Please look at it again before paying.',
  },
  'total-changed': ({ amount }: { amount: number }) => ({
    title: 'The total has changed',
    description: `The total is ${formatKwacha(amount)} now. Please check it before paying.`,
  }),
  'discount-changed': ({ amount }: { amount: number }) => ({
    title: 'The discount has changed',
    description: `The discount is ${formatKwacha(amount)} now. Please check your total before paying.`,
  }),
  'delivery-changed': {
    title: 'The delivery has changed',
    description: 'The price of delivery has changed. Please check your total before paying.',
  },
  'courier-missing': {
    title: 'No courier chosen',
    description: 'Please choose a courier service.',
  },
  'courier-off': ({ courier }: { courier: string }) => ({
    title: 'Another courier, please',
    description: `${courier} takes no more parcels of ours just now. Please choose another courier service.`,
  }),
  'courier-elsewhere': ({ courier, district }: { courier: string; district: string }) => ({
    title: 'Another courier, please',
    description: `${courier} does not deliver to ${district}. Please choose another courier service.`,
  }),
  'depot-unknown': ({ courier }: { courier: string }) => ({
    title: 'Please choose again where to collect',
    description: `${courier} does not keep parcels there any more. Choose another place, or your door.`,
  }),
  'district-unknown': {
    title: 'Please check the address',
    description: 'Please choose a district from the list.',
  },
  'details-missing': ({
    message = 'Please fill in your name, phone number, address and city.',
  }: {
    message?: string
  }) => ({ title: 'Please check your details', description: message }),
  'idempotency-reused': {
    title: 'Already sent',
    description:
      'This checkout was already sent with other contents. Please reload the page and try again.',
  },
  'order-waiting': {
    title: 'An order is waiting for payment',
    description:
      'You have changed something since your order was made, and it is still waiting for payment. Pay or cancel it above, or pay for this one as well.',
  },
  'unpaid-orders': ({ holder, available, minutes }: UnpaidBy & { available: number }) => ({
    title: 'Order not placed',
    description: `${available} orders of ${HOLDERS[holder]} are waiting for payment. ${payOrCancel({ holder, minutes })}`,
  }),
  'unpaid-units': ({ holder, available }: { holder: Holder; available: number }) => ({
    title: 'Order not placed',
    description: `Until they are paid for, we keep up to ${available} items for ${HOLDERS[holder]}. Order fewer at once, or first pay for or cancel what is waiting under My Orders.`,
  }),
  'unpaid-code': ({ holder, minutes }: UnpaidBy) => ({
    title: 'Order not placed',
    description: `An order of ${HOLDERS[holder]} that waits for payment has used a limited code already. ${payOrCancel({ holder, minutes })}`,
  }),
  'unpaid-again': ({ minutes }: { minutes: number }) => ({
    title: 'Order not placed',
    description: `We have kept this for you for a while, and it was not paid for. Others get their chance now: please try again in ${Math.ceil(minutes / 60)} hours, or talk to us.`,
  }),
  'amount-too-large': {
    title: 'Too much for one payment',
    description: 'This is more than can be paid at once. Please order less, or talk to us.',
  },
  'price-missing': ({ product }: { product: string }) => ({
    title: 'Not for sale yet',
    description: `${product} has no price yet. Please take it out of your cart, or talk to us.`,
  }),
  'payment-too-small': ({ amount }: { amount: number }) => ({
    title: 'Too little to pay online',
    description: `This order comes to ${formatKwacha(amount)}, and the smallest amount that can be paid online is ${formatKwacha(SMALLEST_PAYMENT)}. Please add something to your cart, or pay without the code.`,
  }),
} satisfies Messages

/** HTTP statuses of the checkout's refusals. */
export const checkoutStatuses = {
  'checkout-not-sent': 400,
  'checkout-unknown': 400,
  'checkout-not-arrived': 400,
  'cart-changed': 409,
  'total-changed': 409,
  'discount-changed': 409,
  'delivery-changed': 409,
  'idempotency-reused': 409,
  'order-waiting': 400,
  'unpaid-orders': 409,
  'unpaid-units': 409,
  'unpaid-code': 409,
  'unpaid-again': 409,
  'amount-too-large': 400,
  'price-missing': 400,
  'payment-too-small': 400,
} as const

/** HTTP statuses of refusals that concern an address or a courier. */
export const deliveryStatuses = {
  'courier-missing': 400,
  'courier-off': 409,
  'courier-elsewhere': 400,
  'depot-unknown': 400,
  'district-unknown': 400,
  'details-missing': 400,
} as const

/** Notices of the checkout. */
export const checkoutNotices = {
  'checkout-arrived': ({ code }: { code: string }) => ({
    title: 'Your order has reached us',
    description: `Order ${code} is made once, and nothing is paid yet. Press Pay to go on with it.`,
  }),
} satisfies Messages

/** Messages beside the fields of an address. */
export const addressErrors = {
  firstName: 'Please enter your first name.',
  lastName: 'Please enter your last name.',
  phone: 'Please enter your phone number.',
  address: 'Please enter your address.',
  city: 'Please enter your city or town.',
  district: 'Please choose a district from the list.',
  'district-off': ({ district }: { district: string }) =>
    `We do not deliver to ${district} at the moment. Please choose another district.`,
  'phone-bad': 'Please enter a phone number that the courier can call, for example 0991 234 567.',
} satisfies Sentences

/** What is wrong with the body of a payment request; follows the name of the field. */
export const payloadErrors = {
  product: 'is not a product',
  variant: 'is not a variant',
  day: 'is not a day',
  till: 'is not a till',
  shift: 'is not a shift',
  sale: 'is not a sale',
  person: 'is not a person',
  'too-many-lines': 'too many lines',
} satisfies Sentences
