import { sql } from 'drizzle-orm'
import { inBatches } from '../../../db/older-than.server.ts'
import type { Db } from '../../../db/open.server.ts'

/**
 * Deletes the sets of sizes and colors that no product uses any more, in batches, because a sale that needs a set waits
 * for the statement that locks it. A set that a sale is about to use is locked by the sale and skipped. The foreign key
 * protects a set that was used meanwhile, and the job is tried again.
 */
export const removeUnusedSets = (db: Db) =>
  inBatches(async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from choice_sets where id = any(array(
        select id from choice_sets s
        where not exists (select from product_facets where choices = s.id)
          and not exists (select from product_facets where stocked = s.id)
        limit ${limit} for update skip locked))`)
    return rowCount ?? 0
  })
