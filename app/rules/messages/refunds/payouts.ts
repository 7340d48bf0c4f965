import { formatKwacha } from '../../money.ts'
import type { PayoutStatus, WalletOperator } from '../../refunds/payouts.ts'
import { type Coded, error, formatCoded, type Messages, type Sentences } from '../message.ts'
import {
  type ProviderReport,
  providerReports,
  reportsOfBefore,
} from '../payments/provider-reports.ts'

export const OPERATOR_WORDS: Record<WalletOperator, string> = {
  airtel: 'Airtel Money',
  tnm: 'TNM Mpamba',
}

const formatRefused = (report: string) => `The payment service refuses it: ${report}`

/** The provider's last answer about a payout, for the staff; without a full stop. */
export const payoutAnswers = {
  paid: 'It has arrived',
  accepted: 'The payment service has taken it',
  'test-money': 'Paid in the test mode of the payment service: no money left',
  'other-amount': ({ paidAmount, amount }: { paidAmount: number; amount: number }) =>
    `The payment service speaks of ${formatKwacha(paidAmount)} in place of ${formatKwacha(amount)}: look there`,
  'other-provider': ({ provider }: { provider: string }) =>
    `It was asked of ${provider}, which pays nothing out here now`,
  'not-known': 'The payment service does not know of it',
  'not-accepted': ({ report }: { report: ProviderReport }) =>
    formatRefused(formatCoded(providerReports, report)),
  ended: 'Ended by hand: the payment service does not know of it',
  'not-needed': 'Not sent: the money had arrived by the payout before',
  ...providerReports,
  ...reportsOfBefore,
  /** Written by earlier releases, too. */
  refused: ({ text }: { text: string }) => formatRefused(text),
} satisfies Sentences
/** The answers that may be stored. */
export type PayoutResult = Exclude<Coded<typeof payoutAnswers>, { code: 'said' | 'refused' }>

/** The payout notes of an order's history. */
export const payoutNotes = {
  'payout-sent': ({ amount }: { amount: number }) =>
    `${formatKwacha(amount)} is being paid out to a mobile wallet`,
  'payout-failed': ({ amount }: { amount: number }) =>
    `The payout of ${formatKwacha(amount)} has failed: no money left`,
  'payout-beyond': ({ amount }: { amount: number }) =>
    `A payout of ${formatKwacha(amount)} has arrived beside other money that was given back: more has left than was to`,
} satisfies Sentences

/** Refusals of payouts. */
export const payoutRefusals = {
  'payout-phone-bad': error(
    'Please type the mobile number of a wallet in Malawi: 088, 089, 098 or 099 and seven digits.',
  ),
  'payout-operator-missing': error('Please choose Airtel Money or TNM Mpamba.'),
  'payouts-off': error(
    'This shop has no payment service that pays out. Give the money back by bank or in cash.',
  ),
  'payout-no-wallet': error(
    'The number of the wallet was erased. Give the money back in another way.',
  ),
  'payout-arrived': error(
    'A payout of this refund has arrived after all: nothing more is sent for it. Call it off.',
  ),
  'payout-parts-gone': error(
    'What this refund is for was given back in another way since, or exchanged: nothing is sent for it. Call it off.',
  ),
  'payout-still-possible': error(
    'The payment service may still pay this out. It can be ended an hour after it says that it does not know of it.',
  ),
  'balance-not-known': error(
    'The payment service does not say how much there is. That stops no payout.',
  ),
} satisfies Messages

export const payoutStatuses = {
  'payout-phone-bad': 400,
  'payout-operator-missing': 400,
  'payouts-off': 409,
  'payout-no-wallet': 409,
  'payout-arrived': 409,
  'payout-parts-gone': 409,
  'payout-still-possible': 409,
  'balance-not-known': 502,
} as const

type PaidOut = { orderNumber: string; amount: number }

/** Notices of payouts. */
export const payoutNotices = {
  'payout-sent': ({ orderNumber, amount }: PaidOut) => ({
    title: 'The money is on its way',
    description: `The payment service is asked to pay out the ${formatKwacha(amount)} of ${orderNumber}. What becomes of it stands here.`,
  }),
  'payout-asked': ({
    amount,
    status,
    answer,
  }: {
    amount: number
    status: PayoutStatus
    answer: PayoutResult | null
  }) => ({
    title: { open: 'Not known yet', paid: 'It has arrived', failed: 'It has failed' }[status],
    description: `${formatKwacha(amount)}: ${answer ? formatCoded(payoutAnswers, answer) : 'no answer'}.`,
  }),
  'payout-ended': ({ orderNumber, amount }: PaidOut) => ({
    title: 'Payout ended',
    description: `The ${formatKwacha(amount)} of ${orderNumber} can be given back anew. If it arrives after all, it counts.`,
  }),
  'payout-balance': ({ balance }: { balance: number }) => ({
    title: `${formatKwacha(balance)} can be paid out`,
    description: 'As the payment service says now.',
  }),
} satisfies Messages
