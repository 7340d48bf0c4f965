import { and, eq, inArray, sql } from 'drizzle-orm'
import { deleteOlder } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Deletes a batch of expired files with their rows. */
export const deleteOldImports = (db: Db, limit: number) =>
  deleteOlder(db, imports, RETENTION.imports, limit)

/** Deletes the rows with this email address from customer files. */
export const forgetImported = (db: Tx, email: string) =>
  db
    .delete(importEntries)
    .where(
      and(
        inArray(
          importEntries.importId,
          db.select({ id: imports.id }).from(imports).where(eq(imports.kind, 'customers')),
        ),
        sql`lower(trim(${importEntries.cells} -> 0 -> 'cells' ->> 'Email')) = lower(${email})`,
      ),
    )
