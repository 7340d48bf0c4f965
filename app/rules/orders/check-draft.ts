import { checkAddress, LONGEST } from '../checkout/checkout.ts'
import { findPlace, formatPlace } from '../checkout/delivery.ts'
import { findCourier } from '../checkout/quote.ts'
import { cutText } from '../cut-text.ts'
import { emailField } from '../form-fields.ts'
import { checkoutRefusals } from '../messages/checkout/checkout.ts'
import { newsletterRefusals } from '../messages/newsletter/newsletter.ts'
import type { DraftCustomer, DraftErrors, DraftValues } from './order-draft.ts'

/** The customer and delivery details, or a message for each invalid field. */
export function checkDraft(
  values: DraftValues,
): { ok: true; customer: DraftCustomer } | { ok: false; errors: DraftErrors } {
  const [courierId = '', depot = ''] = values.delivery.split(/\|(.*)/s)
  const courier = findCourier(courierId)
  const place = courier && findPlace(courier, depot)
  const typed = values.email.trim()
  const email = typed === '' ? '' : emailField.safeParse(typed).data
  const checked = checkAddress(values, place ?? null)
  const errors: DraftErrors = checked.ok ? {} : checked.errors
  if (place === undefined) errors.delivery = checkoutRefusals['courier-missing'].description
  if (email === undefined) errors.email = newsletterRefusals['email-invalid'].description
  if (!checked.ok || email === undefined || Object.keys(errors).length > 0)
    return { ok: false, errors }
  return {
    ok: true,
    customer: {
      address: checked.address,
      email,
      courierId,
      collectAt: place ? formatPlace(place) : null,
      notes: cutText(values.notes, LONGEST.notes) || null,
      code: cutText(values.code, LONGEST.code) || null,
    },
  }
}
