import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { SETTING_GROUPS } from '../../rules/settings/groups.ts'
import { id, oneOf, version } from '../columns.server.ts'

/**
 * What staff have set of the shop, a row for each group, which migrations bring. `values` is null until somebody saves:
 * until then the files of the shop hold. What may stand in it is said by the group's schema, when it is written and
 * when it is read.
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
