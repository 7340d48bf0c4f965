import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { orderEvents, payments, profiles } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  guessOperator,
  readWalletPhone,
  WALLET_OPERATORS,
  type Wallet,
  type WalletOperator,
} from '../../../rules/refunds/payouts.ts'
import type { ActorOrJob } from '../../audit/record-audit.ts'

/** As a form says it: the number in any way of writing it. */
export type WalletInput = { operator: string; phone: string }
type Of = { id: string; phone: string; userId: string }

/** The numbers that money of an order came from, where the provider says them, the latest first. */
async function numbersThatPaid(db: Db | Tx, orderId: string): Promise<string[]> {
  const paid = await db
    .select({ phone: payments.payerPhone })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.payerPhone)))
    .orderBy(desc(payments.settledAt))
    .limit(5)
  return paid.flatMap(({ phone }) => phone ?? [])
}

/**
 * Whether a wallet is the payer's: one that has paid; where none is known, the order's own number, unless staff have
 * typed it, who could pay out to themselves by it.
 */
async function isPayers(db: Tx, order: Of, phone: string): Promise<boolean> {
  const paid = await numbersThatPaid(db, order.id)
  if (paid.length > 0) return paid.includes(phone)
  if (readWalletPhone(order.phone) !== phone) return false
  const [written] = await db
    .select({
      isOwn: sql<
        boolean | null
      >`bool_and(${orderEvents.byUser} is not distinct from ${order.userId})`,
    })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, order.id),
        sql`${orderEvents.note} ->> 'code' in ('placed', 'edited')`,
      ),
    )
  return written?.isOwn === true
}

/** What the form is to propose; null where no number of a wallet is known. */
export async function proposeWallet(
  db: Db,
  order: Pick<Of, 'id' | 'phone'>,
): Promise<{ operator: WalletOperator | null; phone: string } | null> {
  const [paid] = await numbersThatPaid(db, order.id)
  const phone = paid ?? readWalletPhone(order.phone)
  return phone ? { operator: guessOperator(phone), phone } : null
}

/**
 * The wallet that a form names, whether it is not the payer's, and whether it is that of whoever asks. Refuses where
 * nothing is paid out, a number that is no wallet's, and an operator that is none.
 */
export async function checkWallet(
  { config }: Pick<Services, 'config'>,
  db: Tx,
  { order, actor, asked }: { order: Of; actor: ActorOrJob; asked: WalletInput | null | undefined },
): Promise<
  | { ok: true; wallet: Wallet; isOther: boolean; isOwn: boolean }
  | Refusal<'payouts-off' | 'payout-phone-bad' | 'payout-operator-missing'>
> {
  if (config.payments === 'off') return { ok: false, reason: 'payouts-off' }
  const phone = readWalletPhone(asked?.phone ?? '')
  if (!phone) return { ok: false, reason: 'payout-phone-bad' }
  const operator = WALLET_OPERATORS.find((one) => one === asked?.operator)
  if (!operator) return { ok: false, reason: 'payout-operator-missing' }
  const [own] = await db
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId))
  return {
    ok: true,
    wallet: { operator, phone },
    isOther: !(await isPayers(db, order, phone)),
    isOwn: readWalletPhone(own?.phone ?? '') === phone,
  }
}
