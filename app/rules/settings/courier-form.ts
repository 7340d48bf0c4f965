import { errorsByField } from '../form-fields.ts'
import { settingErrors } from '../messages/settings/settings.ts'
import { type CourierTexts, courierErrorField, courierFrom } from './courier-texts.ts'
import { courierSchema, isPickupId, type ShopCourier } from './delivery-groups.ts'

// Of the form alone: couriers that were saved without would be unreadable, all of them.
const editSchema = courierSchema.refine(
  ({ id, days }) => !isPickupId(id) || Object.keys(days).length > 0,
  { path: ['days', 'town'], error: settingErrors['no-pickup-days'] },
)

/**
 * A courier as its form was typed, or a sentence beside each field that is not right; `id` is that of the one
 * that is edited.
 */
export function readCourier(
  texts: CourierTexts,
  id: string | null,
): { ok: true; edit: ShopCourier } | { ok: false; errors: Partial<CourierTexts> } {
  const read = editSchema.safeParse(courierFrom(texts, id))
  return read.success
    ? { ok: true, edit: read.data }
    : { ok: false, errors: errorsByField<keyof CourierTexts>(read.error, courierErrorField) }
}
