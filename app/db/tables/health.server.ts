import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Finding, WATCHED } from '../../rules/health/health.ts'
import { createdAt, oneOf, stamp } from '../columns.server.ts'

/** Troubles that the shop noticed about itself and reported to its owners: one row for each check. */
export const troubles = pgTable(
  'troubles',
  {
    kind: text({ enum: WATCHED }).primaryKey(),
    finding: jsonb().$type<Finding>().notNull(),
    since: createdAt(),
    /** When the owners were emailed about it. */
    toldAt: stamp(),
    /** Null while it lasts. */
    endedAt: stamp(),
  },
  (t) => [check('troubles_kind', sql`${t.kind} in (${oneOf(WATCHED)})`)],
)
