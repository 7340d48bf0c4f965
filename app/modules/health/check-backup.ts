import { sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import { backups } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

/** Allows for one missed night, when the machine was off. */
const OLD_HOURS = 48

/** Whether a backup of the last two days exists and no later one has failed; a sample shop needs none. */
export async function checkBackup({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<Finding> {
  const { rows } = await db.execute<{
    hours: number | null
    place: string | null
    why: string | null
  }>(sql`
    select extract(epoch from now() - good.started_at)::int / 3600 as hours, good.place, bad.failure as why
    from (values (1)) as one
    left join lateral (select * from ${backups} where failure is null and not ${isOfFuture(backups.startedAt)} order by started_at desc limit 1) as good on true
    left join lateral (select * from ${backups} where failure is not null and started_at > coalesce(good.started_at, '-infinity')
      order by started_at desc limit 1) as bad on true`)
  const [{ hours, place, why } = { hours: null, place: null, why: null }] = rows
  if (why !== null) return { code: 'backup-failed', why, hours }
  if (hours === null || place === null)
    return { code: config.sampleShop ? 'backup-of-sample' : 'backup-none' }
  return { code: hours < OLD_HOURS ? 'backup-made' : 'backup-old', hours, place }
}
