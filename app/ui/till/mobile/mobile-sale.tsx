import { useEffect, useRef, useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { LineNotice } from './line-notice.tsx'
import type { MobileSaleProps } from './mobile-sale-props.ts'
import { PayCode } from './pay-code.tsx'
import { useMobileSale } from './use-mobile-sale.ts'

/**
 * A sale that waits for mobile money: what to pay, where, and how it stands, as it happens. Only the
 * server says paid or called off; a line that is down says neither.
 */
export function MobileSale({ sale, isOnline, onPaid, onGivenUp, onLater }: MobileSaleProps) {
  const { seen, line, busy, said, act } = useMobileSale(sale.saleNumber, isOnline)
  const [isAsking, setAsking] = useState(false)
  const isOver = useRef(false)

  useEffect(() => {
    if (seen?.state !== 'paid' || isOver.current) return
    isOver.current = true
    onPaid(seen)
  }, [seen, onPaid])

  function goBack() {
    if (isOver.current) return
    isOver.current = true
    onGivenUp()
  }
  async function cancel() {
    const after = await act('cancel')
    setAsking(false)
    if (after?.state === 'given-up') goBack()
  }

  const state = line === 'gone' ? 'given-up' : (seen?.state ?? 'waiting')
  const url = seen ? (seen.payment?.checkoutUrl ?? null) : sale.checkoutUrl
  const amount = seen?.payment?.amount ?? (sale.total - sale.cashAmount || null)
  const inCash = seen?.cashAmount ?? sale.cashAmount
  const press = (what: 'ask' | 'again') => ({
    type: 'button' as const,
    size: 'lg' as const,
    'aria-busy': busy === what,
    disabled: busy !== null,
    onClick: () => void act(what),
  })

  return (
    <section aria-labelledby="mobile-sale" className="grid gap-5">
      <div className="text-center">
        <h2 id="mobile-sale" className="text-xl">
          {HEADINGS[state]}
        </h2>
        <p className="mt-1 text-[length:clamp(2.5rem,11vw,5rem)] leading-tight font-bold tabular-nums">
          {amount === null ? '…' : formatKwacha(amount)}
        </p>
        <p className="text-quiet">
          by mobile money · {sale.saleNumber}
          {inCash > 0 ? ` · ${formatKwacha(inCash)} in cash` : ''}
        </p>
      </div>

      <LineNotice line={line} />
      {state === 'held' ? (
        <p className="rounded-card bg-alarm-wash p-4 font-semibold text-alarm">
          Money came for this sale, but not what was asked. Keep the goods and call an admin: it
          stands in the back office under POS sales.
        </p>
      ) : null}
      {state === 'waiting' && seen?.payment?.hasFailedTry ? (
        <p className="rounded-card bg-sand p-4 font-semibold">
          The last try failed. The customer may try again on the same page.
        </p>
      ) : null}
      <output aria-live="polite" className="block text-center font-semibold empty:hidden">
        {said}
      </output>

      {state === 'waiting' && url ? (
        <PayCode url={url} phone={seen?.customerPhone ?? null} />
      ) : null}
      {state === 'waiting' && seen && !url ? (
        <p className="text-center text-lg">There is no page to pay on yet.</p>
      ) : null}
      {state === 'given-up' ? <CalledOff onBack={goBack} /> : null}

      {state === 'waiting' || state === 'held' ? (
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="lake" {...press('ask')}>
            {busy === 'ask' ? 'Asking…' : 'Customer says it is paid'}
          </Button>
          {state === 'waiting' ? (
            <Button {...press('again')}>{busy === 'again' ? 'Asking…' : 'New payment page'}</Button>
          ) : null}
          <Button type="button" size="lg" onClick={onLater}>
            Serve the next customer
          </Button>
          <Button
            type="button"
            size="lg"
            tone="bare"
            disabled={busy !== null}
            onClick={() => setAsking(true)}
          >
            Cancel the payment
          </Button>
        </div>
      ) : null}
      {isAsking ? (
        <CancelQuestion
          isBusy={busy === 'cancel'}
          onYes={() => void cancel()}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </section>
  )
}

const HEADINGS = {
  waiting: 'Waiting for the payment of',
  held: 'Not the right amount for',
  paid: 'Paid',
  'given-up': 'Not paid',
} as const

const CalledOff = ({ onBack }: { onBack: () => void }) => (
  <div className="grid justify-items-center gap-4 text-center">
    <p className="text-lg">
      This payment was called off and its goods are free again. If the customer pays later all the
      same, the money is credited to it and an admin is told.
    </p>
    <Button type="button" tone="lake" size="lg" onClick={onBack}>
      Back to the basket
    </Button>
  </div>
)
