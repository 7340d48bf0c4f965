import { findSupplier, supplierActs } from '../../../modules/purchasing/suppliers.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { SUPPLIER_LABELS } from '../../../rules/messages/purchasing/words.ts'
import {
  readSupplier,
  type SupplierEdit,
  type SupplierValues,
  supplierValues,
} from '../../../rules/purchasing/supplier-form.ts'
import { actOnEntries, compareRow, type EntryKind } from '../../../web/forms/entry-acts.ts'
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
  ...supplierActs,
  saved: goodToast('supplier-saved'),
  failed: 'unexpected',
  deleted: goodToast('supplier-deleted'),
  fieldOf: { 'supplier-taken': 'name' },
  findBoth: compareRow((id) => findSupplier(shop.db, id), supplierValues),
})
