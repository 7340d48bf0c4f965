import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import {
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  shifts,
} from '../../db/tables.server.ts'
import type { GoodsReturned, ParkedReason, Received } from '../../rules/till-things.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { putBack } from '../stock/put-back.ts'
import type { Seller } from './record-sale.ts'
import type { Unplaced } from './record-shift.ts'

/**
 * Writes down goods that came back against a receipt. More than was sold comes back to the shelf never:
 * it is noted for a person, as is more money than was paid for them. Sent again, it is the same return.
 */
export async function recordReturn(
  db: Tx,
  actor: Actor,
  seller: Seller,
  thing: GoodsReturned,
  now: Date,
): Promise<Received | Unplaced> {
  // Two returns against one receipt, from two tills: the second sees the first.
  const [sale] = await db
    .select()
    .from(posSales)
    .where(eq(posSales.saleNumber, thing.saleNumber))
    .for('update')
  if (!sale) return { why: `no sale is called ${thing.saleNumber}` }
  const [known] = await db
    .select({ parked: posReturns.parked })
    .from(posReturns)
    .where(eq(posReturns.id, thing.id))
  if (known) return { id: thing.id, number: null, parked: known.parked }
  const sold = await readSold(db, sale.id)
  if (thing.lines.some(({ lineId }) => !sold.has(lineId)))
    return { why: `a line is not one of ${thing.saleNumber}` }

  const parked = new Set<ParkedReason>()
  const back: { variantId: string; quantity: number }[] = []
  let worth = 0
  for (const { lineId, quantity, isRestocked } of thing.lines) {
    const line = sold.get(lineId)
    if (!line) continue
    const there = Math.min(quantity, line.left)
    if (there < quantity) parked.add('returned-twice')
    line.left -= there
    worth += Math.ceil((line.paid * there) / line.quantity)
    if (isRestocked && there > 0 && line.variantId)
      back.push({ variantId: line.variantId, quantity: there })
  }
  const amount = thing.lines.reduce((sum, line) => sum + line.amount, 0)
  const paid = [...sold.values()].reduce((sum, line) => sum + line.paid, 0)
  // What is off the whole sale is off each of its goods.
  const most = paid === 0 ? 0 : Math.ceil((worth * sale.totalAmount) / paid)
  const isSold = sale.paymentStatus === 'completed'
  if (amount !== thing.refund || thing.refund > most || !isSold) parked.add('sum-differs')
  const [shift] = await db
    .select({ id: shifts.id })
    .from(shifts)
    // Money that left after the count is missing from no drawer that was counted.
    .where(and(eq(shifts.id, thing.shiftId), isNull(shifts.counted)))
    .for('key share')
  if (!shift) parked.add('shift-unknown')
  const at = new Date(thing.at) > now ? now : new Date(thing.at)
  await db.insert(posReturns).values({
    id: thing.id,
    posSaleId: sale.id,
    shiftId: shift?.id ?? null,
    cashierId: seller.userId,
    refundAmount: thing.refund,
    reason: thing.reason,
    exchangeSaleId: thing.exchangeSaleId,
    parked: [...parked],
    at,
  })
  await db.insert(posReturnItems).values(
    thing.lines.map(({ lineId, quantity, amount, isRestocked }) => ({
      posReturnId: thing.id,
      posSaleItemId: lineId,
      quantity,
      amount,
      isRestocked,
    })),
  )
  // What was never paid for went back to the shelf when it was given up, or still will.
  await putBack(db, isSold ? back : [], {
    posSaleId: sale.id,
    byUser: seller.userId,
    reason: `Taken back: ${thing.reason}`,
  })
  await recordAudit(
    db,
    { ...actor, userId: seller.userId },
    {
      action: 'taken back',
      entity: 'pos_sale',
      entityId: sale.id,
      label: sale.saleNumber,
      after: { refundAmount: thing.refund, reason: thing.reason },
    },
  )
  return { id: thing.id, number: null, parked: [...parked] }
}

type Sold = { variantId: string | null; quantity: number; paid: number; left: number }

/** The lines of a sale, and how many units of each have not come back yet. */
async function readSold(db: Tx, saleId: string): Promise<Map<string, Sold>> {
  const items = await db
    .select({
      id: posSaleItems.id,
      variantId: posSaleItems.variantId,
      quantity: posSaleItems.quantity,
      paid: posSaleItems.totalPrice,
    })
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, saleId))
  const returned = await db
    .select({
      id: posReturnItems.posSaleItemId,
      units: sql<number>`sum(${posReturnItems.quantity})`.mapWith(Number),
    })
    .from(posReturnItems)
    .where(
      inArray(
        posReturnItems.posSaleItemId,
        items.map(({ id }) => id),
      ),
    )
    .groupBy(posReturnItems.posSaleItemId)
  const gone = new Map(returned.map(({ id, units }) => [id, units]))
  return new Map(
    items.map(({ id, ...item }) => [
      id,
      { ...item, left: Math.max(0, item.quantity - (gone.get(id) ?? 0)) },
    ]),
  )
}
