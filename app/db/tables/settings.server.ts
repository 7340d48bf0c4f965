import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { SETTING_GROUPS } from '../../rules/settings/groups.ts'
import { id, oneOf, version } from '../columns.server.ts'

/**
 * The settings of the shop, a row for each group, inserted by migrations. `values` is null until somebody saves the
 * group: until then the shop's files apply. The group's schema validates it when it is written and when it is read.
 */
export const savedSettings = pgTable(
  'saved_settings',
  {
    id: id(),
    group: text({ enum: SETTING_GROUPS }).notNull().unique(),
    values: jsonb(),
    version: version(),
  },
  (t) => [
    check('saved_settings_group', sql`${t.group} in (${oneOf(SETTING_GROUPS)})`),
    check('saved_settings_values', sql`jsonb_typeof(${t.values}) = 'object'`),
  ],
)
