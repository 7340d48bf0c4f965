import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CheckoutRequest } from '../../../modules/checkout/place-order.ts'
import type { CheckoutValues } from '../../../rules/checkout/checkout.ts'
import { normalizeCode } from '../../../rules/discounts/discounts.ts'
import type { PostalAddress } from '../../../rules/orders/orders.ts'

const LONGEST_TEXT = 2000

/** The text of a field, without what a database cannot keep; '' for a file or nothing. */
function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string'
    ? value.slice(0, LONGEST_TEXT).replaceAll('\u0000', '').trim()
    : ''
}

const lines = z
  .array(
    z.object({
      productId: z.uuid(),
      variantId: z.uuid(),
      quantity: z.number(),
      price: z.number(),
    }),
  )
  .max(200)

function readLines(text: FormDataEntryValue | null) {
  try {
    return lines.parse(JSON.parse(typeof text === 'string' ? text : ''))
  } catch {
    return null
  }
}

export type CheckoutForm = {
  /** Which button was pressed, and for what. */
  intent: string
  subject: string
  values: CheckoutValues
  typedCode: string
  appliedCode: string
  key: string
  /** What the customer saw: lines, and the amount beside the courier that was chosen. */
  lines: z.infer<typeof lines> | null
  seenTotal: number
  seenDiscount: number
}

/** A sent checkout as text; nothing in it is believed. */
export function readCheckoutForm(form: FormData): CheckoutForm {
  const [intent = '', ...subject] = textOf(form, 'intent').split(':')
  const courierId = textOf(form, 'courier')
  const key = z.uuid().safeParse(textOf(form, 'checkout_key'))
  return {
    intent,
    subject: subject.join(':'),
    values: {
      firstName: textOf(form, 'firstName'),
      lastName: textOf(form, 'lastName'),
      phone: textOf(form, 'phone'),
      address: textOf(form, 'address'),
      city: textOf(form, 'city'),
      district: textOf(form, 'district'),
      courierId,
      notes: textOf(form, 'notes'),
      saveAddress: form.has('save_address'),
    },
    typedCode: textOf(form, 'code'),
    appliedCode: normalizeCode(textOf(form, 'applied_code')),
    key: key.success ? key.data : randomUUID(),
    lines: readLines(form.get('lines')),
    seenTotal: Number(textOf(form, `seen_total.${courierId}`) || NaN),
    seenDiscount: Number(textOf(form, 'seen_discount') || 0),
  }
}

/** What the checkout claims in the customer's name; the e-mail is the one that they signed in with. */
export function toCheckoutRequest(
  sent: CheckoutForm & { lines: z.infer<typeof lines> },
  email: string,
  address: PostalAddress,
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
    notes: sent.values.notes || null,
    discount: sent.appliedCode
      ? { code: sent.appliedCode, discountAmount: sent.seenDiscount }
      : null,
    totalAmount: sent.seenTotal,
    idempotencyKey: sent.key,
  }
}
