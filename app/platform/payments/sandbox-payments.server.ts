import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce, type RowShape, rowPlaceholders, splitRow } from '../../db/prepared.server.ts'
import { sandboxPayments } from '../../db/tables/payments.server.ts'
import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import { type PaymentProvider, readSignedWebhook, signWebhook } from './payments.server.ts'
import { createSandboxPayouts } from './sandbox-payouts.server.ts'

export type SandboxPayment = typeof sandboxPayments.$inferSelect
export type SandboxDecision = 'pay' | 'fail' | 'cancel'
export type SandboxStep = {
  payment: SandboxPayment
  /** Where the browser goes, as with the real provider; null: it stays on the sandbox's page. */
  next: string | null
  /** The webhook that is due now, if any. */
  webhook: 'success' | 'failed' | null
}

const STATUS_AFTER = { pay: 'paid', fail: 'failed', cancel: 'cancelled' } as const

const prepareInsert = prepareOnce((db: Db, row: RowShape<typeof sandboxPayments.$inferInsert>) =>
  db
    .insert(sandboxPayments)
    .values(rowPlaceholders(row))
    .onConflictDoNothing()
    .returning({ reference: sandboxPayments.reference }),
)

/**
 * Replaces the provider in the sample shop, and where it was chosen by name. Its state is in the database, which
 * several processes share.
 */
export function createSandboxPayments(options: {
  db: Db
  baseUrl: string
  secret: string
}): PaymentProvider {
  const { db, secret } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  return {
    name: 'sandbox',
    async open({ reference, amount, title, description, returnUrl }) {
      try {
        const row = splitRow({
          reference,
          amount,
          currency: 'MWK',
          title,
          description,
          returnUrl,
        })
        const opened = await prepareInsert(db, row.shape).execute(row.values)
        if (opened.length === 0)
          return { ok: false, reason: 'provider-refused', report: { code: 'reference-used' } }
        return {
          ok: true,
          checkoutUrl: `${baseUrl}/sandbox/pay/${encodeURIComponent(reference)}`,
        }
      } catch (error) {
        return { ok: false, reason: 'provider-unreachable', report: reportFailure(error) }
      }
    },
    async verify(reference) {
      try {
        const payment = await findSandboxPayment(db, reference)
        if (!payment) return { state: 'pending', report: { code: 'unknown-to-provider' } }
        if (payment.status === 'paid')
          return {
            state: 'paid',
            amount: payment.amount,
            currency: payment.currency,
            providerReference: numberOf(payment),
            channel: 'Test',
            mode: 'test',
          }
        if (payment.status === 'pending')
          return { state: 'pending', report: { code: 'not-paid-yet' } }
        return { state: 'failed', report: { code: 'ended-on-test-page', status: payment.status } }
      } catch (error) {
        return { state: 'pending', report: reportFailure(error) }
      }
    },
    readWebhook: (rawBody, signature) => readSignedWebhook(rawBody, signature, [secret]),
    ...createSandboxPayouts(db),
  }
}

/** The payment that the test page shows, or null. */
export async function findSandboxPayment(
  db: Db,
  reference: string,
): Promise<SandboxPayment | null> {
  const [payment] = await db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.reference, reference))
  return payment ?? null
}

/**
 * Stores what the customer chose on the test page; null for an unknown reference. A paid payment stays paid. After a
 * failed attempt, or after giving up, the customer may still pay (a late payment, as in real life).
 */
export async function decideSandboxPayment(
  db: Db,
  reference: string,
  decision: SandboxDecision,
): Promise<SandboxStep | null> {
  const isAttempt = decision !== 'cancel'
  const [changed] = await db
    .update(sandboxPayments)
    .set({
      status: STATUS_AFTER[decision],
      attempts: sql`${sandboxPayments.attempts} + ${isAttempt ? 1 : 0}`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(sandboxPayments.reference, reference),
        decision === 'pay'
          ? ne(sandboxPayments.status, 'paid')
          : inArray(sandboxPayments.status, ['pending', 'failed']),
      ),
    )
    .returning()
  // A second tap gets the first one's outcome, and sends no second webhook.
  const payment = changed ?? (await findSandboxPayment(db, reference))
  if (!payment) return null
  return {
    payment,
    next: leadBack(payment),
    webhook: changed && isAttempt ? (decision === 'pay' ? 'success' : 'failed') : null,
  }
}

/** The webhook's bytes and `Signature`, shaped like the provider's hosted event. */
export function buildSandboxWebhook(
  payment: SandboxPayment,
  outcome: 'success' | 'failed',
  secret: string,
): { body: string; signature: string } {
  const charge = Math.round((payment.amount * 3) / 100)
  const body = JSON.stringify({
    event_type: 'checkout.payment',
    currency: payment.currency,
    amount: payment.amount,
    charge,
    total_amount_paid: payment.amount + charge,
    mode: 'sandbox',
    type: 'API Payment (Checkout)',
    status: outcome,
    reference: numberOf(payment),
    tx_ref: payment.reference,
    meta: '{}',
    authorization: { channel: 'Test' },
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  })
  return { body, signature: signWebhook(body, secret) }
}

function leadBack(payment: SandboxPayment): string | null {
  const status = { paid: 'success', cancelled: 'cancelled', failed: null, pending: null }[
    payment.status
  ]
  if (status === null) return null
  const back = new URL(payment.returnUrl)
  back.searchParams.set('tx_ref', payment.reference)
  back.searchParams.set('status', status)
  return back.href
}

/** The sandbox's own number of a payment, the same each time it is asked. */
const numberOf = (payment: SandboxPayment) =>
  `TEST-${createHash('sha256').update(payment.reference).digest('hex').slice(0, 10)}`

const LONGEST_CAUSE = 300

function reportFailure(error: unknown): ProviderReport {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const message = cause instanceof Error ? cause.message.slice(0, LONGEST_CAUSE) : null
  return { code: 'sandbox-unreachable', cause: message }
}
