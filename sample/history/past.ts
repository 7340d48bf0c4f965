import { sql } from 'drizzle-orm'
import type { Shop } from '../../app/platform/shop.server.ts'

const always = () => Promise.resolve({ allowed: true, retryAfter: 0 })

/**
 * The shop at a moment of the past: its clock says so, it writes to nobody, and nobody is too quick for it. What the
 * database stamps with its own clock is dated back after each act.
 */
export async function openPast(shop: Shop) {
  let moment = shop.now()
  const { rows: tables } = await shop.db.execute<{ table: string; columns: string[] }>(sql`
    select c.table_name as "table", array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
      -- Which prices a till knew, and since when they hold, is said of today.
      and c.table_name not in ('till_price_lists', 'price_history')
      -- When prices are to change is what staff say, and no stamp.
      and (c.table_name <> 'price_changes' or c.column_name not in ('starts_at', 'ends_at'))
      -- Until when an order is to be paid is counted from the shop's clock, and lies ahead of the moment already.
      and (c.table_name, c.column_name) <> ('orders', 'expires_at')
    group by c.table_name`)
  const past: Shop = {
    ...shop,
    now: () => new Date(moment),
    jobs: { ...shop.jobs, enqueue: () => Promise.resolve() },
    rateLimiter: { ...shop.rateLimiter, take: always },
    // Whoever waits for the first start is not told of each sale.
    log: shop.log.child({}, { level: 'silent' }),
  }

  /** Does something at a moment, and dates back what it has written. */
  async function at<T>(when: Date, act: (shop: Shop) => Promise<T>): Promise<T> {
    moment = when
    const { rows } = await shop.db.execute<{ began: string; next: string }>(
      sql`select clock_timestamp()::text as began, pg_snapshot_xmax(pg_current_snapshot())::text as next`,
    )
    const { began = '', next = '' } = rows[0] ?? {}
    const result = await act(past)
    const by = `'${began}'::timestamptz - '${when.toISOString()}'::timestamptz`
    // Only in the rows that it has written: from when a code holds, and until when a banner, is no stamp of this act.
    const isWritten = `xmin::text::bigint >= ${next}`
    await shop.db.transaction(async (db) => {
      // What guards the ledger against a change of its past is for acts; nobody is told either.
      await db.execute(sql.raw(`set local session_replication_role = replica`))
      await db.execute(
        sql.raw(
          tables
            .map(({ table, columns }) => {
              const set = columns.map(
                (one) =>
                  `"${one}" = case when "${one}" >= '${began}' then "${one}" - (${by}) else "${one}" end`,
              )
              const isStamped = columns.map((one) => `"${one}" >= '${began}'`).join(' or ')
              return `update "${table}" set ${set.join()} where (${isStamped}) and ${isWritten}`
            })
            .join(';'),
        ),
      )
    })
    return result
  }
  return { at }
}
