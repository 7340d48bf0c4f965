import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { DISCOUNT_TYPES } from '../../rules/discounts/discounts.ts'
import { createdAt, id, oneOf, stamp, version } from '../columns.server.ts'

export const discounts = pgTable(
  'discounts',
  {
    id: id(),
    code: text().notNull().unique(),
    type: text({ enum: DISCOUNT_TYPES }).notNull(),
    value: integer().notNull(),
    isActive: boolean().notNull().default(true),
    startsAt: stamp(),
    expiresAt: stamp(),
    minimumAmount: integer(),
    maximumUses: integer(),
    usedCount: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('discounts_code_upper', sql`${t.code} = upper(${t.code}) and ${t.code} <> ''`),
    check('discounts_type', sql`${t.type} in (${oneOf(DISCOUNT_TYPES)})`),
    check('discounts_value', sql`${t.value} > 0`),
    check('discounts_percentage', sql`${t.type} <> 'percentage' or ${t.value} <= 100`),
    check('discounts_minimum', sql`${t.minimumAmount} > 0`),
    check('discounts_uses', sql`${t.usedCount} >= 0 and ${t.usedCount} <= ${t.maximumUses}`),
    index('discounts_newest').on(t.createdAt, t.id),
  ],
)
