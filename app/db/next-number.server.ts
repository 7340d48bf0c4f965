import { sql } from 'drizzle-orm'

/**
 * The next number from a sequence, as people read it: `FSC-2026-000123`, with more digits past a million
 * (lpad alone would cut them off, and numbers would come again).
 */
export const nextNumber = (
  sequence: 'order_numbers' | 'sale_numbers',
  prefix: string,
  year: number,
) =>
  sql<string>`(select ${`${prefix}-${year}-`} || lpad(n, greatest(6, length(n)), '0') from (select nextval('${sql.raw(sequence)}')::text as n) as next)`
