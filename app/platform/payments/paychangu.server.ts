import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import { readWalletPhone } from '../../rules/refunds/payouts.ts'
import {
  cleanReport,
  isPaid,
  type ProviderResult,
  quoteOf,
  readMode,
  readOutcome,
  reportAnswer,
  word,
} from './paychangu-answers.server.ts'
import { createPayouts } from './paychangu-payouts.server.ts'
import {
  asObject,
  isPaymentReference,
  type Json,
  type OpenedPayment,
  type PaymentProvider,
  type PaymentToOpen,
  parseObject,
  readProviderText,
  readSignedWebhook,
  type Verdict,
} from './payments.server.ts'

const LONGEST_ANSWER = 1_000_000

/** PayChangu's hosted checkout. `timeoutMs` bounds a whole answer, from connecting to its last byte. */
export function createPayChangu(options: {
  secretKey: string
  webhookSecret?: string | null | undefined
  apiUrl: string
  timeoutMs?: number
  /** Whether a payment page of the provider's test mode is accepted; not in a live shop. */
  takesTestMoney?: boolean
}): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs = 8000, takesTestMoney = false } = options
  const apiUrl = options.apiUrl.replace(/\/+$/, '')
  const secrets = [webhookSecret, secretKey].filter((secret) => typeof secret === 'string')
  const clean = (report: ProviderReport) => cleanReport(report, secrets)

  async function ask(path: string, patience: number, body?: Json): Promise<ProviderResult> {
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${secretKey}`,
        },
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
      return { arrived: true, status: response.status, body: await readJson(response) }
    } catch (error) {
      return { arrived: false, report: reportFailure(error, patience) }
    }
  }

  async function open(payment: PaymentToOpen): Promise<OpenedPayment> {
    const refuse = (report: ProviderReport): OpenedPayment => ({
      ok: false,
      reason: 'provider-refused',
      report: clean(report),
    })
    if (!isPaymentReference(payment.reference)) return refuse({ code: 'reference-not-ours' })
    if (!Number.isSafeInteger(payment.amount) || payment.amount <= 0)
      return refuse({ code: 'amount-not-kwacha' })

    const answer = await ask('/payment', timeoutMs, {
      amount: String(payment.amount),
      currency: 'MWK',
      tx_ref: payment.reference,
      callback_url: payment.returnUrl,
      return_url: payment.returnUrl,
      ...withoutBlanks({
        first_name: payment.firstName,
        last_name: payment.lastName,
        email: payment.email,
      }),
      customization: withoutBlanks({ title: payment.title, description: payment.description }),
    })
    if (!answer.arrived)
      return { ok: false, reason: 'provider-unreachable', report: clean(answer.report) }
    const { status, body } = answer
    const report = reportAnswer(status, body)
    if (status >= 500 || status === 408 || status === 429 || (status < 300 && !body))
      return { ok: false, reason: 'provider-unreachable', report: clean(report) }
    if (status >= 300 || !body || !isPaid(body.status)) return refuse(report)
    const quote = quoteOf(status, body)

    const data = asObject(body.data)
    const theirReference = asObject(data?.data)?.tx_ref
    if (theirReference !== undefined && theirReference !== payment.reference)
      return refuse({ code: 'other-reference', ...quote })
    // Refused before a customer is sent there, because a payment with a test key brings no money.
    if (!takesTestMoney && readMode(asObject(data?.data)) === 'test')
      return refuse({ code: 'test-key', ...quote })
    const checkoutUrl = readWebAddress(data?.checkout_url)
    return checkoutUrl ? { ok: true, checkoutUrl } : refuse({ code: 'without-page', ...quote })
  }

  let unanswered = 0
  // Webhooks and the items of expired orders wait for these requests, and must not wait for a provider that is
  // down: after three unanswered requests only every tenth waits for the full time limit.
  const patience = () =>
    unanswered < 3 || unanswered % 10 === 0 ? timeoutMs : Math.ceil(timeoutMs / 8)

  async function verify(reference: string): Promise<Verdict> {
    if (!isPaymentReference(reference))
      return { state: 'pending', report: { code: 'reference-not-ours' } }
    const answer = await ask(`/verify-payment/${reference}`, patience())
    unanswered = answer.arrived ? 0 : unanswered + 1
    if (!answer.arrived) return { state: 'pending', report: clean(answer.report) }
    const verdict = judge(reference, answer.status, answer.body)
    return verdict.state === 'paid' ? verdict : { ...verdict, report: clean(verdict.report) }
  }

  return {
    name: 'paychangu',
    open,
    verify,
    ...createPayouts((path, body) => ask(path, body ? timeoutMs : patience(), body), clean),
    readWebhook: (rawBody, signature) => readSignedWebhook(rawBody, signature, secrets),
  }
}

/**
 * The rule of the provider's contract. The HTTP status does not count: an unpaid session answers outer `failed`,
 * inner `pending`, on HTTP 400.
 */
function judge(reference: string, status: number, body: Json | null): Verdict {
  if (!body) return { state: 'pending', report: { code: 'not-json', http: status } }
  const quote = quoteOf(status, body)
  const pending = (
    code: 'nothing-about-it' | 'other-reference' | 'without-reference' | 'without-currency',
  ): Verdict => ({ state: 'pending', report: { code, ...quote } })
  const data = asObject(body.data)
  if (!data) return pending('nothing-about-it')
  if (data.tx_ref !== undefined && data.tx_ref !== reference) return pending('other-reference')
  const outcome = readOutcome(body, data, 'payment', quote)
  if (outcome.state !== 'paid') return outcome
  if (data.tx_ref !== reference) return pending('without-reference')

  const { amount, mode } = outcome
  if (amount === null) {
    const written = readProviderText(data.amount)
    return { state: 'pending', report: { code: 'amount-not-whole', amount: written, ...quote } }
  }
  const currency = word(data.currency).toUpperCase()
  if (!currency) return pending('without-currency')
  return {
    state: 'paid',
    amount,
    currency: currency === 'MK' ? 'MWK' : currency,
    providerReference: readProviderText(data.reference),
    channel: readProviderText(asObject(data.authorization)?.channel),
    payerPhone: readWalletPhone(
      readProviderText(asObject(data.authorization)?.mobile_number) ?? '',
    ),
    mode,
  }
}

async function readJson(response: Response): Promise<Json | null> {
  const reader = response.body?.getReader()
  if (!reader) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > LONGEST_ANSWER) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  return parseObject(new TextDecoder().decode(Buffer.concat(chunks)))
}

function readWebAddress(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null
}

const withoutBlanks = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value.trim() === '' ? [] : [[key, value.trim()]],
    ),
  )

/** Never reports the error's own message: for a key that is no valid header, it quotes the key. */
function reportFailure(error: unknown, timeoutMs: number): ProviderReport {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { code: 'no-answer', seconds: timeoutMs / 1000 }
  const cause = error instanceof Error ? error.cause : null
  const named = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { code: 'connection-failed', cause: named || null }
}
