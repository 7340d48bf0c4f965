import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { returns } from '../../db/tables.server.ts'
import { MOST_RETURNS } from '../../rules/returns/returns.ts'
import { linesOfReturns, readReturnedUnits } from './request-return.ts'

/** All returns of an order with their lines, oldest first, and of each line how many units can still come back. */
export async function listReturns(db: Db, orderId: string) {
  const rows = await db
    .select()
    .from(returns)
    .where(eq(returns.orderId, orderId))
    .orderBy(asc(returns.createdAt), asc(returns.id))
    .limit(MOST_RETURNS)
  const [lines, units] = await Promise.all([
    linesOfReturns(
      db,
      rows.map(({ id }) => id),
    ),
    readReturnedUnits(db, orderId),
  ])
  return {
    rows: rows.map(({ requestedBy: _, orderId: __, ...row }) => ({
      ...row,
      lines: lines.filter(({ returnId }) => returnId === row.id),
    })),
    units: Object.fromEntries(units) as Record<string, number>,
  }
}
export type ListedReturns = Awaited<ReturnType<typeof listReturns>>
