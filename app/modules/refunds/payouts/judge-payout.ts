import { takesTestMoney } from '../../../platform/config.server.ts'
import type { PayoutVerdict } from '../../../platform/payments/payouts.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { PayoutResult } from '../../../rules/messages/refunds/payouts.ts'
import { type PayoutOutcome, REFUSED_FOR_GOOD_SECONDS } from '../../../rules/refunds/payouts.ts'
import type { Payout } from './find-payout.ts'

export type OtherProvider = { state: 'other-provider' }

export type PayoutDetails = { providerReference?: string | null; fee?: number | null }
type Judged = { outcome: PayoutOutcome; answer: PayoutResult; facts?: PayoutDetails }

/** Judges an answer: a payout has arrived only with its whole amount, as real money. */
export function judge(
  { config, now }: Services,
  payout: Payout,
  verdict: PayoutVerdict | OtherProvider,
): Judged {
  const { provider, amount, refusedAt, refusedWith, refusal, lastAnswer } = payout
  switch (verdict.state) {
    case 'other-provider':
      // It was never sent, and never will be.
      return { outcome: 'failed', answer: { code: 'other-provider', provider } }
    case 'paid': {
      const { providerReference, fee } = verdict
      if (verdict.amount !== amount) {
        const answer = { code: 'other-amount', paidAmount: verdict.amount, amount } as const
        return { outcome: 'pending', answer }
      }
      if (verdict.mode === 'test' && !takesTestMoney(config))
        return { outcome: 'failed', answer: { code: 'test-money' } }
      return { outcome: 'paid', answer: { code: 'paid' }, facts: { providerReference, fee } }
    }
    case 'unknown': {
      const refusedFor = refusedAt ? (now().getTime() - refusedAt.getTime()) / 1000 : 0
      const answer: PayoutResult = refusedWith
        ? { code: 'not-accepted', report: refusedWith }
        : // The release before, which may run beside this one for a moment, stores its own words there.
          refusal !== null && lastAnswer
          ? lastAnswer
          : { code: 'not-known' }
      const isForGood = refusedFor >= REFUSED_FOR_GOOD_SECONDS
      return { outcome: isForGood ? 'failed' : 'unknown', answer }
    }
    default:
      return { outcome: verdict.state, answer: verdict.report }
  }
}
