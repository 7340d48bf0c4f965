import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { savedSettings } from '../../db/tables.server.ts'
import { groupsOf } from '../../platform/saved-groups.server.ts'
import type { GroupValues, SettingGroup } from '../../rules/settings/groups.ts'

/** A group as it stands now, in the version that a form shows; `isSaved` where it is not the file's. */
export type SavedGroup<G extends SettingGroup> = {
  id: string
  version: number
  isSaved: boolean
  values: GroupValues[G]
}

/** What holds now of a group that was saved so; what the files say where nothing was. */
export const valuesOf = <G extends SettingGroup>(group: G, values: unknown): GroupValues[G] =>
  groupsOf(values === null ? [] : [{ group, values }], () => {})[group]

/** A group for its form, read from the table: what this process works with may be a moment older. */
export async function findGroup<G extends SettingGroup>(
  db: Db | Tx,
  group: G,
): Promise<SavedGroup<G>> {
  const [row] = await db.select().from(savedSettings).where(eq(savedSettings.group, group))
  if (!row) throw new Error(`no row for the settings ${group}`)
  const { id, version, values } = row
  return { id, version, isSaved: values !== null, values: valuesOf(group, values) }
}
