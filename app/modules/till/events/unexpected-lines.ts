import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { posReturnItems, posSaleItems } from '../../../db/tables.server.ts'

/** A line of what a till sold or took back that the shop did not expect. */
export type UnexpectedLine = { name: string; quantity: number; missing: number; isUnknown: boolean }

/** The lines that were short on stock or that name items no longer known. */
export async function listUnexpectedLines(
  db: Db,
  saleIds: string[],
): Promise<(UnexpectedLine & { saleId: string })[]> {
  return db
    .select({
      saleId: posSaleItems.posSaleId,
      name: posSaleItems.name,
      quantity: posSaleItems.quantity,
      missing: posSaleItems.missing,
      isUnknown: sql<boolean>`${posSaleItems.variantId} is null`,
    })
    .from(posSaleItems)
    .where(
      and(
        inArray(posSaleItems.posSaleId, saleIds),
        or(sql`${posSaleItems.missing} > 0`, isNull(posSaleItems.variantId)),
      ),
    )
    .orderBy(asc(posSaleItems.posSaleId), asc(posSaleItems.position))
}

/** The lines of returns that were to go back in stock, and that name items no longer known. */
export const listGoneLines = (
  db: Db,
  returnIds: string[],
): Promise<(UnexpectedLine & { returnId: string })[]> =>
  db
    .select({
      returnId: posReturnItems.posReturnId,
      name: posSaleItems.name,
      quantity: posReturnItems.quantity,
      missing: sql<number>`0`,
      isUnknown: sql<boolean>`true`,
    })
    .from(posReturnItems)
    .innerJoin(posSaleItems, eq(posSaleItems.id, posReturnItems.posSaleItemId))
    .where(
      and(
        inArray(posReturnItems.posReturnId, returnIds),
        eq(posReturnItems.isRestocked, true),
        isNull(posSaleItems.variantId),
      ),
    )
    .orderBy(asc(posReturnItems.posReturnId), asc(posSaleItems.position))
