import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { lookUp, searchPage } from '../../db/search-page.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { orders, refunds, returnItems, returns } from '../../db/tables.server.ts'
import type { Direction, Page } from '../../rules/lists.ts'
import { type ReturnFilter, statusesOf } from '../../rules/returns/returns.ts'
import { holdsOrder } from '../orders/staff/list-admin-orders.ts'

export const RETURN_SORTS = ['-asked'] as const
export type ReturnSort = 'asked'
const ASKED: SortColumn = { column: returns.createdAt, type: 'timestamptz' }

const piecesOf = (column: SQL) =>
  sumOf(sql`select sum(${column}) from ${returnItems} i where i.return_id = returns.id`)

const LISTED = {
  id: returns.id,
  ...columnsOf(orders, 'orderNumber', 'firstName', 'lastName', 'email', 'phone'),
  ...columnsOf(
    returns,
    'status',
    'reason',
    'createdAt',
    'decidedAt',
    'receivedAt',
    'inspectedAt',
    'endedAt',
  ),
  pieces: piecesOf(sql`i.quantity`),
  restocked: piecesOf(sql`i.restocked`),
  faulty: piecesOf(sql`i.faulty`),
  refunded: sql<
    number | null
  >`(select r.amount from ${refunds} r where r.id = returns.refund_id and r.status = 'done')`,
}

/** Searches the returns' orders. */
function searched(search: string) {
  const holds = holdsOrder(search)
  return {
    table: returns,
    id: returns.id,
    holds,
    nearLookups: lookUp(orders, sql`${orders.id} = ${returns.orderId}`),
    found: sql`select ${returns.id} from ${orders}
      ${lookUp(returns, sql`${returns.orderId} = ${orders.id}`)} where ${holds}`,
  }
}

/** A page of the returns of all online orders. Amounts in whole kwacha. */
export async function listAllReturns(
  db: Db,
  asked: {
    search: string
    status: ReturnFilter | null
    sort: ReturnSort
    direction: Direction
    after: string | null
    limit: number
  },
) {
  const { cursor, order, rest } = pageBy(ASKED, returns.id, asked)
  const statuses = asked.status ? statusesOf(asked.status) : []
  const [only] = statuses
  const where = and(
    statuses.length > 1
      ? inArray(returns.status, statuses)
      : only
        ? eq(returns.status, only)
        : undefined,
    rest,
  )
  const rows = await db
    .select({ ...LISTED, cursor })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(await searchPage(db, asked, searched, { where, order }))
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}
export type ListedReturn =
  Awaited<ReturnType<typeof listAllReturns>> extends Page<infer R> ? R : never
