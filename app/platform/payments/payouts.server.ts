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
 * The answer to a request to pay out; only `verifyPayout` gives the outcome. `refused` does not prove that no money
 * leaves: the answer may belong to another request. `report`: bounded, without our secrets.
 */
export type SentPayout =
  | { state: 'accepted' }
  | { state: 'refused'; report: ProviderReport }
  | { state: 'unclear'; report: ProviderReport }

/** The provider's answer about one payout. `unknown`: it has no payout with this id. */
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

/** A provider that pays out. Nothing here throws. */
export type PayoutProvider = {
  /** Requests a payout. Not safe to repeat: the caller must first store that it is being sent. */
  payOut(payout: PayoutToSend): Promise<SentPayout>
  /** Asks what has become of one; safe to ask again at any time. */
  verifyPayout(chargeId: string): Promise<PayoutVerdict>
  /** How much can be paid out, in whole kwacha; null when the provider does not say. */
  readBalance(): Promise<number | null>
}

/**
 * The provider of a shop without payouts. It never answers `unknown`, because staff may end a payout on that answer.
 */
export const noPayouts: PayoutProvider = {
  payOut: async () => ({ state: 'refused', report: { code: 'payments-off' } }),
  verifyPayout: async () => ({ state: 'pending', report: { code: 'payments-off' } }),
  readBalance: async () => null,
}
