import { type SQL, sql } from 'drizzle-orm'

/**
 * As a column of a query: the sum of what another query selects (`sum(…)`), 0 for nothing. Write the outer table's
 * column as a word (`orders.id`): drizzle leaves the table out where it is the only one, and `id` would be the
 * inner one's.
 */
export const sumOf = (query: SQL) => sql<number>`coalesce((${query}), 0)`.mapWith(Number)
