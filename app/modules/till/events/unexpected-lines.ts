import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.server.ts'
import { posReturnItems, posSaleItems } from '../../../db/tables.server.ts'

/** A line of a till's sale or return that the shop did not expect. */
export type UnexpectedLine = { name: string; quantity: number; missing: number; isUnknown: boolean }

/**
 * By the id of a sale or return, in their order: the lines of sales that were short of stock or name items no longer
 * known, and those of returns that were to go back to stock and name such items.
 */
export async function listUnexpectedLines(
  db: Db,
  saleIds: readonly string[],
  returnIds: readonly string[],
): Promise<Map<string, UnexpectedLine[]>> {
  const { name, position } = posSaleItems
  const isUnknown = sql<boolean>`${posSaleItems.variantId} is null`
  const sold = db
    .select({
      ofId: posSaleItems.posSaleId,
      position,
      line: { name, quantity: posSaleItems.quantity, missing: posSaleItems.missing, isUnknown },
    })
    .from(posSaleItems)
    .where(
      and(
        inArray(posSaleItems.posSaleId, [...saleIds]),
        or(sql`${posSaleItems.missing} > 0`, isNull(posSaleItems.variantId)),
      ),
    )
  const missing = sql<number>`0`
  const back = db
    .select({
      ofId: posReturnItems.posReturnId,
      position,
      line: { name, quantity: posReturnItems.quantity, missing, isUnknown },
    })
    .from(posReturnItems)
    .innerJoin(posSaleItems, eq(posSaleItems.id, posReturnItems.posSaleItemId))
    .where(
      and(
        inArray(posReturnItems.posReturnId, [...returnIds]),
        eq(posReturnItems.isRestocked, true),
        isNull(posSaleItems.variantId),
      ),
    )
  const rows = await unionAll(sold, back)
  const lines = new Map<string, UnexpectedLine[]>()
  for (const { ofId, line } of rows.toSorted((a, b) => a.position - b.position))
    lines.set(ofId, [...(lines.get(ofId) ?? []), line])
  return lines
}
