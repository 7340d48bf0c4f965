import { gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import {
  categories,
  priceHistory,
  products,
  stockMovements,
  variants,
} from '../../../db/tables.server.ts'
import type { TillStock } from '../../../rules/till/till-events.ts'

const newestLine = sql<number>`coalesce((select max(id) from ${stockMovements}), 0)`.mapWith(Number)
// As text with microseconds: a Date would cut them off, and a price of that instant would seem newer.
const newestChange = sql<string>`to_json(greatest(
  coalesce((select max(${products.updatedAt}) from ${products}), 'epoch'),
  coalesce((select max(${priceHistory.since}) from ${priceHistory}), 'epoch')))#>>'{}'`

/** The versions of the catalogue and of the stock: a till that has both need not fetch them again. */
export async function readNewest(db: Db): Promise<{ asOf: string; ledger: number; mark: string }> {
  const { rows } = await db.execute<{ asOf: string; ledger: string; mark: string }>(sql`
    select ${newestChange} as "asOf", ${newestLine} as ledger,
      (select coalesce(sum(count), 0) from tallies where name = 'products') || '.' ||
      (select count(*) || '.' || coalesce(sum(version), 0) from ${categories}) as mark`)
  const [row] = rows
  if (!row) throw new Error('nothing is newest')
  return { asOf: row.asOf, ledger: Number(row.ledger), mark: row.mark }
}

// A movement gets its number before it is committed: one with a smaller number may become visible later.
const LATE_LINES = 500

/** Units on hand of every size and color that moved after this entry of the ledger. */
export async function readMovedStock(db: Db, after: number): Promise<TillStock> {
  return db.transaction(
    async (db) => {
      const { ledger } = await readNewest(db)
      const moved = await db
        .select({ id: variants.id, onHand: variants.inventory })
        .from(variants)
        .where(
          inArray(
            variants.id,
            db
              .select({ id: stockMovements.variantId })
              .from(stockMovements)
              .where(gt(stockMovements.id, after - LATE_LINES)),
          ),
        )
      return { ledger, onHand: Object.fromEntries(moved.map(({ id, onHand }) => [id, onHand])) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
