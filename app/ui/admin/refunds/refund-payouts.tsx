import type { ListedRefunds } from '../../../modules/refunds/list-refunds.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { OPERATOR_WORDS, payoutAnswers } from '../../../rules/messages/refunds/payouts.ts'

const ADVICE = {
  sent: 'Nobody knows yet whether it has arrived: it is asked about by itself. Do not send it in another way meanwhile.',
  failed: 'No money left. Try it again, or call it off and give the money back in another way.',
  arrived:
    'A payout of it has arrived after all, beside other money that was given back. Call it off.',
} as const

const UNSENT =
  'It has not left for an hour, as while payments are off. It leaves in the night after they are on; or end it here, and the money can be given back anew.'

/** The wallet of a refund, the outcome of each payout, and what to do about it. */
export function RefundPayouts({ refund }: { refund: ListedRefunds['rows'][number] }) {
  const { status, way, operator, phone, payouts } = refund
  if (way !== 'wallet') return null
  const hasArrived = payouts.some((payout) => payout.status === 'paid')
  const endable = payouts.find((payout) => payout.isEndable)
  return (
    <>
      <p className="text-sm wrap-anywhere">
        {operator && phone ? `To ${OPERATOR_WORDS[operator]}, ${phone}` : 'The number was erased.'}
      </p>
      <ul>
        {payouts.map(({ id, chargeId, lastAnswer, lastAskedAt, createdAt }) => (
          <li key={id} className="text-sm text-quiet wrap-anywhere">
            {[
              lastAnswer && formatCoded(payoutAnswers, lastAnswer),
              lastAskedAt
                ? `asked ${formatDateTime(lastAskedAt)}`
                : `started ${formatDateTime(createdAt)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
            <span className="block font-mono text-xs">{chargeId}</span>
          </li>
        ))}
      </ul>
      {status === 'sent' || status === 'failed' ? (
        <p className="mt-1 text-sm">
          {endable
            ? endable.sentAt === null
              ? UNSENT
              : 'For an hour the payment service has said that it knows nothing of it. Look on its own pages; if it is not there, end it here, and the money can be given back anew.'
            : ADVICE[status === 'failed' && hasArrived ? 'arrived' : status]}
        </p>
      ) : null}
    </>
  )
}
