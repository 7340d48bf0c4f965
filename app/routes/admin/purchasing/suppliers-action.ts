import {
  createSupplier,
  deleteSupplier,
  editSupplier,
  findSupplier,
  switchSupplier,
} from '../../../modules/purchasing/suppliers.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { SUPPLIER_LABELS } from '../../../rules/messages/purchasing/words.ts'
import { yesNo } from '../../../rules/messages/words/forms.ts'
import {
  readSupplier,
  type SupplierEdit,
  type SupplierValues,
  supplierValues,
} from '../../../rules/purchasing/supplier-form.ts'
import { actOnEntries, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/suppliers'

/** `save`, `switch` and `delete` on Suppliers. */
export async function actOnSuppliers(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/suppliers')
  return actOnEntries(act, kindOf(act.shop))
}

const kindOf = (shop: Shop): EntryKind<keyof SupplierValues, SupplierEdit> => ({
  entity: 'supplier',
  labels: SUPPLIER_LABELS,
  read: readSupplier,
  create: createSupplier,
  edit: editSupplier,
  switch: switchSupplier,
  delete: deleteSupplier,
  saved: goodToast('supplier-saved'),
  failed: 'unexpected',
  deleted: goodToast('supplier-deleted'),
  fieldOf: { 'supplier-taken': 'name' },
  async findBoth(id, edit) {
    const supplier = await findSupplier(shop.db, id)
    if (!supplier) return null
    const [mine, theirs] = [supplierValues(edit), supplierValues(supplier)]
    const shown = (values: SupplierValues) => ({
      ...values,
      isActive: yesNo(values.isActive === 'true'),
    })
    return { version: supplier.version, mine, theirs, shown }
  },
})
