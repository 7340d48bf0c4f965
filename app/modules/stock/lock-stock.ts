import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { stockMovements, users, variants } from '../../db/tables.server.ts'
import { PLAIN } from '../../rules/messages/stock/words.ts'
import type { StockCause } from '../../rules/stock/stock.ts'
import { variantName } from '../../rules/stock/stock-changes.ts'
import type { Actor } from '../audit/record-audit.ts'
import { lockProducts } from './lock-products.ts'
import type { VariantQuantity } from './move-stock.ts'

type StockLevel = { id: string; name: string; inventory: number }

/** Locks a product, then reads its variants in use; the next transaction that changes its stock waits. */
export async function lockStock(db: Tx, productId: string) {
  const [product] = await lockProducts(db, [productId])
  if (!product) return null
  const rows = await db
    .select(columnsOf(variants, 'id', 'size', 'color', 'inventory'))
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
  const levels: StockLevel[] = rows.map((row) => ({
    id: row.id,
    name: variantName(row) || PLAIN,
    inventory: row.inventory,
  }))
  const { id, name } = product
  return { id, name, levels: new Map(levels.map((one) => [one.id, one])) }
}

/** What staff did to these variants after the ledger row that a form has seen. */
export const listSince = (db: Tx, variantIds: string[], version: number) =>
  db
    .select({
      ...columnsOf(
        stockMovements,
        'id',
        'variantId',
        'kind',
        'quantity',
        'cause',
        'reason',
        'byUser',
      ),
      by: users.name,
      at: sql<string>`${stockMovements.createdAt}::text`,
    })
    .from(stockMovements)
    .leftJoin(users, eq(users.id, stockMovements.byUser))
    .where(
      and(
        inArray(stockMovements.variantId, variantIds),
        gt(stockMovements.id, version),
        inArray(stockMovements.kind, ['received', 'adjustment']),
      ),
    )
    .orderBy(asc(stockMovements.id))
type Since = Awaited<ReturnType<typeof listSince>>

const write = (lines: readonly VariantQuantity[]) =>
  lines
    .map(({ variantId, quantity }) => `${variantId} ${quantity}`)
    .sort()
    .join()

/**
 * Whether the same form was sent before (double tap, retry after a lost answer): its own rows are then already in the
 * ledger, after the row that the form had seen. The lock on the product makes this exact.
 */
export function isRepeat(
  since: Since,
  actor: Actor,
  kind: 'received' | 'adjustment',
  lines: readonly VariantQuantity[],
  { cause = null, reason }: { cause?: StockCause | null; reason: string | null },
) {
  const mine = since.filter(
    (line) =>
      line.byUser === actor.userId &&
      line.kind === kind &&
      line.cause === cause &&
      line.reason === reason,
  )
  const sent = write(lines)
  return [...Map.groupBy(mine, (line) => line.at).values()].some((once) => write(once) === sent)
}
