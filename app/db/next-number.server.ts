import { type Placeholder, sql } from 'drizzle-orm'
import { yearOf } from '../rules/dates.ts'

/**
 * The next number of a sequence, as people read it: `FSC-2026-000123`. Above a million it has more digits (lpad alone
 * would cut them off, so that numbers would repeat). `begin` is the text before the digits.
 */
export const nextNumber = (
  sequence: 'order_numbers' | 'sale_numbers',
  begin: string | Placeholder,
) =>
  sql<string>`(select ${begin}::text || lpad(n, greatest(6, length(n)), '0') from (select nextval('${sql.raw(sequence)}')::text as n) as next)`

/** The start of a year's numbers: `FSC-2026-`. */
export const beginOfNumbers = (prefix: string, now: Date) => `${prefix}-${yearOf(now)}-`
