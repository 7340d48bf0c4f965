import { asc, eq, sql } from 'drizzle-orm'
import { personName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import {
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  users,
} from '../../../db/tables.server.ts'
import { isDocumentNumber } from '../../../rules/document-number.ts'
import { readCreditOfSale } from '../../credit/reserves/use-reserve.ts'
import { listAttempts } from '../../payments/payments.ts'
import { findExchange } from '../returns/find-exchange.ts'
import { isOwnSale, isOwnToEnd, showEnd } from '../short-sales/find-end.ts'
import { LISTED } from './list-sales.ts'

/** One sale at the till with its lines, payment attempts and returns; undefined when no sale has this number. */
export async function findAdminSale(db: Db, number: string, userId: string) {
  const saleNumber = number.trim().toUpperCase()
  if (!isDocumentNumber(saleNumber)) return undefined
  const [sale] = await db
    .select({
      ...LISTED,
      shiftId: posSales.shiftId,
      cashGiven: posSales.cashGiven,
      approvedBy: personName(posSales.approvedBy),
      reviewNotes: posSales.reviewNotes,
      handledNote: posSales.handledNote,
      handledBy: personName(posSales.handledBy),
      receivedAt: posSales.receivedAt,
      isOwn: isOwnSale(userId),
      isOwnToEnd: isOwnToEnd(userId),
      key: posSales.idempotencyKey,
      awaited: posSales.exchange,
    })
    .from(posSales)
    .where(eq(posSales.saleNumber, saleNumber))
  if (!sale) return undefined
  const { key, awaited, ...shown } = sale
  const isWaiting = sale.paymentStatus === 'pending'
  const [lines, attempts, returns, credit, exchange, end] = await Promise.all([
    db
      .select({
        id: posSaleItems.id,
        name: posSaleItems.name,
        sku: posSaleItems.sku,
        size: posSaleItems.size,
        color: posSaleItems.color,
        quantity: posSaleItems.quantity,
        price: posSaleItems.unitPrice,
        discount: posSaleItems.discountAmount,
        total: posSaleItems.totalPrice,
        missing: posSaleItems.missing,
        isUnknown: sql<boolean>`${posSaleItems.variantId} is null`,
      })
      .from(posSaleItems)
      .where(eq(posSaleItems.posSaleId, sale.id))
      .orderBy(posSaleItems.position),
    listAttempts(db, { posSaleId: sale.id }),
    listReturns(db, sale.id),
    readCreditOfSale(db, sale.id),
    findExchange(db, key, sale.totalAmount, isWaiting ? awaited : null),
    sale.paymentMethod === 'paychangu' ? showEnd(db, sale.id) : null,
  ])
  return { ...shown, lines, attempts, returns, credit, exchange, end }
}
export type AdminSaleDetails = NonNullable<Awaited<ReturnType<typeof findAdminSale>>>

type ReturnLines = { name: string; quantity: number; amount: number; isRestocked: boolean }

/** The returns against one sale, oldest first, each with the number of the sale it was exchanged for. */
const listReturns = (db: Db, saleId: string) =>
  db
    .select({
      id: posReturns.id,
      at: posReturns.at,
      cashier: users.name,
      refund: posReturns.refundAmount,
      creditAmount: posReturns.creditAmount,
      reason: posReturns.reason,
      // A sale's key is the id that the till gave it, with `:cash` where mobile money was tried first.
      exchange: sql<string | null>`(
        select max(taken.sale_number) from ${posSales} taken where taken.payment_status = 'completed'
          and taken.id <> ${posReturns.posSaleId} and taken.created_at > ${posReturns.at} - interval '10 minutes'
          and taken.idempotency_key in (${posReturns.exchangeSaleId}::text, ${posReturns.exchangeSaleId}::text || ':cash'))`,
      reviewReasons: posReturns.reviewReasons,
      handledAt: posReturns.handledAt,
      lines: sql<ReturnLines[]>`(
        select coalesce(json_agg(json_build_object('name', line.name, 'quantity', item.quantity, 'amount', item.amount,
          'isRestocked', item.is_restocked) order by line.position), '[]')
        from ${posReturnItems} item join ${posSaleItems} line on line.id = item.pos_sale_item_id
        where item.pos_return_id = ${posReturns.id})`,
    })
    .from(posReturns)
    .innerJoin(users, eq(users.id, posReturns.cashierId))
    .where(eq(posReturns.posSaleId, saleId))
    .orderBy(asc(posReturns.at), asc(posReturns.id))
    .limit(100)
