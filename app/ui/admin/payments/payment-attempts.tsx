import { formatDateTime } from '../../../rules/dates.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { type ProviderResult, paymentAnswers } from '../../../rules/messages/payments/payments.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { PaymentStatus } from '../../../rules/payments/payments.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Badge, type BadgeTone } from '../badge.tsx'

export type ShownAttempt = {
  id: string
  reference: string
  status: PaymentStatus
  amount: number
  paidAmount: number | null
  paidCurrency: string | null
  channel: string | null
  lastAnswer: ProviderResult | null
  lastAskedAt: Date | null
  createdAt: Date
}

const BADGES: Record<PaymentStatus, [string, BadgeTone]> = {
  open: ['Open', 'plain'],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'bad'],
  mismatch: ['Wrong amount', 'bad'],
}

/** Asks the provider now; its answer is applied, and shown as a toast. */
export const AskProvider = ({
  about,
  id,
  label,
}: {
  about: 'order' | 'sale' | 'voucher'
  id: string
  label?: string
}) => (
  <ActForm about={{ [about]: id }}>
    <Button name="intent" value="ask">
      Ask the provider
      {label ? <span className="sr-only"> about {label}</span> : null}
    </Button>
  </ActForm>
)

/** Every payment attempt, with the provider's last answer. */
export const PaymentAttempts = ({ attempts }: { attempts: readonly ShownAttempt[] }) =>
  attempts.length === 0 ? (
    <p className="text-quiet">Nothing was begun at the provider.</p>
  ) : (
    <ul>
      {attempts.map((attempt) => {
        const [word, tone] = BADGES[attempt.status]
        return (
          <li key={attempt.id} className="border-t border-line py-2">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="tabular-nums">{formatKwacha(attempt.amount)}</span>
              <Badge tone={tone}>{word}</Badge>
            </p>
            <p className="text-sm text-quiet wrap-anywhere">
              {[
                attempt.paidAmount !== null &&
                  attempt.status === 'mismatch' &&
                  `${attempt.paidCurrency} ${attempt.paidAmount} came`,
                attempt.channel,
                attempt.lastAnswer &&
                  attempt.lastAnswer.code !== 'paid' &&
                  formatCoded(paymentAnswers, attempt.lastAnswer),
                attempt.lastAskedAt && `asked ${formatDateTime(attempt.lastAskedAt)}`,
              ]
                .filter(Boolean)
                .join(' · ') || `Started ${formatDateTime(attempt.createdAt)}, not asked about yet`}
            </p>
            <p className="font-mono text-xs text-quiet wrap-anywhere">{attempt.reference}</p>
          </li>
        )
      })}
    </ul>
  )
