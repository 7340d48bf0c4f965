import { type SQL, sql } from 'drizzle-orm'
import { products } from '../../db/tables.server.ts'

/**
 * What one unit of a product costs the shop at present, in whole kwacha, as a value of the row that is written: null
 * where nobody has said so. It never leaves the database on the way: shoppers and cashiers are not to read it.
 */
export const costOf = (productId: string | null): SQL<number | null> =>
  sql`(select ${products.costPrice} from ${products} where ${products.id} = ${productId}::uuid)`
