import { and, eq, or, sql } from 'drizzle-orm'
import { deleteOlder } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import type { CustomerColumn } from '../../rules/imports/columns.ts'
import { PHONE_SPACING, phonePattern } from '../../rules/phone.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Deletes a batch of expired files with their rows. */
export const deleteOldImports = (db: Db, limit: number) =>
  deleteOlder(db, imports, RETENTION.imports, limit)

/** Whose rows in files of customers: those that name this email address or phone number. */
type Whose = { email?: string; phone?: string }

/** The rows of a person without an account, by the contact that was looked up. */
export const importedOf = ({ kind, value }: Contact): Whose =>
  kind === 'email' ? { email: value } : kind === 'phone' ? { phone: value } : {}

/** What stands around an address in a cell that is not one, like `Mary <mary@example.com>`. */
const AROUND_EMAIL = '[\\s,;:<>()"]+'

/** Searches all cells: a row is often faulty because they are in the wrong columns, or hold more than they should. */
function isOf({ email, phone }: Whose) {
  const address = email?.trim().toLowerCase()
  const pattern = phone && phonePattern(phone)
  const isInCell = or(
    address
      ? sql`${address} = any(regexp_split_to_array(lower(cell #>> '{}'), ${AROUND_EMAIL}))`
      : undefined,
    pattern
      ? sql`regexp_replace(cell #>> '{}', ${PHONE_SPACING}, '', 'g') ~ ${pattern}`
      : undefined,
  )
  return and(
    sql`${importEntries.importId} in (select id from ${imports} where kind = 'customers')`,
    or(
      sql`exists (select from jsonb_path_query(${importEntries.cells}, '$[*].cells.*') as cell
        where ${isInCell ?? sql`false`})`,
      // The address that is made of the number of a customer without one.
      address ? sql`${importEntries.plan} ->> 'email' = ${address}` : undefined,
    ),
  )
}

/** Deletes a person's rows, so that no import opens an account for them afterwards; returns their ids. */
export async function forgetImported(db: Tx, whose: Whose): Promise<string[]> {
  const gone = await db.delete(importEntries).where(isOf(whose)).returning({ id: importEntries.id })
  return gone.map(({ id }) => id)
}

/** Deletes one row again after a restore; false where none has this id. */
export async function forgetImportedRow(db: Tx, id: string): Promise<boolean> {
  const gone = await db
    .delete(importEntries)
    .where(eq(importEntries.id, id))
    .returning({ id: importEntries.id })
  return gone.length > 0
}

/** The number of a person's rows. */
export const countImported = (db: Db, whose: Whose) => db.$count(importEntries, isOf(whose))

/** A person's rows under plain names (docs/privacy.md, What the file says), the oldest file first. */
export const exportImported = (db: Db, whose: Whose) =>
  db
    .select({
      uploaded_at: imports.createdAt,
      name: cellOf('Name'),
      email: cellOf('Email'),
      phone: cellOf('Phone'),
    })
    .from(importEntries)
    .innerJoin(imports, eq(imports.id, importEntries.importId))
    .where(isOf(whose))
    .orderBy(imports.createdAt, importEntries.row)

const cellOf = (column: CustomerColumn) =>
  sql<string | null>`${importEntries.cells} -> 0 -> 'cells' ->> ${column}`
