import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { sandboxPayouts } from '../../db/tables/refunds/refunds-payouts.server.ts'
import type { PayoutProvider } from './payouts.server.ts'

/** The outcome of a sandbox payout by phone number, as at the provider; every other number is paid at once. */
const ENDS: Record<string, 'failed' | 'pending'> = {
  '+265990000001': 'failed',
  '+265899817566': 'failed',
  '+265990000002': 'pending',
}
/** What the sandbox says can be paid out. */
const BALANCE = 5_000_000

/** Pays out in the sample shop without moving money. Its state is in the database, like that of its payments. */
export function createSandboxPayouts(db: Db): PayoutProvider {
  return {
    async payOut({ chargeId, amount, phone }) {
      try {
        const status = ENDS[phone] ?? 'paid'
        const taken = await db
          .insert(sandboxPayouts)
          .values({ chargeId, amount, status })
          .onConflictDoNothing()
          .returning({ chargeId: sandboxPayouts.chargeId })
        return taken.length > 0
          ? { state: 'accepted' }
          : { state: 'refused', report: { code: 'reference-used' } }
      } catch {
        return { state: 'unclear', report: { code: 'sandbox-unreachable', cause: null } }
      }
    },
    async verifyPayout(chargeId) {
      try {
        const [payout] = await db
          .select()
          .from(sandboxPayouts)
          .where(eq(sandboxPayouts.chargeId, chargeId))
        if (!payout) return { state: 'unknown' }
        if (payout.status === 'pending') return { state: 'pending', report: { code: 'under-way' } }
        if (payout.status === 'failed')
          return { state: 'failed', report: { code: 'wallet-takes-none' } }
        const { amount } = payout
        return {
          state: 'paid',
          amount,
          providerReference: numberOf(chargeId),
          fee: 0,
          mode: 'test',
        }
      } catch {
        return { state: 'pending', report: { code: 'sandbox-unreachable', cause: null } }
      }
    },
    readBalance: async () => BALANCE,
  }
}

/** The sandbox's own number of a payout, the same each time it is asked. */
const numberOf = (chargeId: string) =>
  `TEST-${createHash('sha256').update(chargeId).digest('hex').slice(0, 10)}`
