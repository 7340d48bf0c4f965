import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { ERASED_NAME } from '../../rules/accounts/erasure.ts'
import { PHONE_SPACING, phonePattern } from '../../rules/phone.ts'
import { GONE } from './forget-person.ts'

/** Entries about a till's events have the cashier's name under `cashier` or `named`, without an id. */
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
/** The buyer's phone number in the event that a till sent, without its spaces. */
const sentPhone = sql`regexp_replace(substring(${sent} from '"customerPhone":\\s*"([^"]*)"'), ${PHONE_SPACING}, '', 'g')`

/** Whether the event that a till sent contains this value; a phone number in any spelling. */
function isInSent(value: string) {
  const pattern = phonePattern(value)
  if (!pattern) return sql`position(${value} in ${sent}) > 0`
  return sql`(${sent} ~ ${pattern} or ${sentPhone} ~ ${pattern})`
}

/**
 * Removes staff notes on these till sales, and all of an unreadable till event that contains one of these values:
 * nobody knows what else is in it.
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
