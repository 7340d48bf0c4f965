import { type SQL, sql } from 'drizzle-orm'
import { products } from '../../db/tables.server.ts'

/**
 * The current cost of one unit of a product, in whole kwacha, as an SQL value for the row that is written; null where
 * no cost was entered. The cost stays in the database, because shoppers and cashiers may not read it.
 */
export const costOf = (productId: string | null): SQL<number | null> =>
  sql`(select ${products.costPrice} from ${products} where ${products.id} = ${productId}::uuid)`
