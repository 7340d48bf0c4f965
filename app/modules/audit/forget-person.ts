import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { type AuditEntity, ERASED_PERSON } from '../../rules/audit/audit.ts'
import { phoneSpellings } from '../../rules/phone.ts'

/** Replaces a text that named an erased person. */
export const GONE = '…'

/** A column of the log with the text of this field replaced; unchanged where there is none. */
export const withoutField = (
  column: typeof auditLog.before | typeof auditLog.after,
  field: string,
) =>
  sql`case when ${column} ->> ${field} is null then ${column}
    else jsonb_set(${column}, array[${field}], to_jsonb(${GONE}::text)) end`

/**
 * Erases a person from the audit log: who did what to which id stays; addresses, phone numbers, the name, and the
 * network addresses of their own acts are removed. `values` (emails, phone numbers) belong to one person. Other people
 * or products may share the name, so it is removed only from rows about this person.
 */
export async function forgetInAudit(
  db: Tx,
  person: { userId: string | null; name: string | null; values: readonly string[] },
): Promise<void> {
  const { userId, name, values } = person
  if (userId) {
    const aboutThem = and(eq(auditLog.entity, 'person'), eq(auditLog.entityId, userId))
    await db
      .update(auditLog)
      .set({
        label: ERASED_PERSON,
        before: withoutField(auditLog.before, 'fullName'),
        after: withoutField(auditLog.after, 'fullName'),
      })
      .where(aboutThem)
    const byThem = eq(auditLog.byUser, userId)
    const label = sql`case when ${auditLog.label} = ${name} then ${ERASED_PERSON} else ${auditLog.label} end`
    await db.update(auditLog).set({ ip: null, label }).where(byThem)
  }
  for (const value of values) await forgetValue(db, value)
  await forgetSearches(db, name ? [name, ...values] : values)
}

/**
 * Removes the texts before and after from these subjects' rows of the audit log; who acted, what was done and
 * when stay.
 */
export async function forgetTextsInAudit(
  db: Tx,
  entity: AuditEntity,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(auditLog)
    .set({ before: null, after: null })
    .where(and(eq(auditLog.entity, entity), inArray(auditLog.entityId, [...ids])))
}

/** Removes a value from every row of the audit log in which it is a whole word. */
async function forgetValue(db: Tx, value: string) {
  // As JSON writes it between quotes. The query also finds longer values that contain it, so each row is checked here.
  const inJson = JSON.stringify(value).slice(1, -1)
  const holds = (column: typeof auditLog.before | typeof auditLog.after) =>
    sql`position(${inJson} in ${column}::text) > 0`
  const rows = await db
    .select(columnsOf(auditLog, 'id', 'before', 'after'))
    .from(auditLog)
    .where(or(holds(auditLog.before), holds(auditLog.after)))
  const whole = wholeWord(value)
  for (const { id, before, after } of rows)
    await db
      .update(auditLog)
      .set({ before: without(before, whole), after: without(after, whole) })
      .where(eq(auditLog.id, id))
  await db.update(auditLog).set({ label: ERASED_PERSON }).where(eq(auditLog.label, value))
}

/**
 * `banda@x.mw` is neither in `maria.banda@x.mw` nor in `banda@x.mw.org`; a full stop at the end of a sentence ends it.
 * What a till has sent is JSON within a text, where a line ends in `
 * ` of two letters.
 */
const wholeWord = (value: string) =>
  new RegExp(
    `(?:(?<![\\p{L}\\p{N}_.+@-])|(?<=\\\\[bfnrt]))${value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}_])`,
    'gu',
  )

/** The value with matches replaced, in texts only: numbers are amounts or counts. */
function without(value: unknown, whole: RegExp): unknown {
  if (typeof value === 'string') return value.replace(whole, GONE)
  if (Array.isArray(value)) return value.map((one) => without(one, whole))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, whole)]))
}

/**
 * The searches by which staff find a person, in lower case: a name, the first part of an address, a number in
 * its spellings.
 */
export const searchesFor = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => [
      value,
      value.split('@')[0] ?? value,
      ...phoneSpellings(value),
      ...(/\d{9}$/.exec(value) ?? []),
    ])
    .map((search) => search.toLowerCase())

/** Removes the search text from entries about exported lists. */
async function forgetSearches(db: Tx, values: readonly string[]) {
  await db
    .update(auditLog)
    .set({ after: sql`jsonb_set(${auditLog.after}, '{search}', to_jsonb(${GONE}::text))` })
    .where(
      and(
        eq(auditLog.action, 'exported'),
        inArray(sql`lower(${auditLog.after} ->> 'search')`, searchesFor(values)),
      ),
    )
}
