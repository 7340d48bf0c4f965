import { LONGEST_EMAIL } from '../accounts/longest.ts'
import { emailField } from '../form-fields.ts'
import { readAmount } from '../money.ts'
import { readPhone } from '../phone.ts'
import { isVoucherSum } from './voucher-sum.ts'

/** pending: on the payment page. ended: not paid in time; a late payment still pays it. */
export const PURCHASE_STATUSES = ['pending', 'paid', 'ended'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** The reasons for a review. nobody-told: the buyer was erased before the payment came, so that nobody has the code. */
export const PURCHASE_REVIEWS = [
  'underpaid',
  'not-live-money',
  'paid-late',
  'paid-twice',
  'nobody-told',
] as const
export type PurchaseReview = (typeof PURCHASE_REVIEWS)[number]

type PurchaseStep = { to: PurchaseStatus; review: PurchaseReview | null }

/**
 * Every step of a voucher that is bought on the web (docs/product.md, Store credit). A payment has a step in every
 * status.
 */
export const PURCHASE_STEPS: {
  payment: Record<PurchaseStatus, PurchaseStep>
  timer: Partial<Record<PurchaseStatus, PurchaseStep>>
} = {
  payment: {
    pending: { to: 'paid', review: null },
    ended: { to: 'paid', review: 'paid-late' },
    // A second payment: staff refund one of the two, and there is only one code.
    paid: { to: 'paid', review: 'paid-twice' },
  },
  timer: { pending: { to: 'ended', review: null } },
}

/** The fields that a buyer fills in, each with its longest text in characters. */
export const PURCHASE_FIELDS = {
  amount: 20,
  name: 100,
  email: LONGEST_EMAIL,
  phone: 30,
  recipientName: 100,
  recipientEmail: LONGEST_EMAIL,
  message: 300,
} as const
export type PurchaseField = keyof typeof PURCHASE_FIELDS
export type PurchaseValues = Record<PurchaseField, string>
export type PurchaseErrors = Partial<Record<PurchaseField, PurchaseError>>
export type PurchaseError =
  | 'amount-bad'
  | 'name-missing'
  | 'email-bad'
  | 'phone-bad'
  | 'recipient-missing'

export type PurchaseRequest = {
  amount: number
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  recipientName: string | null
  recipientEmail: string | null
  message: string | null
}

const readAddress = (text: string) => emailField.safeParse(text).data ?? null

/** The purchase as typed, or what is wrong with each field. */
export function readPurchase(
  values: PurchaseValues,
): { ok: true; request: PurchaseRequest } | { ok: false; errors: PurchaseErrors } {
  const amount = readAmount(values.amount)
  const email = readAddress(values.email)
  const phone = readPhone(values.phone)
  const recipientEmail = readAddress(values.recipientEmail)
  const isForOther = values.recipientName !== '' || values.message !== ''
  const errors: PurchaseErrors = {
    ...(isVoucherSum(amount) ? {} : { amount: 'amount-bad' }),
    ...(values.name === '' ? { name: 'name-missing' } : {}),
    ...(email ? {} : { email: 'email-bad' }),
    ...(phone ? {} : { phone: 'phone-bad' }),
    ...(recipientEmail || (values.recipientEmail === '' && !isForOther)
      ? {}
      : { recipientEmail: values.recipientEmail === '' ? 'recipient-missing' : 'email-bad' }),
  }
  if (!email || !phone || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    request: {
      amount,
      buyerName: values.name,
      buyerEmail: email,
      buyerPhone: phone,
      recipientName: values.recipientName || null,
      recipientEmail,
      message: values.message || null,
    },
  }
}

/** The name of a purchase in emails, at the provider and among staff. */
export const purchaseLabel = (id: string) => `GV-${id.slice(0, 8).toUpperCase()}`
