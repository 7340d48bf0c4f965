import { createHmac, timingSafeEqual } from 'node:crypto'
import { cutText } from '../../rules/cut-text.ts'
import type { ProviderReport } from '../../rules/messages/payments/provider-reports.ts'
import type { PaymentProviderName } from '../../rules/payments/payments.ts'
import { noPayouts, type PayoutProvider } from './payouts.server.ts'

export type PaymentToOpen = {
  /** Our own tx_ref, unique for each attempt and stored before this is asked: `[A-Za-z0-9_-]`, at most 60. */
  reference: string
  /** Whole kwacha, more than 0. */
  amount: number
  title: string
  description: string
  firstName?: string
  lastName?: string
  email?: string
  /** Our reference is in its path: the provider loses query strings. */
  returnUrl: string
}

/** `report` is for the staff and the log: bounded, without our secrets. */
export type OpenedPayment =
  | { ok: true; checkoutUrl: string }
  | {
      ok: false
      reason: 'provider-unreachable' | 'provider-refused' | 'payments-off'
      report: ProviderReport
    }

/** `unsaid`: the answer does not say, or says something that we do not know. */
export type PaymentMode = 'live' | 'test' | 'unsaid'

/**
 * The provider's answer about one reference. `paid` means that both of its statuses say so for this reference;
 * the caller compares amount and currency. `failed` is not final: the customer may still pay on the same page.
 */
export type Verdict =
  | {
      state: 'paid'
      amount: number
      currency: string
      providerReference: string | null
      channel: string | null
      /** The wallet's number, `+265…`, where the provider says it in full. */
      payerPhone?: string | null
      /** The mode that the provider reports: only `live` is money. */
      mode: PaymentMode
    }
  | { state: 'failed'; report: ProviderReport }
  | { state: 'pending'; report: ProviderReport }

export type ReadWebhook =
  | {
      ok: true
      /** The reference of the payment, or the id of the payout, that the webhook is about. */
      reference: string | null
      chargeId?: string
      eventType: string
    }
  | { ok: false; reason: 'bad-signature' | 'not-json' }

/** A provider that takes payments. Nothing here throws: wrong answers, time-outs and outages are values. */
export type PaymentProvider = PayoutProvider & {
  name: PaymentProviderName
  /** Makes a payment page for the customer. */
  open(payment: PaymentToOpen): Promise<OpenedPayment>
  /** Asks what has become of a payment; safe to ask again at any time. */
  verify(reference: string): Promise<Verdict>
  /** Checks the signature on the raw bytes before anything is parsed. */
  readWebhook(rawBody: Uint8Array, signature: string | null): ReadWebhook
}

/** The provider of a shop without online payments: it opens no payment, and knows none. */
export const noPayments: PaymentProvider = {
  name: 'paychangu',
  open: async () => ({ ok: false, reason: 'payments-off', report: { code: 'payments-off' } }),
  verify: async () => ({ state: 'pending', report: { code: 'payments-off' } }),
  readWebhook: () => ({ ok: false, reason: 'bad-signature' }),
  ...noPayouts,
}

/** Whether a text may be a tx_ref of the provider, and part of its URLs. */
export const isPaymentReference = (reference: string) => /^[A-Za-z0-9_-]{1,60}$/.test(reference)

/** Hex HMAC-SHA256 of the raw bytes, as the `Signature` header carries it. */
export function signWebhook(rawBody: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex')
}

/** Refuses unless one of the secrets signed these very bytes; an empty secret signs nothing. */
export function readSignedWebhook(
  rawBody: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
): ReadWebhook {
  const given = signature?.trim() ?? ''
  if (!/^[0-9a-f]{64}$/i.test(given)) return { ok: false, reason: 'bad-signature' }
  const received = Buffer.from(given, 'hex')
  const signed = secrets
    .filter((secret) => secret !== '')
    .map((secret) => timingSafeEqual(received, Buffer.from(signWebhook(rawBody, secret), 'hex')))
  if (!signed.includes(true)) return { ok: false, reason: 'bad-signature' }
  const body = parseObject(new TextDecoder().decode(rawBody))
  if (!body) return { ok: false, reason: 'not-json' }
  const ours = (value: unknown) => {
    const text = readProviderText(value)
    return text && isPaymentReference(text) ? text : null
  }
  const eventType = readProviderText(body.event_type) ?? ''
  const chargeId = eventType === 'api.payout' ? ours(body.charge_id) : null
  return { ok: true, reference: ours(body.tx_ref), eventType, ...(chargeId ? { chargeId } : {}) }
}

const LONGEST_TEXT = 300

export type Json = Record<string, unknown>

/** The JSON object in a text, or null; never throws. */
export function parseObject(text: string): Json | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

/** JSON that is an object; null for a list, a value or nothing. */
export const asObject = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

/** A string that a column takes, or a number as one; null when blank, with a NUL in it, or anything else. */
export function readProviderText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.includes('\0')) return null
  return cutText(value.toWellFormed().trim(), LONGEST_TEXT) || null
}
