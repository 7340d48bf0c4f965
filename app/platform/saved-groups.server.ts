import { defaultGroups } from '../rules/settings/default-settings.ts'
import { GROUP_SCHEMAS, type GroupValues } from '../rules/settings/groups.ts'

/**
 * Each group as it was saved; as the files have it where it was not saved, or where an older release left
 * it unreadable.
 */
export function groupsOf(
  saved: readonly { group: keyof GroupValues; values: unknown }[],
  onBad: (group: string) => void,
): GroupValues {
  const groups = defaultGroups()
  for (const { group, values } of saved) {
    // What a release has added to a group is as the file says.
    const read = GROUP_SCHEMAS[group]?.safeParse({ ...groups[group], ...(values as object) })
    if (read?.success) Object.assign(groups, { [group]: read.data })
    else onBad(group)
  }
  return groups
}
