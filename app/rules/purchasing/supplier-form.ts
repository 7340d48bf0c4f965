import { z } from 'zod'
import { errorsByField, optionalText, switchField, textField } from '../form-fields.ts'
import { deliveryErrors } from '../messages/purchasing/purchasing.ts'

export type SupplierValues = Record<'name' | 'phone' | 'note' | 'isActive', string>
export type SupplierErrors = Partial<Record<keyof SupplierValues, string>>
export const SUPPLIER_LONGEST = { name: 100, phone: 40, note: 500 }

const form = z.object({
  name: textField(SUPPLIER_LONGEST.name).min(1, deliveryErrors['name-missing']),
  phone: optionalText(SUPPLIER_LONGEST.phone),
  note: optionalText(SUPPLIER_LONGEST.note),
  isActive: switchField,
})
export type SupplierEdit = z.output<typeof form>

/** A supplier as typed, or a message for each invalid field. */
export function readSupplier(
  values: SupplierValues,
): { ok: true; edit: SupplierEdit } | { ok: false; errors: SupplierErrors } {
  const read = form.safeParse(values)
  return read.success
    ? { ok: true, edit: read.data }
    : { ok: false, errors: errorsByField(read.error) }
}

/** A supplier's form values; null makes those of a new one. */
export const supplierValues = (supplier: SupplierEdit | null): SupplierValues => ({
  name: supplier?.name ?? '',
  phone: supplier?.phone ?? '',
  note: supplier?.note ?? '',
  isActive: String(supplier?.isActive ?? true),
})
