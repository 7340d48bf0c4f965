import { eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { posReturnItems, posReturns, posSaleItems } from '../../../db/tables.server.ts'
import { shareOf } from '../../../rules/money.ts'
import type { SaleReturn } from '../../../rules/till/till-events.ts'

/** What was refunded of a receipt before, in kwacha: many small refunds add up to a large one. */
export async function readRefunded(db: Tx, saleId: string): Promise<number> {
  const [sum] = await db
    .select({ refunded: sql<number>`coalesce(sum(${posReturns.refundAmount}), 0)`.mapWith(Number) })
    .from(posReturns)
    .where(eq(posReturns.posSaleId, saleId))
  return sum?.refunded ?? 0
}

type Sold = { variantId: string | null; quantity: number; paid: number; left: number }

/**
 * Prices a return: what goes back to stock, the most that it may refund in kwacha, and whether more comes back
 * than is left. Subtracts what comes back from `left` of each line. `gone`: some of what is to go to stock is no
 * longer in the catalogue. `isAbove` and `isBelow`: a line says to be worth more or less than was paid for it, whatever
 * the others say: at that price another size of it may go out.
 */
export function weighReturn(
  { totalAmount, unpaidAmount }: { totalAmount: number; unpaidAmount: number },
  sold: Map<string, Sold>,
  lines: SaleReturn['lines'],
) {
  const back: { variantId: string; quantity: number }[] = []
  let isMore = false
  let gone = false
  let isAbove = false
  let isBelow = false
  let worth = 0
  const paid = [...sold.values()].reduce((sum, line) => sum + line.paid, 0)
  // A discount on the whole sale, and what was never paid of it, reduces each item in proportion.
  const worthOf = (price: number, rounded?: 'up') =>
    paid === 0 ? 0 : shareOf(price, totalAmount - unpaidAmount, paid, rounded)
  const mostOf = (price: number) => worthOf(price, 'up')
  for (const { lineId, quantity, amount, isRestocked } of lines) {
    const line = sold.get(lineId)
    if (!line) continue
    const there = Math.min(quantity, line.left)
    if (there < quantity) isMore = true
    line.left -= there
    const price = Math.ceil((line.paid * there) / line.quantity)
    worth += price
    if (amount > mostOf(price) + ROUNDING) isAbove = true
    if (amount < worthOf(Math.floor((line.paid * there) / line.quantity)) - 2 * ROUNDING)
      isBelow = true
    if (!isRestocked || there === 0) continue
    if (line.variantId) back.push({ variantId: line.variantId, quantity: there })
    else gone = true
  }
  return { back, gone, most: mostOf(worth), isMore, isAbove, isBelow }
}

/**
 * Kwacha by which a till's share of a discount, rounded so that the shares of all lines and units add up, may be above
 * the exact one. It is rounded for the line and for its units, so that it may be twice as much below.
 */
const ROUNDING = 1

/** The lines of a sale, and how many units of each can still come back. */
export async function readSold(db: Tx, saleId: string): Promise<Map<string, Sold>> {
  const items = await db
    .select({
      ...columnsOf(posSaleItems, 'id', 'variantId', 'quantity'),
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
