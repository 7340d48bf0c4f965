import { errorsByField } from '../form-fields.ts'
import { type CourierTexts, courierErrorField, courierFrom } from './courier-texts.ts'
import { courierSchema, type ShopCourier } from './delivery-groups.ts'

/** A courier as its form was typed, or a sentence beside each field that is not right; `id` is that of the one that is edited. */
export function readCourier(
  texts: CourierTexts,
  id: string | null,
): { ok: true; edit: ShopCourier } | { ok: false; errors: Partial<CourierTexts> } {
  const read = courierSchema.safeParse(courierFrom(texts, id))
  return read.success
    ? { ok: true, edit: read.data }
    : { ok: false, errors: errorsByField<keyof CourierTexts>(read.error, courierErrorField) }
}
