import { and, eq } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { suppliers } from '../../db/tables.server.ts'
import type { Direction, Page } from '../../rules/lists.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { SupplierEdit } from '../../rules/purchasing/supplier-form.ts'
import { rowActs } from '../audit/row-acts.ts'
import { versioned } from '../audit/versioned.ts'

export type Supplier = typeof suppliers.$inferSelect

const SUPPLIER = versioned(suppliers, {
  entity: 'supplier',
  labelOf: ({ name }) => name,
  factsOf: ({ name, phone, note, isActive }) => ({ name, phone, note, isActive }),
})

/**
 * Each supplier's name is unique, ignoring case. An inactive supplier is not offered for new deliveries; a supplier
 * that a delivery names cannot be deleted.
 */
export const supplierActs = rowActs<
  typeof suppliers,
  SupplierEdit,
  Refusal<'supplier-taken' | 'supplier-used'>
>(SUPPLIER, {
  valuesOf: (edit) => edit,
  refusedBy: {
    suppliers_name: 'supplier-taken',
    deliveries_supplier_id_suppliers_id_fk: 'supplier-used',
  },
})

const NAME: SortColumn = { column: suppliers.name, type: 'text' }

/** A page of suppliers by name. */
export async function listSuppliers(
  db: Db,
  asked: { search: string; direction: Direction; after: string | null },
  limit: number,
): Promise<Page<Supplier>> {
  const { cursor, order, rest } = pageBy(NAME, suppliers.id, asked)
  const rows = await db
    .select({ supplier: suppliers, cursor })
    .from(suppliers)
    .where(and(asked.search ? holdsText(suppliers.name, asked.search) : undefined, rest))
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(
    rows.map(({ supplier, cursor: place }) => ({ ...supplier, cursor: place })),
    limit,
  )
}

/** All suppliers for a delivery's form, with whether they are active; 500 at most. */
export const listSupplierChoices = (db: Db | Tx) =>
  db
    .select({ id: suppliers.id, name: suppliers.name, isActive: suppliers.isActive })
    .from(suppliers)
    .orderBy(suppliers.name)
    .limit(500)

/** One supplier for its form; undefined when there is none. */
export const findSupplier = async (db: Db, id: string): Promise<Supplier | undefined> =>
  (await db.select().from(suppliers).where(eq(suppliers.id, id)))[0]
