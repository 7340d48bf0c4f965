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

/** Says whether a stored answer has the provider's own words. */
type Quotes = (answer: SQLWrapper) => SQL<boolean>

const ofBefore = sql`one ->> 'code' = 'written' and one ->> 'text' <> ${GONE}`

/** A query of the orders, till sales and vouchers whose entries `forgetAnswersInAudit` has to change. */
export const quotedInAudit = (quotes: Quotes) => sql`
  select case when a.entity = 'order' then a.entity_id::uuid end as order_id,
    case when a.entity = 'pos_sale' then a.entity_id::uuid end as pos_sale_id,
    case when a.entity = 'credit' then a.entity_id::uuid end as voucher_purchase_id
  from ${auditLog} a where a.action = 'provider asked' and exists (
    select from jsonb_path_query(a.after, '$.answers[*]') one
    where ${quotes(sql`one -> 'answer'`)} or (${ofBefore}))`

/**
 * Removes the provider's own words from what staff have asked about the payments of these orders, till sales or
 * vouchers; older releases stored a text.
 */
export async function forgetAnswersInAudit(
  db: Db | Tx,
  ids: readonly string[],
  quotes: Quotes,
): Promise<void> {
  const answers = sql`(select coalesce(jsonb_agg(case
      when ${quotes(sql`one -> 'answer'`)} then jsonb_set(one, '{answer}', 'null')
      when ${ofBefore} then jsonb_set(one, '{text}', to_jsonb(${GONE}::text))
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
