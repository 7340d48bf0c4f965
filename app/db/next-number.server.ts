import { type Placeholder, sql } from 'drizzle-orm'

/**
 * The next number from a sequence, as people read it: `FSC-2026-000123`, with more digits past a million
 * (lpad alone would cut them off, and numbers would come again). `begin` is what stands before the digits.
 */
export const nextNumber = (
  sequence: 'order_numbers' | 'sale_numbers',
  begin: string | Placeholder,
) =>
  sql<string>`(select ${begin}::text || lpad(n, greatest(6, length(n)), '0') from (select nextval('${sql.raw(sequence)}')::text as n) as next)`

/** What a year's numbers begin with: `FSC-2026-`. */
export const beginOfNumbers = (prefix: string, now: Date) => `${prefix}-${now.getUTCFullYear()}-`
