import { sql } from 'drizzle-orm'
import type { Shop } from '../../app/platform/shop.server.ts'

const always = () => Promise.resolve({ allowed: true, retryAfter: 0 })

type TimestampColumns = { table: string; columns: string[] }
const FUNCTION = sql.identifier('date_back_history')

/**
 * Creates the function that dates timestamps since `began` back to `moment`, only in rows written since the transaction
 * `next`. Dates that an act sets itself (the start of a code, the end of a banner) are not stamped since `began` and
 * stay. Triggers are off: the ledger's guards against changes of its past are meant for the shop's acts, and nobody
 * needs a notification. A function, because each act calls it and the database plans it once.
 */
const makeFunction = (tables: readonly TimestampColumns[]) => {
  const updates = tables.map(({ table, columns }) => {
    const isStamped = (column: string) => sql`${sql.identifier(column)} >= began`
    const set = columns.map((column) => {
      const name = sql.identifier(column)
      return sql`${name} = case when ${isStamped(column)} then ${name} - (began - moment) else ${name} end`
    })
    const stamped = sql.join(columns.map(isStamped), sql` or `)
    return sql`update ${sql.identifier(table)} set ${sql.join(set, sql`, `)}
      where (${stamped}) and xmin::text::bigint >= next;`
  })
  return sql`create or replace function ${FUNCTION}(began timestamptz, moment timestamptz, next bigint) returns void
    language plpgsql set session_replication_role = replica as $$ begin ${sql.join(updates, sql` `)} end $$`
}

/**
 * The shop at a moment of the past: its clock shows that moment, it sends nothing, and no rate limit applies.
 * Timestamps of the database's own clock are dated back after each act.
 */
export async function openPast(shop: Shop) {
  let moment = shop.now()
  const { rows: tables } = await shop.db.execute<TimestampColumns>(sql`
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
  await shop.db.execute(makeFunction(tables))
  const past: Shop = {
    ...shop,
    now: () => new Date(moment),
    jobs: { ...shop.jobs, enqueue: () => Promise.resolve() },
    rateLimiter: { ...shop.rateLimiter, take: always },
    // The log of a first start does not report each past sale.
    log: shop.log.child({}, { level: 'silent' }),
  }

  /** Runs an act at a moment, and dates back what it has written. */
  async function at<T>(when: Date, act: (shop: Shop) => Promise<T>): Promise<T> {
    moment = when
    const { rows } = await shop.db.execute<{ began: string; next: string }>(
      sql`select clock_timestamp()::text as began, pg_snapshot_xmax(pg_current_snapshot())::text as next`,
    )
    const { began = '', next = '' } = rows[0] ?? {}
    const result = await act(past)
    await shop.db.execute(
      sql`select ${FUNCTION}(${began}::timestamptz, ${when.toISOString()}::timestamptz, ${next}::bigint)`,
    )
    return result
  }
  const close = () => shop.db.execute(sql`drop function ${FUNCTION}`)
  return { at, close }
}
