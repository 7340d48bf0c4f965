import { errorsByField } from '../form-fields.ts'
import { settingErrors } from '../messages/settings/settings.ts'
import { type CourierTexts, courierErrorField, courierFrom } from './courier-texts.ts'
import { courierSchema, isPickupId, type ShopCourier } from './delivery-groups.ts'

// Only the form refuses these: couriers that were saved before must stay readable, because the schema reads them all
// at once.
const editSchema = courierSchema
  .refine(({ id, days }) => !isPickupId(id) || Object.keys(days).length > 0, {
    path: ['days', 'town'],
    error: settingErrors['no-pickup-days'],
  })
  .refine(({ id, depots }) => !isPickupId(id) || Object.values(depots).flat().length === 1, {
    path: ['depots'],
    error: settingErrors['no-pickup-place'],
  })

/** A courier as typed, or a message for each invalid field; `id` is the edited courier's, null for a new one. */
export function readCourier(
  texts: CourierTexts,
  id: string | null,
): { ok: true; edit: ShopCourier } | { ok: false; errors: Partial<CourierTexts> } {
  const read = editSchema.safeParse(courierFrom(texts, id))
  return read.success
    ? { ok: true, edit: read.data }
    : { ok: false, errors: errorsByField<keyof CourierTexts>(read.error, courierErrorField) }
}
