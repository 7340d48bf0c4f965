import type { PgBoss } from 'pg-boss'
import { TIME_ZONE } from '../../shop.ts'
import type { JobName } from '../jobs.server.ts'

type Schedules = Partial<Record<JobName, { cron: string; tz?: string }>>

const EVERY_HOUR = { cron: '50 * * * *' }
const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *' }
const SCHEDULES: Schedules = {
  'tidy-up': { cron: '20 1 * * *' },
  // When people look at their phones.
  'ask-for-reviews': { cron: '0 10 * * *', tz: TIME_ZONE },
  'count-pairs': EVERY_HOUR,
  'notify-waiting': EVERY_FIVE_MINUTES,
  'notify-arrived': EVERY_FIVE_MINUTES,
  'watch-troubles': EVERY_FIVE_MINUTES,
  'change-prices': { cron: '* * * * *' },
  'watch-payments': EVERY_HOUR,
}

/**
 * Has the clock enqueue what this release does by it, and nothing else: another release, older or newer, may have left
 * schedules whose jobs nobody takes here. `backupAt` is a time of day by the shop's clock, or null for no backups.
 */
export async function keepSchedules(boss: PgBoss, backupAt: string | null): Promise<void> {
  const [hour, minute] = backupAt?.split(':').map(Number) ?? []
  const backup = { cron: `${minute} ${hour} * * *`, tz: TIME_ZONE }
  const expected: Schedules = backupAt ? { ...SCHEDULES, 'make-backup': backup } : SCHEDULES
  for (const [name, { cron, ...options }] of Object.entries(expected))
    await boss.schedule(name, cron, {}, options)
  for (const { name, key } of await boss.getSchedules())
    if (!(name in expected)) await boss.unschedule(name, key)
}
