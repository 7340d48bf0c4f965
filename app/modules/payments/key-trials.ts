import { and, desc, eq, inArray } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { keyTrials } from '../../db/tables.server.ts'
import { takesTestMoney } from '../../platform/config.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { ProviderResult } from '../../rules/messages/payments/payments.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  KEY_TRIAL_STATUSES,
  KEY_TRIAL_STEPS,
  type KeyTrialStatus,
  TRIAL_AMOUNT,
} from '../../rules/payments/key-trials.ts'
import { settings } from '../../rules/settings/settings.ts'
import { CURRENCY } from '../../shop.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { newReference, takeQuestion } from './payments.ts'

type TrialShop = Pick<Services, 'db' | 'config' | 'payments' | 'rateLimiter' | 'log'>
type Ended = { status: KeyTrialStatus; lastAnswer: ProviderResult }

/** The latest trial; null when there was none. */
export async function findLatestTrial(db: Db) {
  const [latest] = await db
    .select(columnsOf(keyTrials, 'reference', 'provider', 'status', 'lastAnswer', 'createdAt'))
    .from(keyTrials)
    .orderBy(desc(keyTrials.createdAt), desc(keyTrials.id))
    .limit(1)
  return latest ?? null
}
export type KeyTrial = NonNullable<Awaited<ReturnType<typeof findLatestTrial>>>

/**
 * A super_admin tries the provider's keys: opens a payment page for MK 50 as a customer's is opened, and returns
 * its address; null when the provider opened none, and the trial says why. Refuses other roles, a shop without
 * keys, and too many trials.
 */
export async function tryKeys(
  shop: TrialShop,
  actor: Actor & { role: Role },
): Promise<
  | { ok: true; checkoutUrl: string | null }
  | Refusal<'settings-not-yours' | 'payments-off' | 'too-many-attempts'>
> {
  const { db, config, payments, rateLimiter } = shop
  if (actor.role !== 'super_admin') return { ok: false, reason: 'settings-not-yours' }
  if (config.payments === 'off') return { ok: false, reason: 'payments-off' }
  const taken = await rateLimiter.take('key trials', LIMITS.keyTrials)
  if (!taken.allowed) return refuseTooMany(taken)
  const reference = newReference()
  const provider = payments.name
  await db.transaction(async (db) => {
    await db
      .insert(keyTrials)
      .values({ reference, provider, amount: TRIAL_AMOUNT, byUser: actor.userId })
    await recordAudit(db, actor, {
      action: 'keys tried',
      entity: 'payment_keys',
      entityId: reference,
      label: provider,
    })
  })
  const opened = await payments.open({
    reference,
    amount: TRIAL_AMOUNT,
    title: settings().name,
    description: settings().name,
    returnUrl: `${config.baseUrl}/payments/return/${reference}`,
  })
  if (opened.ok) {
    const { checkoutUrl } = opened
    await db.update(keyTrials).set({ checkoutUrl }).where(eq(keyTrials.reference, reference))
    return { ok: true, checkoutUrl }
  }
  const { reason, report } = opened
  shop.log.warn({ reference, reason, report }, 'keys refused')
  await endTrial(db, reference, {
    status: reason === 'provider-unreachable' ? 'unreachable' : 'refused',
    lastAnswer: report,
  })
  return { ok: true, checkoutUrl: null }
}

/**
 * Asks the provider for the outcome of a trial; false when no trial has this reference. Calling it again changes
 * nothing, and too often asks nothing.
 */
export async function settleTrial(shop: TrialShop, reference: string): Promise<boolean> {
  const { db, config, payments } = shop
  const [trial] = await db.select().from(keyTrials).where(eq(keyTrials.reference, reference))
  if (!trial) return false
  if (trial.status !== 'open' || trial.provider !== payments.name) return true
  if (!(await takeQuestion(shop, reference))) return true
  const verdict = await payments.verify(reference)
  await endTrial(db, reference, judge(verdict, trial.amount, takesTestMoney(config)))
  return true
}

/**
 * Only live money, in full and in the shop's currency, shows that customers can pay; a refusal leaves the trial open.
 */
function judge(verdict: Verdict, amount: number, isTestEnough: boolean): Ended {
  if (verdict.state !== 'paid') return { status: 'open', lastAnswer: verdict.report }
  if (verdict.mode !== 'live' && !isTestEnough) {
    const code = verdict.mode === 'test' ? 'test-money' : 'not-live-money'
    return { status: 'test', lastAnswer: { code } }
  }
  const { amount: paidAmount, currency: paidCurrency } = verdict
  if (paidCurrency !== CURRENCY || paidAmount < amount) {
    const paid = { paidAmount, paidCurrency, amount, currency: CURRENCY }
    return { status: 'refused', lastAnswer: { code: 'underpaid', ...paid } }
  }
  return { status: 'paid', lastAnswer: { code: 'paid' } }
}

function endTrial(db: Db, reference: string, ended: Ended) {
  const from = KEY_TRIAL_STATUSES.filter((one) => KEY_TRIAL_STEPS[one].includes(ended.status))
  return db
    .update(keyTrials)
    .set(ended)
    .where(and(eq(keyTrials.reference, reference), inArray(keyTrials.status, from)))
}
