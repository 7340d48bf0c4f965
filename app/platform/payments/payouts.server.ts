import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import type { WalletOperator } from '../../rules/refunds/payouts.ts'
import type { PaymentMode } from './payments.server.ts'

export type PayoutToSend = {
  /** Ours, unique for each payout and stored before this is asked. */
  chargeId: string
  /** Whole kwacha, more than 0. */
  amount: number
  operator: WalletOperator
  /** `+265` and nine digits. */
  phone: string
}

/**
 * What came back on the request to pay out; the end of a payout is what `verifyPayout` says. `refused` is no proof that
 * nothing leaves: the answer of another request may have come in its place. `report`: bounded, without our secrets.
 */
export type SentPayout =
  | { state: 'accepted' }
  | { state: 'refused'; report: ProviderReport }
  | { state: 'unclear'; report: ProviderReport }

/** What the provider says about one payout. `unknown`: it answers that it has none of this number. */
export type PayoutVerdict =
  | {
      state: 'paid'
      amount: number
      providerReference: string | null
      /** What the provider took for it, in whole kwacha, rounded up. */
      fee: number | null
      mode: PaymentMode
    }
  | { state: 'failed'; report: ProviderReport }
  | { state: 'unknown' }
  | { state: 'pending'; report: ProviderReport }

/** The provider's side that pays out. Nothing here throws. */
export type PayoutProvider = {
  /** Asks for a payout. Not safe to ask twice: whoever calls has written down before that it leaves. */
  payOut(payout: PayoutToSend): Promise<SentPayout>
  /** Asks what has become of one; safe to ask again at any time. */
  verifyPayout(chargeId: string): Promise<PayoutVerdict>
  /** How much can be paid out, in whole kwacha; null where it does not say. */
  readBalance(): Promise<number | null>
}

/**
 * Where nothing is paid out. It asks nobody, so it never says that a payout is unknown: a person may end one by that.
 */
export const noPayouts: PayoutProvider = {
  payOut: async () => ({ state: 'refused', report: { code: 'payments-off' } }),
  verifyPayout: async () => ({ state: 'pending', report: { code: 'payments-off' } }),
  readBalance: async () => null,
}
