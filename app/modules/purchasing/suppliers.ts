import { and, eq } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { suppliers } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { Direction, Page } from '../../rules/lists.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { SupplierEdit } from '../../rules/purchasing/supplier-form.ts'
import type { Actor } from '../audit/record-audit.ts'
import {
  createRow,
  deleteRow,
  editRow,
  type Seen,
  saveRow,
  switchRow,
  versioned,
} from '../audit/versioned.ts'

export type Supplier = typeof suppliers.$inferSelect
type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'supplier-taken'>

const SUPPLIER = versioned(suppliers, {
  entity: 'supplier',
  labelOf: ({ name }) => name,
  factsOf: ({ name, phone, note, isActive }) => ({ name, phone, note, isActive }),
})

async function save(db: Db, actor: Actor, seen: Seen | null, edit: SupplierEdit) {
  try {
    return await transact(db, (db) =>
      saveRow<typeof suppliers, SaveResult>(db, actor, SUPPLIER, seen, {
        make: () => createRow(db, actor, SUPPLIER, edit),
        change: (before) => editRow(db, actor, SUPPLIER, before, edit),
      }),
    )
  } catch (error) {
    if (isRefusedBy(error, 'suppliers_name'))
      return { ok: false, reason: 'supplier-taken' } as const
    throw error
  }
}

/** Makes a supplier; refuses a name that is there already, in capitals or not. */
export const createSupplier = (db: Db, actor: Actor, edit: SupplierEdit) =>
  save(db, actor, null, edit)
export const editSupplier = (db: Db, actor: Actor, seen: Seen, edit: SupplierEdit) =>
  save(db, actor, seen, edit)

/** Offers a supplier for new deliveries, or no more. */
export const switchSupplier = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, SUPPLIER, id, isActive))

/** Deletes a supplier whom no delivery names. */
export async function deleteSupplier(
  db: Db,
  actor: Actor,
  seen: Seen,
): Promise<{ ok: true } | Refusal<'not-found' | 'edited-meanwhile' | 'supplier-used'>> {
  try {
    return await transact(db, (db) => deleteRow(db, actor, SUPPLIER, seen))
  } catch (error) {
    if (isRefusedBy(error, 'deliveries_supplier_id_suppliers_id_fk'))
      return { ok: false, reason: 'supplier-used' }
    throw error
  }
}

const NAME: SortColumn = { column: suppliers.name, type: 'text' }

/** A page of suppliers by name. */
export async function listSuppliers(
  db: Db,
  asked: { search: string; direction: Direction; after: string | null },
  limit = 25,
): Promise<Page<Supplier>> {
  const { cursor, order, rest } = pageBy(NAME, suppliers.id, asked)
  const rows = await db
    .select({ supplier: suppliers, cursor })
    .from(suppliers)
    .where(and(asked.search ? holdsText(suppliers.name, asked.search) : undefined, rest))
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(
    rows.map(({ supplier, cursor: place }) => ({ ...supplier, cursor: place })),
    limit,
  )
  return page
}

/** Those that a delivery can name: the ones in use, and the one that it names already; 500 at most. */
export const listSupplierChoices = (db: Db | Tx) =>
  db
    .select({ id: suppliers.id, name: suppliers.name, isActive: suppliers.isActive })
    .from(suppliers)
    .orderBy(suppliers.name)
    .limit(500)

export const findSupplier = async (db: Db, id: string): Promise<Supplier | undefined> =>
  (await db.select().from(suppliers).where(eq(suppliers.id, id)))[0]
