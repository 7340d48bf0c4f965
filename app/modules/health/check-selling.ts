import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const NAMED = 5
/** Fewer payment pages in a row that the provider did not make may be chance. */
const FEW = 3
const SILENT_HOURS = 2

/**
 * Whether the provider makes the pages on which customers pay; in trouble when it refused the newest three of the last
 * hour, or was unreachable. A refused attempt has no page and is followed by another attempt, which a change of the sum
 * did not make: staff change orders that nobody has tried to pay.
 */
export async function checkOpenings({
  db,
  payments,
}: Pick<Shop, 'db' | 'payments'>): Promise<Finding> {
  const { rows } = await db.execute<{ failed: number }>(sql`
    with attempts as (
      select created_at, checkout_url is not null as is_open, opening_at is null and checkout_url is null and superseded_at is null
        and lead(id) over (partition by order_id, pos_sale_id, voucher_purchase_id order by created_at) is not null as is_refused
      from payments where provider = ${payments.name} and created_at > now() - interval '1 hour')
    select count(*)::int as failed from attempts
    where is_refused and created_at > coalesce((select max(created_at) from attempts where is_open), '-infinity')`)
  const failed = rows[0]?.failed ?? 0
  return failed < FEW ? { code: 'openings-work' } : { code: 'openings-fail', count: failed }
}

/**
 * Whether anyone has a PIN that approves what cashiers may not do alone, so that the shop knows before a customer waits
 * with a return. A shop without a till, or where only admins sell, needs none.
 */
export async function checkApprovals(db: Db): Promise<Finding> {
  const { rows } = await db.execute<{ is_needed: boolean; is_set: boolean }>(sql`
    select exists (select from tills where retired_at is null)
        and exists (select from profiles where role = 'cashier') as is_needed,
      exists (select from till_pins p join profiles o on o.user_id = p.user_id
        where p.approves and o.role in ('admin', 'super_admin')) as is_set`)
  const [{ is_needed: isNeeded, is_set: isSet } = { is_needed: false, is_set: true }] = rows
  return isNeeded && !isSet ? { code: 'approvals-none' } : { code: 'approvals-possible' }
}

/** Whether a till with an open shift has been out of touch for two hours: its sales since are only on the device. */
export async function checkTills(db: Db): Promise<Finding> {
  const { rows } = await db.execute<{ count: number; names: string[]; hours: number }>(sql`
    select count(*)::int as count, coalesce((array_agg(name order by name))[:${NAMED}::int], '{}') as names,
      coalesce(max(extract(epoch from now() - seen) / 3600), 0)::int as hours
    from (select t.name, coalesce(t.last_seen_at, s.received_at) as seen
      from shifts s join tills t on t.id = s.till_id where s.closed_at is null) open_shifts
    where seen < now() - make_interval(hours => ${SILENT_HOURS}::int)`)
  const { count, names, hours } = rows[0] ?? { count: 0, names: [], hours: 0 }
  return count === 0 ? { code: 'tills-heard' } : { code: 'tills-silent', count, names, hours }
}
