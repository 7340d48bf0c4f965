import { type SQL, sql } from 'drizzle-orm'

/**
 * A query column with the sum that another query selects (`sum(…)`), 0 for no rows. Write the outer table's column as
 * text (`orders.id`): drizzle omits the name of a query's only table, so that `id` would be the inner table's.
 */
export const sumOf = (query: SQL) => sql<number>`coalesce((${query}), 0)`.mapWith(Number)
