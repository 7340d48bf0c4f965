import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { searchPage } from '../../db/search-page.server.ts'
import { credits, voucherRefunds } from '../../db/tables.server.ts'
import {
  type CreditKind,
  type CreditState,
  type CreditStatus,
  readCreditCode,
} from '../../rules/credit/credit.ts'
import type { Direction, Page } from '../../rules/lists.ts'

export const CREDIT_SORTS = ['-created', '-balance'] as const
const SORT_COLUMNS = {
  created: { column: credits.createdAt, type: 'timestamptz' },
  balance: { column: credits.balance, type: 'integer' },
} satisfies Record<string, SortColumn>
export type CreditSort = keyof typeof SORT_COLUMNS

/** A list shows no whole code, because whoever has it can spend it. */
export const LISTED = {
  id: credits.id,
  ending: sql<string>`right(${credits.code}, 4)`,
  ...columnsOf(credits, 'kind', 'status', 'amount', 'balance', 'email', 'createdAt'),
  refund: sql<
    'awaiting' | 'done' | null
  >`(select back.status from ${voucherRefunds} back where back.credit_id = credits.id and back.status <> 'cancelled')`,
}

/** Matches a whole code, its last four characters, or a part of the address. */
function searched(search: string) {
  const isCode = sql`${credits.code} = ${readCreditCode(search)}`
  const isEnding = sql`right(${credits.code}, 4) = ${search.replace(/^…/, '').toUpperCase()}`
  const holds = sql`(${isCode} or ${isEnding} or ${holdsText(credits.email, search)})`
  return { table: credits, id: credits.id, holds }
}

/** The codes in one state; each code is in exactly one (`creditStateOf`). */
function inState(state: CreditState | null) {
  const { status, balance } = credits
  const isOf = (refund: SQL) =>
    sql`exists (select from ${voucherRefunds} back where back.credit_id = ${credits.id} and back.status ${refund})`
  const isKept = sql`not ${isOf(sql`<> 'cancelled'`)}`
  switch (state) {
    case null:
      return undefined
    case 'awaiting':
      // Starts from the waiting codes and refunds, which are few; otherwise it would scan all codes.
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

/** A page of all codes, newest first by default. */
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

/** What the shop owes to the holders of its codes: how many have a balance, and the sum. */
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
