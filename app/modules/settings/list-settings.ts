import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { savedSettings } from '../../db/tables.server.ts'
import { groupsOf } from '../../platform/saved-groups.server.ts'
import type { GroupValues, SettingGroup } from '../../rules/settings/groups.ts'

/**
 * A group's current values, with the version that a form shows; `isSaved` when staff have saved them.
 */
export type SavedGroup<G extends SettingGroup> = {
  id: string
  version: number
  isSaved: boolean
  values: GroupValues[G]
}

/** The values of a saved group; the file's defaults where nothing was saved. */
export const valuesOf = <G extends SettingGroup>(group: G, values: unknown): GroupValues[G] =>
  groupsOf(values === null ? [] : [{ group, values }], () => {})[group]

/** A group for its form, read from the table, because this process's copy may be a moment older. */
export async function findGroup<G extends SettingGroup>(
  db: Db | Tx,
  group: G,
): Promise<SavedGroup<G>> {
  const [row] = await db.select().from(savedSettings).where(eq(savedSettings.group, group))
  if (!row) throw new Error(`no row for the settings ${group}`)
  const { id, version, values } = row
  return { id, version, isSaved: values !== null, values: valuesOf(group, values) }
}
