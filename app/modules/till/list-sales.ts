import { asc, eq, inArray, sql } from 'drizzle-orm'
import {
  cursorValue,
  cutPage,
  orderRows,
  readCursor,
  rowsAfter,
  type SortColumn,
} from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { findPage } from '../../db/search-page.server.ts'
import { anywhere } from '../../db/search.server.ts'
import { payments, posSaleItems, posSales, users } from '../../db/tables.server.ts'
import { type Direction, type Page, SHORTEST_SEARCH } from '../../rules/lists.ts'

export const SALE_SORTS = ['-sold', '-total'] as const
export type SaleSort = 'sold' | 'total'

const SORT_COLUMNS: Record<SaleSort, SortColumn> = {
  sold: { column: posSales.createdAt, type: 'timestamptz' },
  total: { column: posSales.totalAmount, type: 'integer' },
}
const SALE_NUMBER = /^[A-Z]{1,6}-\d{4}-\d{1,12}$/

const LISTED = {
  id: posSales.id,
  saleNumber: posSales.saleNumber,
  createdAt: posSales.createdAt,
  customerName: posSales.customerName,
  customerPhone: posSales.customerPhone,
  cashier: users.name,
  paymentMethod: posSales.paymentMethod,
  paymentStatus: posSales.paymentStatus,
  subtotal: posSales.subtotal,
  discountAmount: posSales.discountAmount,
  taxAmount: posSales.taxAmount,
  totalAmount: posSales.totalAmount,
  notes: posSales.notes,
}

function searched(search: string) {
  const part = anywhere(search)
  const holds = sql`(${posSales.saleNumber} ilike ${part} or ${posSales.customerName} ilike ${part})`
  return {
    table: posSales,
    id: posSales.id,
    holds,
    found: sql`select ${posSales.id} from ${posSales} where ${holds}`,
  }
}

/** A page of the till's sales; search is part of the number or of the customer's name. */
export async function listSales(
  db: Db,
  asked: {
    search: string
    sort: SaleSort
    direction: Direction
    after: string | null
    limit: number
  },
) {
  const by = SORT_COLUMNS[asked.sort]
  const order = orderRows(by, posSales.id, asked.direction)
  const where = rowsAfter(by, posSales.id, readCursor(asked.after, by.type), asked.direction)
  const found =
    asked.search.length < SHORTEST_SEARCH
      ? null
      : await findPage(db, { ...searched(asked.search), where, order }, asked.limit)
  const rows = await db
    .select({
      ...LISTED,
      itemCount:
        sql<number>`(select coalesce(sum(i.quantity), 0) from ${posSaleItems} i where i.pos_sale_id = ${posSales.id})`.mapWith(
          Number,
        ),
      cursor: cursorValue(by),
    })
    .from(posSales)
    .innerJoin(users, eq(users.id, posSales.cashierId))
    .where(found ? inArray(posSales.id, found) : where)
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}
export type ListedSale = Awaited<ReturnType<typeof listSales>> extends Page<infer R> ? R : never

/** One sale at the till with its lines and its attempts to pay; undefined for what none is called. */
export async function findOfficeSale(db: Db, number: string) {
  const saleNumber = number.trim().toUpperCase()
  if (!SALE_NUMBER.test(saleNumber)) return undefined
  const [sale] = await db
    .select(LISTED)
    .from(posSales)
    .innerJoin(users, eq(users.id, posSales.cashierId))
    .where(eq(posSales.saleNumber, saleNumber))
  if (!sale) return undefined
  const [lines, attempts] = await Promise.all([
    db
      .select({
        id: posSaleItems.id,
        name: posSaleItems.name,
        sku: posSaleItems.sku,
        size: posSaleItems.size,
        color: posSaleItems.color,
        quantity: posSaleItems.quantity,
        price: posSaleItems.unitPrice,
        total: posSaleItems.totalPrice,
      })
      .from(posSaleItems)
      .where(eq(posSaleItems.posSaleId, sale.id))
      .orderBy(posSaleItems.position),
    db
      .select({
        id: payments.id,
        reference: payments.reference,
        status: payments.status,
        amount: payments.amount,
        paidAmount: payments.paidAmount,
        paidCurrency: payments.paidCurrency,
        channel: payments.channel,
        lastAnswer: payments.lastAnswer,
        lastAskedAt: payments.lastAskedAt,
        createdAt: payments.createdAt,
      })
      .from(payments)
      .where(eq(payments.posSaleId, sale.id))
      .orderBy(asc(payments.createdAt))
      .limit(50),
  ])
  return { ...sale, lines, attempts }
}
export type OfficeSaleDetails = NonNullable<Awaited<ReturnType<typeof findOfficeSale>>>
