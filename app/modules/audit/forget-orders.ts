import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { GONE, withoutField } from './forget-person.ts'

/** Removes the couriers' waybills from the log of these orders: a courier finds the recipient by them. */
export async function forgetWaybillsInAudit(db: Tx, orderIds: readonly string[]): Promise<void> {
  await db
    .update(auditLog)
    .set({
      before: withoutField(auditLog.before, 'waybill'),
      after: withoutField(auditLog.after, 'waybill'),
    })
    .where(and(eq(auditLog.entity, 'order'), inArray(auditLog.entityId, [...orderIds])))
}

/**
 * Removes the provider's own words from what staff have asked about the payments of these orders, till sales or
 * vouchers. `quotes` says whether a stored answer has any; older releases stored a text.
 */
export async function forgetAnswersInAudit(
  db: Db | Tx,
  ids: readonly string[],
  quotes: (answer: SQLWrapper) => SQL<boolean>,
): Promise<void> {
  const answers = sql`(select coalesce(jsonb_agg(case
      when ${quotes(sql`one -> 'answer'`)} then jsonb_set(one, '{answer}', 'null')
      when one ->> 'code' = 'written' then jsonb_set(one, '{text}', to_jsonb(${GONE}::text))
      else one end order by place), '[]')
    from jsonb_array_elements(${auditLog.after} -> 'answers') with ordinality as t (one, place))`
  await db
    .update(auditLog)
    .set({ after: sql`jsonb_set(${auditLog.after}, '{answers}', ${answers})` })
    .where(
      and(
        eq(auditLog.action, 'provider asked'),
        inArray(auditLog.entity, ['order', 'pos_sale', 'credit']),
        inArray(auditLog.entityId, [...ids]),
        sql`jsonb_typeof(${auditLog.after} -> 'answers') = 'array'`,
      ),
    )
}
