import { SETTING_GROUPS, type SettingGroup } from '../../../rules/settings/groups.ts'
import { readFilter } from '../../../web/lists/list-query.ts'

/** Which group the address shows; null for the list of them. */
export const readSection = (request: Request): SettingGroup | null =>
  readFilter(request, 'section', SETTING_GROUPS)

/** Stands for the id of a courier that is to be added. */
export const NEW = 'new'

/** Which courier is open; null for their list. */
export function readCourierId(request: Request) {
  const { searchParams } = new URL(request.url)
  return searchParams.has(NEW) ? NEW : searchParams.get('edit')
}
