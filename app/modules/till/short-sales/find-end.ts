import { eq, or, sql } from 'drizzle-orm'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { posReturns, posSales, shifts, shortSaleEnds, tills } from '../../../db/tables.server.ts'
import type { ReviewReason } from '../../../rules/till/till-events.ts'
import { isForSomebodyElse } from '../../accounts/staff/can-be-agreed.ts'

/** How a sale ended that was not paid whole, if it did. */
export async function findEnd(db: Db | Tx, saleId: string) {
  const [end] = await db.select().from(shortSaleEnds).where(eq(shortSaleEnds.posSaleId, saleId))
  return end
}

/** Whether staff have called it off and given back what came: whatever comes after that is given back as well. */
export const isCalledOff = async (
  db: Tx,
  { id, paymentStatus }: Pick<typeof posSales.$inferSelect, 'id' | 'paymentStatus'>,
) => paymentStatus === 'cancelled' && (await findEnd(db, id)) !== undefined

/** How much of a sale has come back, and for it: such a sale is not called off. */
export const countReturns = (
  db: Tx,
  { id, exchange }: Pick<typeof posSales.$inferSelect, 'id' | 'exchange'>,
) =>
  db.$count(
    posReturns,
    or(
      eq(posReturns.posSaleId, id),
      eq(posReturns.paidSaleId, id),
      // What was worth nothing has paid for nothing.
      exchange ? eq(posReturns.id, exchange.id) : undefined,
    ),
  )

/** Such an end as the back office shows it, with whose drawer its cash went into or came out of. */
export async function showEnd(db: Db, saleId: string) {
  const [end] = await db
    .select({
      outcome: shortSaleEnds.outcome,
      way: shortSaleEnds.way,
      amount: shortSaleEnds.amount,
      reference: shortSaleEnds.reference,
      till: tills.name,
      by: personName(shortSaleEnds.endedBy),
      at: shortSaleEnds.endedAt,
    })
    .from(shortSaleEnds)
    .leftJoin(shifts, eq(shifts.id, shortSaleEnds.shiftId))
    .leftJoin(tills, eq(tills.id, shifts.tillId))
    .where(eq(shortSaleEnds.posSaleId, saleId))
  return end ?? null
}

const UNAPPROVED: ReviewReason = 'refund-unapproved'
const endedBy = sql`(select ended.ended_by from ${shortSaleEnds} ended where ended.pos_sale_id = ${posSales.id})`

/** As a column of a query of sales: whether who looks made it, or gave back a large sum for it alone, and somebody else could look. */
export const isOwnSale = (userId: string) =>
  sql<boolean>`(${isForSomebodyElse(posSales.cashierId, userId)}
    or (${posSales.reviewReasons} @> array[${UNAPPROVED}]::text[] and ${isForSomebodyElse(endedBy, userId)}))`

/** The same of a locked sale, but for whether there is somebody else. */
export const isMadeOrEndedBy = async (
  db: Tx,
  userId: string,
  { id, cashierId, reviewReasons }: typeof posSales.$inferSelect,
) =>
  cashierId === userId ||
  (reviewReasons.includes(UNAPPROVED) && (await findEnd(db, id))?.endedBy === userId)

/** As a column of a query of sales: whether somebody else has to end it (docs/product.md, Sales that are not paid whole). */
export const isOwnToEnd = (userId: string) =>
  sql<boolean>`is_own_sale(${posSales.id}, ${userId}::uuid)`

/** The same of one sale. The database refuses its end by the same function. */
export async function mustBeEndedByOther(db: Tx, saleId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOwn: isOwnToEnd(userId) })
    .from(posSales)
    .where(eq(posSales.id, saleId))
  return row?.isOwn === true
}
