import { Form, useLocation, useNavigation } from 'react-router'
import { formatAmount } from '../../../rules/money.ts'
import { RequestField } from '../../kit/request-field.tsx'
import { SendButton } from '../form/send-button.tsx'

/** The totals of a price change, and the button that plans it. */
export function PlanForm({
  of,
  changing,
  overlaps,
  fingerprint,
  isStale,
}: {
  of: number
  changing: number
  overlaps: readonly string[]
  fingerprint: string
  /** Whether something else was typed since: only what was shown can be planned. */
  isStale: boolean
}) {
  const { pathname, search } = useLocation()
  const isSending = useNavigation().formMethod === 'POST'
  const isPlannable = changing > 0 && overlaps.length === 0
  return (
    <section aria-label="Totals" className="my-4 grid gap-3">
      <p className="text-lg font-semibold">
        {changing === 0
          ? 'No price would change.'
          : `${formatAmount(changing)} of ${formatAmount(of)} ${of === 1 ? 'price changes' : 'prices change'}.`}
      </p>
      {overlaps.length > 0 ? (
        <div role="alert" className="rounded-card bg-alarm-wash p-3 text-alarm">
          <p className="font-semibold">
            Another change holds at that time. Choose another time, or end that change first:
          </p>
          <ul className="list-disc pl-5">
            {overlaps.map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {isPlannable ? (
        <Form method="post" action={`${pathname}${search}`} className="on-screen">
          <RequestField />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          <SendButton isSending={isSending} isOff={isStale}>
            {isSending ? 'Planning…' : 'Plan this change'}
          </SendButton>
          {isStale ? <p className="mt-1 text-quiet">Please look at the new prices first.</p> : null}
        </Form>
      ) : null}
    </section>
  )
}
