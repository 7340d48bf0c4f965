import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { ERASED_NAME } from '../../rules/accounts/erasure.ts'
import { PHONE_SPACING, phonePattern } from '../../rules/phone.ts'
import { GONE } from './forget-person.ts'

/** Rows about events of a till hold the cashier's name under `cashier` or `named`, without an id. */
export async function forgetCashierInAudit(db: Tx, name: string): Promise<void> {
  for (const key of ['cashier', 'named']) {
    const erased = sql`jsonb_set(${auditLog.after}, array[${key}], to_jsonb(${ERASED_NAME}::text))`
    await db
      .update(auditLog)
      .set({ after: erased })
      .where(sql`${auditLog.after} ->> ${key} = ${name}`)
  }
}

const sent = sql`${auditLog.before} ->> 'sent'`
/** The buyer's number in what a till sent, without its spaces. */
const sentPhone = sql`regexp_replace(substring(${sent} from '"customerPhone":\\s*"([^"]*)"'), ${PHONE_SPACING}, '', 'g')`

/** Whether what a till sent holds this value, a number in any way in which it may be written. */
function isInSent(value: string) {
  const pattern = phonePattern(value)
  if (!pattern) return sql`position(${value} in ${sent}) > 0`
  return sql`(${sent} ~ ${pattern} or ${sentPhone} ~ ${pattern})`
}

/**
 * Removes the notes of staff on these sales at a till, and the whole of what a till sent unreadably and that holds one
 * of these values: nobody has read what else stands in it.
 */
export async function forgetSalesInAudit(
  db: Tx,
  saleIds: readonly string[],
  values: readonly string[],
): Promise<void> {
  const gone = JSON.stringify(GONE)
  const note = sql`jsonb_set(${auditLog.after}, '{note}', ${gone}::jsonb)`
  const isNoted = sql`${auditLog.after} ->> 'note' is not null`
  const ofSales = and(eq(auditLog.entity, 'pos_sale'), inArray(auditLog.entityId, [...saleIds]))
  if (saleIds.length > 0)
    await db.update(auditLog).set({ after: note }).where(and(ofSales, isNoted))
  for (const value of values)
    await db
      .update(auditLog)
      .set({ before: sql`jsonb_set(${auditLog.before}, '{sent}', ${gone}::jsonb)`, after: note })
      .where(and(eq(auditLog.action, 'marked as handled'), isInSent(value)))
}
