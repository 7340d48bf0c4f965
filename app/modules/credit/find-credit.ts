import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../db/columns-of.server.ts'
import { personName } from '../../db/names.server.ts'
import type { Db } from '../../db/open.server.ts'
import {
  creditMovements,
  creditReserves,
  credits,
  orders,
  posReturns,
  posSales,
  refunds,
  tills,
  voucherPurchases,
} from '../../db/tables.server.ts'
import { isJustIssued } from '../../rules/credit/credit.ts'
import { isUuid } from '../../rules/uuid.ts'
import { LISTED } from './list-credits.ts'

const MOST_MOVES = 200
const refunded = alias(orders, 'refunded')

/**
 * One code with its history, newest first; undefined when there is none. Only whoever has just issued it gets the
 * whole code (everybody else uses `showCode`).
 */
export async function findCredit(db: Db, id: string, by?: { userId: string; now: Date }) {
  if (!isUuid(id)) return undefined
  const [[credit], moves] = await Promise.all([
    db
      .select({
        ...LISTED,
        ...columnsOf(credits, 'code', 'reason', 'version', 'requestedBy', 'purchaseId'),
        by: personName(credits.requestedBy),
        approvedBy: personName(credits.approvedBy),
        boughtBy: voucherPurchases.buyerName,
        boughtByPhone: voucherPurchases.buyerPhone,
        boughtByEmail: voucherPurchases.buyerEmail,
      })
      .from(credits)
      .leftJoin(voucherPurchases, eq(voucherPurchases.id, credits.purchaseId))
      .where(eq(credits.id, id)),
    db
      .select({
        ...columnsOf(creditMovements, 'id', 'kind', 'amount', 'createdAt'),
        by: personName(creditMovements.byUser),
        orderNumber: sql<string | null>`coalesce(${orders.orderNumber}, ${refunded.orderNumber})`,
        // The code of a return at the till, or of a sold voucher, has the id of that return or sale.
        saleNumber: sql<
          string | null
        >`coalesce(${posSales.saleNumber}, (select sale.sale_number from ${posReturns} back
          join ${posSales} sale on sale.id = back.pos_sale_id where back.id = ${creditMovements.creditId} and ${creditMovements.kind} = 'issued'),
          (select sale.sale_number from ${posSales} sale where sale.id = ${creditMovements.creditId} and sale.voucher_amount > 0 and ${creditMovements.kind} = 'issued'))`,
        /** The till that reserved it, and whether its sale is still to come. */
        till: tills.name,
        isHeld: sql<boolean>`coalesce(${creditReserves.status} = 'held', false)`,
        reserveId: creditMovements.reserveId,
        isRefund: sql<boolean>`${creditMovements.voucherRefundId} is not null`,
        heldUntil: creditReserves.expiresAt,
      })
      .from(creditMovements)
      .leftJoin(orders, eq(orders.id, creditMovements.orderId))
      .leftJoin(refunds, eq(refunds.id, creditMovements.refundId))
      .leftJoin(refunded, eq(refunded.id, refunds.orderId))
      .leftJoin(creditReserves, eq(creditReserves.id, creditMovements.reserveId))
      .leftJoin(posSales, eq(posSales.id, creditReserves.posSaleId))
      .leftJoin(tills, eq(tills.id, creditReserves.tillId))
      .where(eq(creditMovements.creditId, id))
      .orderBy(desc(creditMovements.id))
      .limit(MOST_MOVES),
  ])
  if (!credit) return undefined
  const code = by && isJustIssued(credit, by) ? credit.code : null
  return { ...credit, code, moves }
}
export type CreditDetails = NonNullable<Awaited<ReturnType<typeof findCredit>>>
