import { SETTING_GROUPS, type SettingGroup } from '../../../rules/settings/groups.ts'
import { readFilter } from '../../../web/lists/list-query.ts'

/** The group that the address shows; null for the list of groups. */
export const readSection = (request: Request): SettingGroup | null =>
  readFilter(request, 'section', SETTING_GROUPS)

/** The value in place of the id for a courier that is being added. */
export const NEW = 'new'

/** The open courier; null for the list of couriers. */
export function readCourierId(request: Request) {
  const { searchParams } = new URL(request.url)
  return searchParams.has(NEW) ? NEW : searchParams.get('edit')
}
