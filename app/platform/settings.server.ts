import { createHash } from 'node:crypto'
import { asc } from 'drizzle-orm'
import type { Db } from '../db/open.server.ts'
import { savedSettings } from '../db/tables.server.ts'
import type { GroupValues } from '../rules/settings/groups.ts'
import { snapshotOf } from '../rules/settings/snapshot-of.ts'
import { latestSettings, setLatestSettings } from './current-settings.server.ts'
import type { Events } from './events.server.ts'
import { groupsOf } from './saved-groups.server.ts'

/** `refresh` reads what is saved now. */
export type LiveSettings = { refresh(): Promise<void> }

/**
 * Keeps this process's snapshot equal to the table: reads it at the start, at each event, and after the connection
 * for events was lost. A process that listens to no events calls `refresh` before it works.
 */
export async function openSettings(
  db: Db,
  events: Pick<Events, 'on' | 'notifyCatalogue'>,
  onError: (error: unknown, group?: string) => void,
): Promise<LiveSettings> {
  // Reads run one after the other, so that an older answer cannot come last.
  let reading: Promise<void> = Promise.resolve()
  const read = async () => {
    const rows = await db.select().from(savedSettings).orderBy(asc(savedSettings.group))
    const saved = rows.filter(({ values }) => values !== null)
    const revision = saved.length === 0 ? '' : revisionOf(saved)
    if (revision === latestSettings().revision) return
    setLatestSettings(
      snapshotOf(
        revision,
        groupsOf(saved, (group) => onError('bad settings', group)),
      ),
    )
    // Cached pages and fragments were rendered with the former settings.
    events.notifyCatalogue()
  }
  const refresh = () => {
    reading = reading.catch(() => {}).then(read)
    return reading
  }
  events.on('settings', () => void refresh().catch(onError))
  await refresh()
  return { refresh }
}

type Saved = { group: keyof GroupValues; values: unknown; version: number }

const revisionOf = (saved: readonly Saved[]) =>
  createHash('sha256')
    .update(JSON.stringify(saved.map(({ group, version }) => [group, version])))
    .digest('base64url')
    .slice(0, 12)
