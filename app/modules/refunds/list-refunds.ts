import { asc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { personName } from '../../db/names.server.ts'
import type { Db } from '../../db/open.server.ts'
import {
  creditMovements,
  credits,
  payouts,
  refunds,
  refundWallets,
} from '../../db/tables.server.ts'
import { ENDABLE_AFTER_SECONDS } from '../../rules/refunds/payouts.ts'
import { type CreditedMoney, MOST_REFUNDS } from '../../rules/refunds/refunds.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import { readMoney, readRefundedUnits } from './read-money.ts'

const COLUMNS = columnsOf(
  refunds,
  'id',
  'status',
  'way',
  'amount',
  'reason',
  'createdAt',
  'endedAt',
)

/**
 * All refunds of an order for staff, oldest first, with the money that came for the order and what
 * can still be refunded.
 */
export async function listRefunds(db: Db, orderId: string) {
  const [rows, money, units] = await Promise.all([
    db
      .select({
        ...COLUMNS,
        ...columnsOf(refunds, 'note', 'reference', 'version', 'requestedBy'),
        credit: creditMovements.creditId,
        by: personName(refunds.requestedBy),
        approvedBy: personName(refunds.approvedBy),
        ...columnsOf(refundWallets, 'operator', 'phone'),
      })
      .from(refunds)
      .leftJoin(creditMovements, eq(creditMovements.refundId, refunds.id))
      .leftJoin(refundWallets, eq(refundWallets.refundId, refunds.id))
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id))
      .limit(MOST_REFUNDS),
    readMoney(db, orderId),
    readRefundedUnits(db, orderId),
  ])
  const sent = rows.some(({ way }) => way === 'wallet') ? await listPayouts(db, orderId) : []
  const withPayouts = rows.map((row) => ({
    ...row,
    payouts: sent.filter(({ refundId }) => refundId === row.id),
  }))
  const { secondPersonFrom } = limitSettings()
  return { rows: withPayouts, money, units: Object.fromEntries(units), secondPersonFrom }
}

const MOST_PAYOUTS = 100

/** All payouts of an order's refunds, oldest first; `isEndable`: staff may end it (end-payout.ts). */
const listPayouts = (db: Db, orderId: string) =>
  db
    .select({
      ...columnsOf(
        payouts,
        'id',
        'refundId',
        'chargeId',
        'status',
        'lastAnswer',
        'lastAskedAt',
        'createdAt',
        'sentAt',
      ),
      isEndable: sql<boolean>`(${payouts.status} = 'open'
        and coalesce(case when ${payouts.sentAt} is null then ${payouts.createdAt} else ${payouts.unknownSince} end
          <= now() - make_interval(secs => ${ENDABLE_AFTER_SECONDS}), false))`,
    })
    .from(payouts)
    .innerJoin(refunds, eq(refunds.id, payouts.refundId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .limit(MOST_PAYOUTS)
export type ListedRefunds = {
  rows: Awaited<ReturnType<typeof listRefunds>>['rows']
  money: CreditedMoney & { delivery: number; covered: number; exchanged: number }
  /** By the ids of the order's lines: for how many units money was refunded. */
  units: Record<string, number>
  /** The sum, over all refunds of the order, from which a second person has to approve. */
  secondPersonFrom: number | null
}

/**
 * The refunds of an order that its customer may see: those that are done. Only its account gets the codes of store
 * credit, because whoever reads a code can spend it.
 */
export async function listOwnRefunds(db: Db, orderId: string, withCodes = false) {
  const rows = await db
    .select({ ...COLUMNS, code: credits.code })
    .from(refunds)
    .leftJoin(creditMovements, eq(creditMovements.refundId, refunds.id))
    .leftJoin(credits, eq(credits.id, creditMovements.creditId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(MOST_REFUNDS)
  return rows.flatMap(({ id, status, way, amount, endedAt, code }) =>
    status === 'done' ? [{ id, way, amount, at: endedAt, code: withCodes ? code : null }] : [],
  )
}
export type OwnRefund = Awaited<ReturnType<typeof listOwnRefunds>>[number]
