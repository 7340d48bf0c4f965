import { and, asc, eq, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import { personName, tillName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { holdsText } from '../../../db/search.server.ts'
import { searchPage } from '../../../db/search-page.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import {
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  users,
} from '../../../db/tables.server.ts'
import { isDocumentNumber } from '../../../rules/document-number.ts'
import { type Direction, type Page } from '../../../rules/lists.ts'
import { readCreditOfSale } from '../../credit/reserves/use-reserve.ts'
import { listAttempts } from '../../payments/payments.ts'
import { cashOfSale, findExchange } from '../returns/find-exchange.ts'
import { isOwnSale, isOwnToEnd, showEnd } from '../short-sales/find-end.ts'

export const SALE_SORTS = ['-sold', '-total'] as const
export type SaleSort = 'sold' | 'total'

const SORT_COLUMNS: Record<SaleSort, SortColumn> = {
  sold: { column: posSales.createdAt, type: 'timestamptz' },
  total: { column: posSales.totalAmount, type: 'integer' },
}

const LISTED = {
  id: posSales.id,
  saleNumber: posSales.saleNumber,
  createdAt: posSales.createdAt,
  customerName: posSales.customerName,
  customerPhone: posSales.customerPhone,
  cashier: personName(posSales.cashierId),
  paymentMethod: posSales.paymentMethod,
  paymentStatus: posSales.paymentStatus,
  subtotal: posSales.subtotal,
  discountAmount: posSales.discountAmount,
  taxAmount: posSales.taxAmount,
  totalAmount: posSales.totalAmount,
  cashAmount: cashOfSale,
  creditAmount: posSales.creditAmount,
  voucherAmount: posSales.voucherAmount,
  unpaidAmount: posSales.unpaidAmount,
  laterCashAmount: posSales.laterCashAmount,
  notes: posSales.notes,
  till: tillName(posSales.tillId),
  reviewReasons: posSales.reviewReasons,
  handledAt: posSales.handledAt,
  /** Refunded for returns since, in kwacha. */
  returned: sumOf(
    sql`select sum(r.refund_amount) from ${posReturns} r where r.pos_sale_id = pos_sales.id`,
  ),
}

function searched(search: string) {
  const holds = sql`(${holdsText(posSales.saleNumber, search)} or ${holdsText(posSales.customerName, search)})`
  return { table: posSales, id: posSales.id, holds }
}

/** A page of the tills' sales, of one till or one shift; search is part of the number or of the customer's name. */
export async function listSales(
  db: Db,
  asked: {
    search: string
    till: string | null
    shift: string | null
    sort: SaleSort
    direction: Direction
    after: string | null
    limit: number
  },
) {
  const { cursor, order, rest } = pageBy(SORT_COLUMNS[asked.sort], posSales.id, asked)
  const where = and(
    asked.till ? eq(posSales.tillId, asked.till) : undefined,
    asked.shift ? eq(posSales.shiftId, asked.shift) : undefined,
    rest,
  )
  // Those of other tills are passed over on the way, and cost as much.
  const near = asked.till ? [Math.max(1000, 20 * asked.limit)] : undefined
  const rows = await db
    .select({
      ...LISTED,
      itemCount: sumOf(
        sql`select sum(i.quantity) from ${posSaleItems} i where i.pos_sale_id = pos_sales.id`,
      ),
      cursor,
    })
    .from(posSales)
    .where(await searchPage(db, asked, searched, { where, order }, near))
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}
export type ListedSale = Awaited<ReturnType<typeof listSales>> extends Page<infer R> ? R : never

/** One sale at the till with its lines, attempts to pay and returns; undefined for what none is called. */
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

/** What came back against one sale, oldest first, with what was taken instead. */
const listReturns = (db: Db, saleId: string) =>
  db
    .select({
      id: posReturns.id,
      at: posReturns.at,
      cashier: users.name,
      refund: posReturns.refundAmount,
      creditAmount: posReturns.creditAmount,
      reason: posReturns.reason,
      // The key of a sale is the id that the till gave it, or comes of it where mobile money was tried first.
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
