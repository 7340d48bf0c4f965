import { type SQL, sql } from 'drizzle-orm'
import type { LimitSettings } from '../../rules/settings/groups.ts'
import { valuesOf } from './list-settings.ts'

type Figure = {
  [K in keyof LimitSettings]: null extends LimitSettings[K] ? never : K
}[keyof LimitSettings]

/**
 * A limit as an SQL expression: prepared statements use the currently saved value, as `limitSettings()` does elsewhere.
 * The group's schema has validated what is saved.
 */
export const limitInQuery = (limit: Figure): SQL<number> =>
  sql<number>`coalesce((select ("values" ->> ${sql.raw(`'${limit}'`)})::int from saved_settings where "group" = 'limits'), ${sql.raw(String(valuesOf('limits', null)[limit]))})`
