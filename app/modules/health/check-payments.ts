import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { payments } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const NAMED = 5
/** The provider is asked about this many settled payments and as many open ones. */
const ASKED = 10
/** When the provider answers about none of the settled payments, and they are at least this many, it is unreachable. */
const AWAY = 3

/**
 * Whether every paid order has a payment, and the provider confirms the newest payments of the last 30 days
 * (docs/product.md, Payments). Asks the provider, so it may take some seconds.
 */
export async function checkPayments(
  shop: Pick<Shop, 'db' | 'payments' | 'config'>,
): Promise<Finding> {
  const bare = await findUnpaid(shop.db)
  if (bare.count > 0) return { code: 'payments-without-money', ...bare }
  if (shop.config.payments === 'off') return { code: 'payments-off' }
  const asked = await listAsked(shop)
  const verdicts = await Promise.all(
    asked.map(async (payment) => ({
      payment,
      verdict: await shop.payments.verify(payment.reference),
    })),
  )
  const differing = verdicts
    .filter(({ payment: { status, paidAmount }, verdict }) =>
      status === 'open'
        ? verdict.state === 'paid'
        : verdict.state === 'failed' || (verdict.state === 'paid' && verdict.amount !== paidAmount),
    )
    .map(({ payment }) => payment.reference)
  if (differing.length > 0)
    return { code: 'payments-differ', count: differing.length, names: differing }
  const silent = verdicts.filter(
    ({ payment, verdict }) => payment.status === 'paid' && verdict.state === 'pending',
  )
  const settled = asked.filter(({ status }) => status === 'paid')
  if (silent.length >= AWAY && silent.length === settled.length)
    return { code: 'payments-unreachable', asked: silent.length }
  if (silent.length > 0) return { code: 'payments-unanswered', asked: silent.length }
  return { code: 'payments-agree', asked: asked.length }
}

/**
 * Finds paid orders without a payment. A payment of another amount than was asked counts, because staff have decided
 * about it.
 */
async function findUnpaid(db: Db) {
  const { rows } = await db.execute<{ count: number; names: string[] }>(sql`
    with bare as (
      select order_number as name from orders o where paid_at is not null and total_amount > credit_amount and not exists (
        select from payments p where p.order_id = o.id and p.status in ('paid', 'mismatch')))
    select count(*)::int as count, coalesce((array_agg(name order by name))[:${NAMED}::int], '{}') as names from bare`)
  return rows[0] ?? { count: 0, names: [] }
}

/** Only payments of the current provider: another one cannot be asked. */
async function listAsked({ db, payments: provider }: Pick<Shop, 'db' | 'payments'>) {
  const newest = (status: 'paid' | 'open') =>
    db
      .select(columnsOf(payments, 'reference', 'status', 'paidAmount'))
      .from(payments)
      .where(
        and(
          eq(payments.status, status),
          eq(payments.provider, provider.name),
          gt(payments.createdAt, sql`now() - interval '30 days'`),
          // Newer payments are checked by their own job.
          lt(payments.createdAt, sql`now() - interval '15 minutes'`),
        ),
      )
      .orderBy(desc(payments.createdAt))
      .limit(ASKED)
  return [...(await newest('paid')), ...(await newest('open'))]
}
