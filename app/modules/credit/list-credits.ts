import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import { personName } from '../../db/names.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { searchPage } from '../../db/search-page.server.ts'
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
  voucherRefunds,
} from '../../db/tables.server.ts'
import {
  type CreditKind,
  type CreditState,
  type CreditStatus,
  isJustIssued,
  readCreditCode,
} from '../../rules/credit/credit.ts'
import type { Direction, Page } from '../../rules/lists.ts'
import { isUuid } from '../../rules/uuid.ts'

export const CREDIT_SORTS = ['-created', '-balance'] as const
const SORT_COLUMNS = {
  created: { column: credits.createdAt, type: 'timestamptz' },
  balance: { column: credits.balance, type: 'integer' },
} satisfies Record<string, SortColumn>
export type CreditSort = keyof typeof SORT_COLUMNS

/** A list knows no whole code: who has it can spend it. */
const LISTED = {
  id: credits.id,
  ending: sql<string>`right(${credits.code}, 4)`,
  ...columnsOf(credits, 'kind', 'status', 'amount', 'balance', 'email', 'createdAt'),
  refund: sql<
    'awaiting' | 'done' | null
  >`(select back.status from ${voucherRefunds} back where back.credit_id = credits.id and back.status <> 'cancelled')`,
}

/** By a whole code, by its last four, or by a part of the address. */
function searched(search: string) {
  const isCode = sql`${credits.code} = ${readCreditCode(search)}`
  const isEnding = sql`right(${credits.code}, 4) = ${search.replace(/^…/, '').toUpperCase()}`
  const holds = sql`(${isCode} or ${isEnding} or ${holdsText(credits.email, search)})`
  return { table: credits, id: credits.id, holds }
}

/** Those in one state: each is in one alone (`creditStateOf`). */
function inState(state: CreditState | null) {
  const { status, balance } = credits
  const isOf = (refund: SQL) =>
    sql`exists (select from ${voucherRefunds} back where back.credit_id = ${credits.id} and back.status ${refund})`
  const isKept = sql`not ${isOf(sql`<> 'cancelled'`)}`
  switch (state) {
    case null:
      return undefined
    case 'awaiting':
      // By those that wait: few do, and many are the codes that would be looked through for them.
      return sql`${credits.id} in (select c.id from ${credits} c where c.status = 'awaiting'
        union all select back.credit_id from ${voucherRefunds} back where back.status = 'awaiting')`
    case 'paid-back':
      return isOf(sql`= 'done'`)
    case 'used-up':
      return and(eq(status, 'active'), eq(balance, 0), isKept)
    case 'active':
      return and(eq(status, 'active'), gt(balance, 0))
    default:
      return and(eq(status, state), isKept)
  }
}

/** A page of all codes, the newest first unless asked otherwise. */
export async function listCredits(
  db: Db,
  asked: {
    search: string
    status: CreditState | null
    kind: CreditKind | null
    sort: CreditSort
    direction: Direction
    after: string | null
    limit: number
  },
): Promise<Page<ListedCredit>> {
  const { cursor, order, rest } = pageBy(SORT_COLUMNS[asked.sort], credits.id, asked)
  const where = and(
    inState(asked.status),
    asked.kind ? eq(credits.kind, asked.kind) : undefined,
    rest,
  )
  const rows = await db
    .select({ ...LISTED, cursor })
    .from(credits)
    .where(await searchPage(db, asked, searched, { where, order }))
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}
export type ListedCredit = {
  id: string
  ending: string
  kind: CreditKind
  status: CreditStatus
  amount: number
  balance: number
  email: string | null
  createdAt: Date
  refund: 'awaiting' | 'done' | null
}

/** What the shop owes to whoever has its codes: how many hold something, and how much together. */
export async function sumCredits(db: Db): Promise<{ count: number; amount: number }> {
  const [sum] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`coalesce(sum(${credits.balance}), 0)`.mapWith(Number),
    })
    .from(credits)
    .where(gt(credits.balance, 0))
  return sum ?? { count: 0, amount: 0 }
}

const MOST_MOVES = 200
const refunded = alias(orders, 'refunded')

/**
 * One code with its history, the newest first; undefined for what is none. Whole for who has just issued it alone
 * (`showCode` for everybody else).
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
        // Of a return at the till, and of a sale of a voucher, its code has the id.
        saleNumber: sql<
          string | null
        >`coalesce(${posSales.saleNumber}, (select sale.sale_number from ${posReturns} back
          join ${posSales} sale on sale.id = back.pos_sale_id where back.id = ${creditMovements.creditId} and ${creditMovements.kind} = 'issued'),
          (select sale.sale_number from ${posSales} sale where sale.id = ${creditMovements.creditId} and sale.voucher_amount > 0 and ${creditMovements.kind} = 'issued'))`,
        /** The till that reserved it, and whether its sale has still to come. */
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
