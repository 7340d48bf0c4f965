import { formatKwacha } from '../../money.ts'
import { type Coded, error, formatCoded, type Messages, type Sentences } from '../message.ts'
import { providerReports, reportsOfBefore } from './provider-reports.ts'

/** Refusals of payments and their provider. */
export const paymentRefusals = {
  'payment-failed': ({ closed }: { closed?: string }) => ({
    title: 'Payment failed',
    description: closed
      ? `${closed} is no longer waiting for payment. Please check out again.`
      : 'There was an error processing your payment. Please try again.',
  }),
  'provider-unreachable': {
    title: 'Payment failed',
    description:
      'We could not reach the payment service. Nothing was charged. Please try again in a minute.',
  },
  'provider-refused': { title: 'Payment failed', description: 'Failed to initiate payment' },
  'payments-off': {
    title: 'Online payment is off',
    description:
      'This shop takes no payments online at the moment. Nothing was charged, and your cart is kept.',
  },
  'provider-not-asked': error('The provider could not be asked. Please try again in a minute.'),
} satisfies Messages

/** Notices of payments and their provider. */
export const paymentNotices = {
  'keys-asked': {
    title: 'The payment service was asked',
    description: 'What it says stands below.',
  },
  'first-steps-hidden': {
    title: 'Hidden on this device',
    description: 'They stay at Settings, Payment keys.',
  },
  'provider-asked': ({ answers }: { answers: readonly AttemptResult[] }) => ({
    title: 'The provider was asked',
    description:
      answers.map((answer) => formatCoded(attemptAnswers, answer)).join(' ') ||
      'No payment was ever begun for it.',
  }),
} satisfies Messages

/** Payments that do not settle what they were made for; without a full stop. */
export const oddMoney = {
  'test-money': 'Paid in the test mode of the payment service: no money came',
  'not-live-money': 'Paid, but the payment service does not say that it is live money',
  underpaid: ({ paidAmount, paidCurrency, amount, currency }: Underpaid) =>
    `Paid ${paidCurrency} ${paidAmount} of ${currency} ${amount}`,
} satisfies Sentences
export type OddMoney = Coded<typeof oddMoney>

/** The result of an attempt to pay, without a full stop. */
export const paymentAnswers = {
  paid: 'Paid',
  ...oddMoney,
  'other-provider': ({ provider }: { provider: string }) =>
    `opened with ${provider}, which takes no payments here now`,
  ...providerReports,
  ...reportsOfBefore,
} satisfies Sentences
/** The answers that may be stored. */
export type ProviderResult = Exclude<Coded<typeof paymentAnswers>, { code: 'said' }>
type Underpaid = { paidAmount: number; paidCurrency: string; amount: number; currency: string }

type Attempt = { reference: string; amount: number }
const nameOf = ({ reference, amount }: Attempt) =>
  `Attempt ${reference.slice(0, 9)}… over ${formatKwacha(amount)}`
const moneyOf = (amount: number, currency: string) =>
  currency === 'MWK' ? formatKwacha(amount) : `${currency} ${amount}`

/** The provider's answer about one attempt, when a person asks. */
export const attemptAnswers = {
  paid: ({
    paidAmount,
    paidCurrency,
    channel,
    ...attempt
  }: Attempt & { paidAmount: number; paidCurrency: string; channel: string | null }) =>
    `${nameOf(attempt)}: ${moneyOf(paidAmount, paidCurrency)} paid${channel ? ` by ${channel}` : ''}.`,
  answered: ({ answer, ...attempt }: Attempt & { answer: ProviderResult | null }) =>
    `${nameOf(attempt)}: ${answer ? formatCoded(paymentAnswers, answer) : 'no answer'}.`,
  /** Answers of releases that did not store codes. */
  written: ({ text }: { text: string }) => text,
} satisfies Sentences
export type AttemptResult = Coded<typeof attemptAnswers>
