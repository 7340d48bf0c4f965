import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CheckoutRequest } from '../../../modules/checkout/place-order.ts'
import type { CheckoutValues } from '../../../rules/checkout/checkout.ts'
import { readCreditCode } from '../../../rules/credit/credit.ts'
import { normalizeCode } from '../../../rules/discounts/discounts.ts'
import type { PostalAddress } from '../../../rules/orders/orders.ts'
import { readId, readText, readValues } from '../../../web/forms/read-form.ts'

/** Enough for 200 lines. */
const LONGEST_LINES = 50_000

const lines = z
  .array(
    z.object({
      productId: z.uuid(),
      variantId: z.uuid(),
      quantity: z.number(),
      price: z.number(),
      preorderFrom: z.iso.date().optional(),
    }),
  )
  .max(200)

function readLines(text: string) {
  try {
    return lines.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const FIELDS = ['firstName', 'lastName', 'phone', 'address', 'city', 'district', 'notes'] as const

export type CheckoutForm = {
  /** The pressed button, and its subject. */
  intent: string
  subject: string
  values: CheckoutValues
  typedCode: string
  appliedCode: string
  typedCredit: string
  appliedCredit: string
  key: string
  /** What the customer saw: the lines, and the amount beside the chosen courier. */
  lines: z.infer<typeof lines> | null
  seenTotal: number
  seenDiscount: number
  seenBalance: number
}

/** The texts of a sent checkout; none of them is trusted. */
export function readCheckoutForm(form: FormData): CheckoutForm {
  const [intent = '', ...subject] = readText(form, 'intent').split(':')
  const courierId = readText(form, 'courier')
  return {
    intent,
    subject: subject.join(':'),
    values: {
      ...readValues(form, FIELDS),
      courierId,
      depot: readText(form, `depot.${courierId}`),
      saveAddress: form.has('save_address'),
    },
    typedCode: readText(form, 'code'),
    appliedCode: normalizeCode(readText(form, 'applied_code')),
    typedCredit: readText(form, 'credit'),
    appliedCredit: readCreditCode(readText(form, 'applied_credit')),
    key: readId(readText(form, 'checkout_key')) ?? randomUUID(),
    lines: readLines(readText(form, 'lines', LONGEST_LINES)),
    seenTotal: Number(readText(form, `seen_total.${courierId}`) || NaN),
    seenDiscount: Number(readText(form, 'seen_discount') || 0),
    seenBalance: Number(readText(form, 'seen_balance') || 0),
  }
}

/** The checkout request in the customer's name; the email is the one that they signed in with. */
export function toCheckoutRequest(
  sent: CheckoutForm & { lines: z.infer<typeof lines> },
  email: string,
  address: PostalAddress,
  collectAt: string | null,
): CheckoutRequest {
  const { firstName, lastName, phone } = address
  return {
    lines: sent.lines,
    email,
    firstName,
    lastName,
    phone,
    shippingAddress: address,
    billingAddress: address,
    courierId: sent.values.courierId,
    collectAt,
    notes: sent.values.notes || null,
    discount: sent.appliedCode
      ? { code: sent.appliedCode, discountAmount: sent.seenDiscount }
      : null,
    credit: sent.appliedCredit ? { code: sent.appliedCredit, balance: sent.seenBalance } : null,
    totalAmount: sent.seenTotal,
    idempotencyKey: sent.key,
  }
}
