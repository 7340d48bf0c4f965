import { eq, or, type SQL, sql } from 'drizzle-orm'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { posReturns, posSales, shifts, shortSaleEnds, tills } from '../../../db/tables.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { isForSomebodyElse } from '../../accounts/staff/other-runner.ts'

/** How a sale that was not paid whole was ended, if it was. */
export async function findEnd(db: Db | Tx, saleId: string) {
  const [end] = await db.select().from(shortSaleEnds).where(eq(shortSaleEnds.posSaleId, saleId))
  return end
}

/**
 * Whether staff have called the sale off and given its money back: money that comes later has to
 * be given back as well.
 */
export const isCalledOff = async (
  db: Tx,
  { id, paymentStatus }: Pick<typeof posSales.$inferSelect, 'id' | 'paymentStatus'>,
) => paymentStatus === 'cancelled' && (await findEnd(db, id)) !== undefined

/** Counts the returns of a sale and those that paid for it: a sale that has any is not called off. */
export const countReturns = (
  db: Tx,
  { id, exchange }: Pick<typeof posSales.$inferSelect, 'id' | 'exchange'>,
) =>
  db.$count(
    posReturns,
    or(
      eq(posReturns.posSaleId, id),
      eq(posReturns.paidSaleId, id),
      // A return that was worth nothing is linked by its id alone, because it paid nothing.
      exchange ? eq(posReturns.id, exchange.id) : undefined,
    ),
  )

/**
 * The end of a sale as the back office shows it, with the till of the drawer that its cash went into or came out of.
 */
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

const UNAPPROVED: TillReviewReason = 'refund-unapproved'
const endedBy = sql`(select ended.ended_by from ${shortSaleEnds} ended where ended.pos_sale_id = ${posSales.id})`

const isLargeEnd = sql`${posSales.reviewReasons} @> array[${UNAPPROVED}]::text[]`

/**
 * As a column of a query of sales: whether the viewer made the sale, or alone gave back a large sum for it, and
 * somebody else could look. Whoever gave back that sum is no such person: where nobody else runs the shop, who
 * made the sale looks.
 */
export const isOwnSale = (userId: string) =>
  sql<boolean>`(${isForSomebodyElse(
    posSales.cashierId,
    userId,
    sql`not (${isLargeEnd} and ${endedBy} is not distinct from other.user_id)`,
  )} or (${isLargeEnd} and ${isForSomebodyElse(endedBy, userId)}))`

/**
 * As a column of a query of sales: whether somebody else has to end it (docs/product.md, Sales that
 * are not paid whole).
 */
export const isOwnToEnd = (userId: string) =>
  sql<boolean>`is_own_sale(${posSales.id}, ${userId}::uuid)`

const askOfSale = async (db: Tx, saleId: string, isOwn: SQL<boolean>): Promise<boolean> => {
  const [row] = await db.select({ isOwn }).from(posSales).where(eq(posSales.id, saleId))
  return row?.isOwn === true
}

/**
 * Whether somebody else has to handle this locked sale. By the same rule the database refuses marking it as handled.
 */
export const mustBeSeenByOther = (db: Tx, saleId: string, userId: string) =>
  askOfSale(db, saleId, isOwnSale(userId))

/** Whether somebody else has to end this sale. The database refuses its end by the same function. */
export const mustBeEndedByOther = (db: Tx, saleId: string, userId: string) =>
  askOfSale(db, saleId, isOwnToEnd(userId))
