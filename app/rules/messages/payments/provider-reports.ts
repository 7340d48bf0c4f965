import type { Coded, Sentences } from '../message.ts'

/** The HTTP status of an answer with the provider's own message, shortened and without our keys. */
type Quote = { http: number; words: string | null }
const quote = ({ http, words }: Quote) => `HTTP ${http}: ${words ?? 'no message'}`
const quoted = (text: string) => (answer: Quote) => `${text} (${quote(answer)})`

type Cause = { cause: string | null }
const withCause = (text: string, { cause }: Cause) => (cause ? `${text} (${cause})` : text)

/**
 * Why a question to the payment provider brought no payment, as its adapter reports it to staff and log; without a full
 * stop. The provider's own text is in `words`, and single words of it in `status`, `outer`, `inner` and `amount`: only
 * reports with `http` have any.
 */
export const providerReports = {
  'no-answer': ({ seconds }: { seconds: number }) => `no answer within ${seconds} s`,
  /** `cause`: Node's name for it, such as ECONNREFUSED. */
  'connection-failed': (failure: Cause) => withCause('the connection failed', failure),
  'payments-off': 'online payment is off',
  'reference-not-ours': 'the reference is not one of ours',
  'amount-not-kwacha': 'the amount is not whole kwacha',
  'not-json': ({ http }: { http: number }) => `HTTP ${http}: not JSON`,
  /** Only the provider's own text. */
  'provider-message': quote,
  'nothing-about-it': quoted('the provider says nothing about it'),
  'other-reference': quoted('the answer is about another reference'),
  'without-reference': quoted('paid by the answer, but without our reference'),
  'without-currency': quoted('paid in no currency'),
  'without-page': quoted('no usable checkout_url'),
  'test-key': quoted('in test mode: this is a test key, and the shop is live'),
  failed: ({ status, ...answer }: Quote & { status: string }) => `${status} (${quote(answer)})`,
  undecided: ({
    what,
    outer,
    inner,
    ...answer
  }: Quote & { what: 'payment' | 'payout'; outer: string | null; inner: string | null }) =>
    `status ${outer ?? 'none'}, ${what} ${inner ?? 'none'} (${quote(answer)})`,
  'amount-not-whole': ({ amount, ...answer }: Quote & { amount: string | null }) =>
    `paid an amount that is not whole${amount === null ? '' : `: ${amount}`} (${quote(answer)})`,
  // Reported by the sandbox only.
  'reference-used': 'the reference was used before',
  'unknown-to-provider': 'the payment service does not know of it',
  'not-paid-yet': 'not paid yet',
  'under-way': 'under way',
  'ended-on-test-page': ({ status }: { status: 'failed' | 'cancelled' }) =>
    `${status} on the test page`,
  'wallet-takes-none': 'The wallet of this number takes no money',
  /** `cause`: PostgreSQL's own words. */
  'sandbox-unreachable': (failure: Cause) =>
    withCause('the sandbox cannot reach its table', failure),
} satisfies Sentences
export type ProviderReport = Coded<typeof providerReports>

/** Reports of releases that did not store codes; such a release may still write them for a moment during an update. */
export const reportsOfBefore = {
  said: ({ text }: { text: string }) => text,
} satisfies Sentences
