import type { PgBoss, ScheduleOptions } from 'pg-boss'
import { TIME_ZONE } from '../../shop.ts'
import type { JobName } from '../jobs.server.ts'

/** `missed`: what becomes of a time at which no process for jobs ran; without it the next time is waited for. */
type Schedule = { cron: string; tz: string } & Pick<ScheduleOptions, 'missed'>
type Schedules = Partial<Record<JobName, Schedule>>

const EVERY_HOUR = { cron: '50 * * * *', tz: 'UTC' }
const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *', tz: 'UTC' }
const SCHEDULES: Schedules = {
  // Also on a machine that is off each night: nothing else deletes what has been kept long enough.
  'tidy-up': { cron: '20 1 * * *', tz: 'UTC', missed: 'once' },
  // When people look at their phones.
  'ask-for-reviews': { cron: '0 10 * * *', tz: TIME_ZONE },
  'count-pairs': EVERY_HOUR,
  'notify-waiting': EVERY_FIVE_MINUTES,
  'notify-arrived': EVERY_FIVE_MINUTES,
  'watch-troubles': EVERY_FIVE_MINUTES,
  'change-prices': { cron: '* * * * *', tz: 'UTC' },
  'watch-payments': EVERY_HOUR,
}

/**
 * Has the clock enqueue what this release does by it, and nothing else: another release, older or newer, may have left
 * schedules whose jobs nobody takes here. `backupAt` is a time of day by the shop's clock, or null for no backups.
 */
export async function keepSchedules(boss: PgBoss, backupAt: string | null): Promise<void> {
  await restoreSchedules(boss, backupAt)
  const expected = listExpected(backupAt)
  for (const { name, key } of await boss.getSchedules())
    if (!(name in expected)) await boss.unschedule(name, key)
}

/**
 * The same for as long as this release works: an older one that starts beside it takes away what it does not know.
 * Leaves what others have added, or two releases would take away each other's again and again.
 */
export async function restoreSchedules(boss: PgBoss, backupAt: string | null): Promise<void> {
  const stored = await boss.getSchedules()
  for (const [name, { cron, ...options }] of Object.entries(listExpected(backupAt)))
    if (
      !stored.some(
        (one) =>
          one.name === name &&
          one.cron === cron &&
          one.timezone === options.tz &&
          one.options?.missed === options.missed,
      )
    )
      await boss.schedule(name, cron, {}, options)
}

function listExpected(backupAt: string | null): Schedules {
  const [hour, minute] = backupAt?.split(':').map(Number) ?? []
  const backup = { cron: `${minute} ${hour} * * *`, tz: TIME_ZONE }
  return backupAt ? { ...SCHEDULES, 'make-backup': backup } : SCHEDULES
}
