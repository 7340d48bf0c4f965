import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'

/**
 * Deletes the sets of sizes and colors that no product has any more. One that a sale is about to use is locked by it and
 * left; one that was used meanwhile is held by its foreign key, and the job is tried again.
 */
export const removeUnusedSets = (db: Db) =>
  db.execute(sql`
    delete from choice_sets where id in (
      select id from choice_sets s where id not in (select choices from product_facets union select stocked from product_facets)
      for update skip locked)`)
