import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import { IMPORT_STEPS } from '../../rules/imports/imports.ts'
import { type Checked, type Entry, type ImportShop, KINDS } from './kinds.ts'

const AT_ONCE = 200

/**
 * Determines for each entry of a file what importing it would do (the `check-import` job); changes nothing in the shop.
 * When it was killed and runs again, it goes on with the entries that are not checked yet.
 */
export async function checkImport(shop: ImportShop, importId: string): Promise<void> {
  const { db } = shop
  const [file] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, importId), eq(imports.state, 'checking')))
  if (!file) return
  for (;;) {
    const entries = await db
      .select()
      .from(importEntries)
      .where(and(eq(importEntries.importId, importId), eq(importEntries.state, 'unchecked')))
      .orderBy(asc(importEntries.row))
      .limit(AT_ONCE)
    if (entries.length === 0) break
    const checked = await KINDS[file.kind].check(db, file, entries, shop)
    await writeChecked(db, entries, checked)
  }
  await db
    .update(imports)
    .set({ state: IMPORT_STEPS.job.checking })
    .where(and(eq(imports.id, importId), eq(imports.state, 'checking')))
}

/** Writes all results in one statement; faults found within the file come first. */
async function writeChecked(db: Db, entries: readonly Entry[], checked: readonly Checked[]) {
  const rows = entries.flatMap((entry, at) => {
    const one = checked[at]
    if (!one) return []
    const faults = [...entry.faults, ...one.faults]
    const state = faults.length > 0 ? 'bad' : one.state
    return [{ id: entry.id, state, faults, plan: state === 'same' ? null : one.plan }]
  })
  await db.execute(sql`
    update import_entries e set state = r.state, faults = r.faults, plan = r.plan
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, state text, faults jsonb, plan jsonb)
    where e.id = r.id and e.state = 'unchecked'`)
}
