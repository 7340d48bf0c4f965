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

/** As the form sends it: the number in any notation. */
export type WalletInput = { operator: string; phone: string }
type Of = { id: string; phone: string; userId: string }

/** The phone numbers that paid for an order, as far as the provider reports them, latest first. */
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
 * Whether a wallet is the payer's: a number that has paid. When none is known, it is the order's own number, unless
 * staff typed it: they could pay out to themselves with it.
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

/** The wallet that the form proposes; null when no wallet number is known. */
export async function proposeWallet(
  db: Db,
  order: Pick<Of, 'id' | 'phone'>,
): Promise<{ operator: WalletOperator | null; phone: string } | null> {
  const [paid] = await numbersThatPaid(db, order.id)
  const phone = paid ?? readWalletPhone(order.phone)
  return phone ? { operator: guessOperator(phone), phone } : null
}

/**
 * Reads the wallet of a form. `isOther`: it is not the payer's; `isOwn`: it is the actor's own. Refuses when the shop
 * pays nothing out, a number that is no wallet's, and an unknown operator.
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
