import type { KeyTrialStatus } from '../../payments/key-trials.ts'
import type { PaymentProviderName } from '../../payments/payments.ts'
import { formatCoded, type Message } from '../message.ts'
import { type ProviderResult, paymentAnswers } from './payments.ts'

type Trial = {
  provider: PaymentProviderName
  status: KeyTrialStatus
  lastAnswer: ProviderResult | null
}
type TrialResult = Message & { tone: 'plain' | 'good' | 'bad' }

const TITLES: Record<KeyTrialStatus, string> = {
  open: 'The keys open a page to pay on; nothing was paid on it yet',
  paid: 'The keys work: the payment arrived',
  test: 'These are test keys: customers cannot pay with them',
  refused: 'The payment service refused',
  unreachable: 'The payment service gave no answer',
}
const NEXT: Record<KeyTrialStatus, string> = {
  open: 'Pay on it, or try once more.',
  paid: 'Customers can pay online.',
  test: 'Take the live keys from the dashboard of PayChangu and set PAYCHANGU_SECRET_KEY.',
  refused:
    'Compare PAYCHANGU_SECRET_KEY with the dashboard of PayChangu: a key has no blanks, and belongs to one account.',
  unreachable: 'Look whether the server reaches the internet, and try again in some minutes.',
}

/** The result of a trial of the payment keys, in plain words and then in the provider's. */
export function describeTrial({ provider, status, lastAnswer }: Trial): TrialResult {
  const tone = status === 'paid' ? 'good' : status === 'open' ? 'plain' : 'bad'
  if (provider === 'sandbox' && status === 'paid')
    return {
      tone: 'plain',
      title: 'The test payment went through',
      description: 'No money moved: with real keys it goes the same way.',
    }
  const answer = lastAnswer && status !== 'paid' ? formatCoded(paymentAnswers, lastAnswer) : null
  return {
    tone,
    title: `${TITLES[status]}.`,
    description: answer ? `${NEXT[status]} It says: ${answer}` : NEXT[status],
  }
}
