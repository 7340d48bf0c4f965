import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import type { WalletOperator } from '../../rules/refunds/payouts.ts'
import {
  isPaid,
  type ProviderResult,
  quoteOf,
  readOutcome,
  reportAnswer,
  word,
} from './paychangu-answers.server.ts'
import { asObject, isPaymentReference, type Json, readProviderText } from './payments.server.ts'
import type { PayoutProvider, PayoutVerdict, SentPayout } from './payouts.server.ts'

type Ask = (path: string, body?: Json) => Promise<ProviderResult>

/** The operators' ids, used when the provider's list cannot be read. */
const FALLBACK: Record<WalletOperator, string> = {
  airtel: '20be6c20-adeb-4b5b-a7ba-0769820df4fb',
  tnm: '27494cb5-ba9e-437f-a114-4e7a7686bcca',
}

/** Statuses of an answer that refuses the request and is about no payout. */
const KNOWS_OF_NONE = new Set([400, 404, 422])

/** PayChangu's payouts to mobile wallets (docs/payments.md, Payouts). `clean` bounds words and takes secrets out. */
export function createPayouts(
  ask: Ask,
  clean: (report: ProviderReport) => ProviderReport,
): PayoutProvider {
  async function findOperator(operator: WalletOperator): Promise<string> {
    const answer = await ask('/mobile-money')
    const listed = answer.arrived && Array.isArray(answer.body?.data) ? answer.body.data : []
    const found = listed.map(asObject).find((one) => word(one?.short_code) === operator)
    return readProviderText(found?.ref_id) ?? FALLBACK[operator]
  }

  async function payOut({
    chargeId,
    amount,
    operator,
    phone,
  }: Parameters<PayoutProvider['payOut']>[0]) {
    const failed = (state: 'refused' | 'unclear', report: ProviderReport): SentPayout => ({
      state,
      report: clean(report),
    })
    if (!isPaymentReference(chargeId)) return failed('refused', { code: 'reference-not-ours' })
    if (!Number.isSafeInteger(amount) || amount <= 0)
      return failed('refused', { code: 'amount-not-kwacha' })
    const answer = await ask('/mobile-money/payouts/initialize', {
      mobile_money_operator_ref_id: await findOperator(operator),
      mobile: phone.replace(/^\+265/, '0'),
      amount: String(amount),
      charge_id: chargeId,
    })
    if (!answer.arrived) return failed('unclear', answer.report)
    const { status, body } = answer
    const report = reportAnswer(status, body)
    if (!body || status >= 500 || status === 408 || status === 429) return failed('unclear', report)
    if (status < 300 && isPaid(body.status)) return { state: 'accepted' } as const
    return failed('refused', report)
  }

  async function look(path: string, chargeId: string): Promise<PayoutVerdict> {
    const answer = await ask(path)
    return answer.arrived
      ? judge(chargeId, answer.status, answer.body)
      : { state: 'pending', report: answer.report }
  }

  async function verifyPayout(chargeId: string): Promise<PayoutVerdict> {
    if (!isPaymentReference(chargeId))
      return { state: 'pending', report: { code: 'reference-not-ours' } }
    let verdict = await look(`/direct-charge/payouts/${chargeId}/details`, chargeId)
    // Its documentation names one address for payouts to banks and wallets; its own library uses another for wallets.
    if (verdict.state === 'unknown')
      verdict = await look(`/mobile-money/payments/${chargeId}/details`, chargeId)
    return 'report' in verdict ? { ...verdict, report: clean(verdict.report) } : verdict
  }

  async function readBalance(): Promise<number | null> {
    const answer = await ask('/wallet-balance?currency=MWK')
    const data = answer.arrived && asObject(answer.body?.data)
    if (!data) return null
    const whole = Math.floor(Number(data.main_balance ?? data.balance ?? Number.NaN))
    return Number.isSafeInteger(whole) ? whole : null
  }

  return { payOut, verifyPayout, readBalance }
}

/** The HTTP status does not count when the body is about this payout. */
function judge(chargeId: string, status: number, body: Json | null): PayoutVerdict {
  if (!body) return { state: 'pending', report: { code: 'not-json', http: status } }
  const quote = quoteOf(status, body)
  const pending = (code: 'nothing-about-it' | 'other-reference'): PayoutVerdict => ({
    state: 'pending',
    report: { code, ...quote },
  })
  const data = asObject(body.data)
  const payout = asObject(data?.transaction) ?? data
  if (!payout) {
    const isNone = KNOWS_OF_NONE.has(status) && !isPaid(body.status)
    return isNone ? { state: 'unknown' } : pending('nothing-about-it')
  }
  if (payout.charge_id !== chargeId) return pending('other-reference')
  const outcome = readOutcome(body, payout, 'payout', quote)
  if (outcome.state !== 'paid') return outcome
  const { amount, mode } = outcome
  if (amount === null) {
    const written = readProviderText(payout.amount)
    return { state: 'pending', report: { code: 'amount-not-whole', amount: written, ...quote } }
  }
  return {
    state: 'paid',
    amount,
    providerReference: readProviderText(payout.ref_id) ?? readProviderText(payout.reference),
    fee: readFee(payout),
    mode,
  }
}

/** Rounds up, because reported fees have fractions, and the shop's cost must not look too low. */
function readFee(payout: Json): number | null {
  const charges = asObject(payout.transaction_charges)
  const charge = charges?.amount ?? payout.charge ?? payout.charges
  const fee = Math.ceil(Number(readProviderText(charge) ?? Number.NaN))
  return Number.isSafeInteger(fee) && fee >= 0 && fee < 2 ** 31 ? fee : null
}
