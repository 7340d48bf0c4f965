import { defaultGroups } from '../rules/settings/default-settings.ts'
import { GROUP_SCHEMAS, type GroupValues } from '../rules/settings/groups.ts'

/**
 * Each group of settings as saved; the files' values where it was not saved, or where what an older release saved is
 * unreadable.
 */
export function groupsOf(
  saved: readonly { group: keyof GroupValues; values: unknown }[],
  onBad: (group: string) => void,
): GroupValues {
  const groups = defaultGroups()
  for (const { group, values } of saved) {
    // Fields that a later release added to the group get the value of the file.
    const read = GROUP_SCHEMAS[group]?.safeParse({ ...groups[group], ...(values as object) })
    if (read?.success) Object.assign(groups, { [group]: read.data })
    else onBad(group)
  }
  return groups
}
