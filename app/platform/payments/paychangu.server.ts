import { readWalletPhone } from '../../rules/refunds/payouts.ts'
import {
  describeAnswer,
  isPaid,
  type ProviderAnswer,
  readMode,
  readOutcome,
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
  readSignedWebhook,
  readText,
  type Verdict,
} from './payments.server.ts'

const LONGEST_ANSWER = 1_000_000
const LONGEST_DETAIL = 300

/** PayChangu's hosted checkout. `timeoutMs` bounds a whole answer, from connecting to its last byte. */
export function createPayChangu(options: {
  secretKey: string
  webhookSecret?: string | null | undefined
  apiUrl: string
  timeoutMs?: number
  /** A page of the provider's test mode is a page to pay on: not in a live shop. */
  takesTestMoney?: boolean
}): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs = 8000, takesTestMoney = false } = options
  const apiUrl = options.apiUrl.replace(/\/+$/, '')
  const secrets = [webhookSecret, secretKey].filter((secret) => typeof secret === 'string')
  const format = (words: string) => withoutSecrets(words, secrets).slice(0, LONGEST_DETAIL)

  async function ask(path: string, patience: number, body?: Json): Promise<ProviderAnswer> {
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
      return { arrived: false, detail: nameFailure(error, patience) }
    }
  }

  async function open(payment: PaymentToOpen): Promise<OpenedPayment> {
    const refuse = (detail: string): OpenedPayment => ({
      ok: false,
      reason: 'provider-refused',
      detail: format(detail),
    })
    if (!isPaymentReference(payment.reference)) return refuse('the reference is not one of ours')
    if (!Number.isSafeInteger(payment.amount) || payment.amount <= 0)
      return refuse('the amount is not whole kwacha')

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
      return { ok: false, reason: 'provider-unreachable', detail: format(answer.detail) }
    const { status, body } = answer
    const why = describeAnswer(status, body)
    if (status >= 500 || status === 408 || status === 429 || (status < 300 && !body))
      return { ok: false, reason: 'provider-unreachable', detail: format(why) }
    if (status >= 300 || !body || !isPaid(body.status)) return refuse(why)

    const data = asObject(body.data)
    const theirReference = asObject(data?.data)?.tx_ref
    if (theirReference !== undefined && theirReference !== payment.reference)
      return refuse(`${why}; it is about another reference`)
    // Before anybody is sent there: what is "paid" with a test key is paid by nobody.
    if (!takesTestMoney && readMode(asObject(data?.data)) === 'test')
      return refuse(`${why}; in test mode: this is a test key, and the shop is live`)
    const checkoutUrl = readWebAddress(data?.checkout_url)
    return checkoutUrl ? { ok: true, checkoutUrl } : refuse(`${why}; no usable checkout_url`)
  }

  let unanswered = 0
  // What waits behind these questions (webhooks, items of orders that are over) shall not wait for a provider
  // that is away: after three in vain only each tenth waits as long as an answer may take.
  const patience = () =>
    unanswered < 3 || unanswered % 10 === 0 ? timeoutMs : Math.ceil(timeoutMs / 8)

  async function verify(reference: string): Promise<Verdict> {
    if (!isPaymentReference(reference))
      return { state: 'pending', why: 'the reference is not one of ours' }
    const answer = await ask(`/verify-payment/${reference}`, patience())
    unanswered = answer.arrived ? 0 : unanswered + 1
    if (!answer.arrived) return { state: 'pending', why: format(answer.detail) }
    const verdict = judge(reference, answer.status, answer.body)
    return verdict.state === 'paid' ? verdict : { ...verdict, why: format(verdict.why) }
  }

  return {
    name: 'paychangu',
    open,
    verify,
    ...createPayouts((path, body) => ask(path, body ? timeoutMs : patience(), body), format),
    readWebhook: (rawBody, signature) => readSignedWebhook(rawBody, signature, secrets),
  }
}

/**
 * The rule of the provider's contract. The HTTP status decides nothing: a session that nobody has paid
 * yet answers outer `failed`, inner `pending`, on HTTP 400.
 */
function judge(reference: string, status: number, body: Json | null): Verdict {
  const answer = describeAnswer(status, body)
  const pending = (why: string): Verdict => ({ state: 'pending', why: `${why} (${answer})` })
  const data = asObject(body?.data)
  if (!body || !data) return pending('the provider says nothing about it')
  if (data.tx_ref !== undefined && data.tx_ref !== reference)
    return pending('the answer is about another reference')
  const outcome = readOutcome(body, data, 'payment')
  if (outcome.state !== 'paid') return { ...outcome, why: `${outcome.why} (${answer})` }
  if (data.tx_ref !== reference) return pending('said to be paid, without our reference')

  const { amount, mode } = outcome
  if (amount === null) return pending(`paid an amount that is not whole: ${String(data.amount)}`)
  const currency = word(data.currency).toUpperCase()
  if (!currency) return pending('paid in no currency')
  return {
    state: 'paid',
    amount,
    currency: currency === 'MK' ? 'MWK' : currency,
    providerReference: readText(data.reference),
    channel: readText(asObject(data.authorization)?.channel),
    payerPhone: readWalletPhone(readText(asObject(data.authorization)?.mobile_number) ?? ''),
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

/** A provider may quote our key back to us. */
const withoutSecrets = (words: string, secrets: readonly string[]) =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '[secret]'), words)

/** Never the error's own message: that of a key which is no valid header quotes the key. */
function nameFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the connection failed'
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return code ? `the connection failed (${code})` : 'the connection failed'
}
