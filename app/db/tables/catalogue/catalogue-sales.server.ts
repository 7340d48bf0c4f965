import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { idOf } from '../../columns.server.ts'
import { products } from './catalogue.server.ts'

/**
 * The number of orders and till sales of the last months that contain both products; stored in both directions, and for
 * each product only the most frequent partners. Recounted every hour (modules/catalogue/related/count-pairs.ts).
 */
export const boughtTogether = pgTable(
  'bought_together',
  {
    productId: idOf(() => products.id, 'cascade').notNull(),
    otherId: idOf(() => products.id, 'cascade').notNull(),
    times: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.otherId] }),
    index('bought_together_by_other').on(t.otherId),
    check('bought_together_pair', sql`${t.productId} <> ${t.otherId} and ${t.times} > 0`),
  ],
)
