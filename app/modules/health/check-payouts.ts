import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import type { Finding } from '../../rules/health/health.ts'
import { findDiffering } from './find-differing.ts'

/** Finds orders with a payout that staff must look at (docs/product.md, Refunds). */
export async function checkPayouts(db: Db): Promise<Finding> {
  const find = (having: SQL) =>
    findDiffering(
      db,
      sql`differing as (
        select distinct o.order_number as name from payouts p join refunds r on r.id = p.refund_id
        join orders o on o.id = r.order_id where ${having})`,
      sql`1 as checked`,
    )
  // Paid although another payout completed the refund, or although the refund is not done.
  const beyond = await find(sql`p.status = 'paid' and p.settled_at > now() - interval '30 days'
    and (r.status <> 'done' or exists (select from payouts q where q.refund_id = r.id and q.status = 'paid' and q.id <> p.id))`)
  if (beyond.count > 0) return { code: 'payouts-beyond', ...named(beyond) }
  const open = await find(sql`p.status = 'open' and p.created_at < now() - interval '1 hour'`)
  if (open.count > 0) return { code: 'payouts-open', ...named(open) }
  const failed = await find(sql`p.status = 'failed' and r.status = 'failed'`)
  if (failed.count > 0) return { code: 'payouts-failed', ...named(failed) }
  return { code: 'payouts-known' }
}

const named = ({ count, names }: { count: number; names: string[] }) => ({ count, names })
