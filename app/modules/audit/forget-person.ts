import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { ERASED_PERSON } from '../../rules/audit/audit.ts'

const GONE = '…'

/**
 * Takes a person out of the log: who did what to which id stays; addresses, phone numbers and the name go, and the
 * network addresses of what they did themselves. `values` are theirs alone; a name may be another's too, and a word
 * of a product, so it goes only where it stands for them.
 */
export async function forgetInAudit(
  db: Tx,
  person: { userId: string | null; name: string | null; values: readonly string[] },
): Promise<void> {
  const { userId, name, values } = person
  if (userId) {
    const aboutThem = and(eq(auditLog.entity, 'person'), eq(auditLog.entityId, userId))
    await db.update(auditLog).set({ label: ERASED_PERSON }).where(aboutThem)
    const byThem = eq(auditLog.byUser, userId)
    const label = sql`case when ${auditLog.label} = ${name} then ${ERASED_PERSON} else ${auditLog.label} end`
    await db.update(auditLog).set({ ip: null, label }).where(byThem)
  }
  for (const value of values) await forgetValue(db, value)
  await forgetSearches(db, name ? [name, ...values] : values)
}

/** Wherever it stands, in rows about whatever. */
async function forgetValue(db: Tx, value: string) {
  // As JSON has it between its quotes.
  const inJson = JSON.stringify(value).slice(1, -1)
  const without = (column: typeof auditLog.before | typeof auditLog.after) =>
    sql`replace(${column}::text, ${inJson}, ${GONE})::jsonb`
  const holds = (column: typeof auditLog.before | typeof auditLog.after) =>
    sql`position(${inJson} in ${column}::text) > 0`
  await db
    .update(auditLog)
    .set({
      label: sql`case when ${auditLog.label} = ${value} then ${ERASED_PERSON} else ${auditLog.label} end`,
      before: without(auditLog.before),
      after: without(auditLog.after),
    })
    .where(or(eq(auditLog.label, value), holds(auditLog.before), holds(auditLog.after)))
}

/** An exported list says what was searched for: the person, by name, number or the first part of an address. */
async function forgetSearches(db: Tx, values: readonly string[]) {
  const searches = values.flatMap((value) => [value, value.split('@')[0] ?? value, value.slice(-9)])
  const lower = searches.map((search) => search.toLowerCase())
  await db
    .update(auditLog)
    .set({ after: sql`jsonb_set(${auditLog.after}, '{search}', to_jsonb(${GONE}::text))` })
    .where(
      and(
        eq(auditLog.action, 'exported'),
        inArray(sql`lower(${auditLog.after} ->> 'search')`, lower),
      ),
    )
}
