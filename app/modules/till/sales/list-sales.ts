import { and, eq, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import { personName, tillName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { holdsText } from '../../../db/search.server.ts'
import { searchPage } from '../../../db/search-page.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import { posReturns, posSaleItems, posSales } from '../../../db/tables.server.ts'
import { type Direction, type Page } from '../../../rules/lists.ts'
import { cashOfSale } from '../returns/find-exchange.ts'

export const SALE_SORTS = ['-sold', '-total'] as const
export type SaleSort = 'sold' | 'total'

const SORT_COLUMNS: Record<SaleSort, SortColumn> = {
  sold: { column: posSales.createdAt, type: 'timestamptz' },
  total: { column: posSales.totalAmount, type: 'integer' },
}

export const LISTED = {
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
  /** What its returns refunded since, in kwacha. */
  returned: sumOf(
    sql`select sum(r.refund_amount) from ${posReturns} r where r.pos_sale_id = pos_sales.id`,
  ),
}

function searched(search: string) {
  const holds = sql`(${holdsText(posSales.saleNumber, search)} or ${holdsText(posSales.customerName, search)})`
  return { table: posSales, id: posSales.id, holds }
}

/**
 * A page of the tills' sales, of one till or one shift; the search matches a part of the number or of
 * the customer's name.
 */
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
  // The scan passes over other tills' sales on the way, which costs as much as reading them.
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
