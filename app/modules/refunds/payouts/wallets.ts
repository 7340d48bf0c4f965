import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { payments, profiles } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  guessOperator,
  readWalletPhone,
  WALLET_OPERATORS,
  type Wallet,
  type WalletOperator,
} from '../../../rules/refunds/payouts.ts'
import type { Actor } from '../../audit/record-audit.ts'

/** As a form says it: the number in any way of writing it. */
export type AskedWallet = { operator: string; phone: string }
type Of = { id: string; phone: string }

/** The numbers that money of an order comes from, where it was paid by mobile money, and then that of its customer. */
async function payersNumbers(db: Db | Tx, order: Of): Promise<string[]> {
  const paid = await db
    .select({ phone: payments.payerPhone })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), isNotNull(payments.payerPhone)))
    .orderBy(desc(payments.settledAt))
    .limit(5)
  return [...paid.map(({ phone }) => phone ?? ''), readWalletPhone(order.phone) ?? ''].filter(
    (phone) => phone !== '',
  )
}

/** What the form is to propose; null where no number of a wallet is known. */
export async function proposeWallet(
  db: Db,
  order: Of,
): Promise<{ operator: WalletOperator | null; phone: string } | null> {
  const [phone] = await payersNumbers(db, order)
  return phone ? { operator: guessOperator(phone), phone } : null
}

/**
 * The wallet that a form names, whether it is not the payer's, and whether it is that of whoever asks. Refuses where
 * nothing is paid out, a number that is no wallet's, and an operator that is none.
 */
export async function checkWallet(
  { config }: Pick<Services, 'config'>,
  db: Tx,
  { order, actor, asked }: { order: Of; actor: Actor; asked: AskedWallet | null | undefined },
): Promise<
  | { ok: true; wallet: Wallet; isOther: boolean; isOwn: boolean }
  | Refusal<'payouts-off' | 'payout-phone-bad' | 'payout-operator-missing'>
> {
  if (config.payments === 'off') return { ok: false, reason: 'payouts-off' }
  const phone = readWalletPhone(asked?.phone ?? '')
  if (!phone) return { ok: false, reason: 'payout-phone-bad' }
  const operator = WALLET_OPERATORS.find((one) => one === asked?.operator)
  if (!operator) return { ok: false, reason: 'payout-operator-missing' }
  const known = await payersNumbers(db, order)
  const [own] = await db
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId))
  return {
    ok: true,
    wallet: { operator, phone },
    isOther: !known.includes(phone),
    isOwn: readWalletPhone(own?.phone ?? '') === phone,
  }
}
