import { useEffect, useRef, useState } from 'react'
import { cashOnceDone, MONEY_IS_IN } from '../../../../rules/messages/till/till.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import { paidBeside } from '../../../../rules/till/tenders.ts'
import { isShort } from '../../../../rules/till/till-payment.ts'
import { Button } from '../../../kit/button.tsx'
import { Press } from '../../kit/buttons.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import type { MobileSaleProps } from './mobile-sale-props.ts'
import { PayCode } from './pay-code.tsx'
import { useMobileSale } from './use-mobile-sale.ts'

/**
 * A sale that waits for mobile money: what to pay, where, and its state as it changes. Only the server says paid or
 * cancelled; a connection that is down says neither.
 */
export function MobileSale({
  sale,
  isOnline,
  onPaid,
  onGivenUp,
  unsent,
  onLater,
}: MobileSaleProps) {
  const { seen, connection, busy, message, act } = useMobileSale(sale.saleId, isOnline)
  const [isAsking, setAsking] = useState(false)
  const isOver = useRef(false)

  useEffect(() => {
    if (!seen || isOver.current || (seen.state !== 'paid' && !isShort(seen))) return
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

  const isGone = connection === 'gone' && unsent !== undefined
  const state = connection === 'gone' ? 'given-up' : (seen?.state ?? 'waiting')
  const url = seen ? (seen.payment?.checkoutUrl ?? null) : sale.checkoutUrl
  const number = seen?.saleNumber ?? sale.saleNumber
  const amount = seen?.payment?.amount ?? sale.total - sale.cashAmount - (sale.otherwise ?? 0)
  const inCash = seen ? paidBeside(seen).cashAmount : sale.cashAmount
  const press = (what: 'ask' | 'again') => ({
    'aria-busy': busy === what,
    disabled: busy !== null,
    onClick: () => void act(what),
  })

  const isIn = seen?.payment?.isIn === true
  const isPayable = state === 'waiting' && url !== null
  return (
    <section
      aria-labelledby="mobile-sale"
      className={`grid items-center gap-4 md:gap-x-8 ${isPayable ? 'md:grid-cols-[18rem_minmax(0,1fr)]' : ''}`}
    >
      <div className="text-center md:order-1">
        <h2 id="mobile-sale" className="text-xl">
          {isGone ? 'Not sent' : isIn ? HEADINGS.paid : HEADINGS[state]}
        </h2>
        <p
          className={`leading-tight font-bold whitespace-nowrap tabular-nums ${isPayable ? 'text-[length:clamp(2.25rem,5vw,3.5rem)]' : 'text-[length:clamp(2.5rem,11vw,5rem)]'}`}
        >
          {formatKwacha(amount)}
        </p>
        <p className="text-quiet">by mobile money{number ? ` · ${number}` : ''}</p>
        {inCash > 0 && state === 'waiting' ? (
          <p className="mt-1 font-semibold text-balance tabular-nums md:text-lg">
            {cashOnceDone({ amount: inCash, isIn })}
          </p>
        ) : null}
        {seen?.exchange && state === 'waiting' && !isIn ? (
          <p className="text-sm text-balance text-quiet">
            Exchange for <span className="whitespace-nowrap">{seen.exchange.number}</span>,{' '}
            {sale.isBack
              ? `taken back as store credit: ${formatKwacha(seen.exchange.amount)} of it is used here`
              : 'taken back once this is paid'}
          </p>
        ) : null}
      </div>

      {isPayable ? <PayCode url={url} phone={seen?.customerPhone ?? null} /> : null}

      <div className="grid gap-3 md:order-2 md:col-span-full">
        <ConnectionNotice connection={connection} />
        {state === 'held' ? (
          <p className="rounded-card bg-alarm-wash p-4 font-semibold text-alarm">
            Money came for this sale, but not what was asked.{' '}
            {sale.isVoucher
              ? 'No voucher was made: call an admin.'
              : 'Keep the goods and call an admin:'}
            {' it stands in the back office under POS sales.'}
          </p>
        ) : null}
        {state === 'waiting' && seen?.payment?.hasFailedTry ? (
          <p className="rounded-card bg-sand p-4 font-semibold">
            The last try failed. The customer may try again on the same page.
          </p>
        ) : null}
        <output aria-live="polite" className="block text-center font-semibold empty:hidden">
          {isIn ? MONEY_IS_IN : message}
        </output>
        {state === 'waiting' && seen && !url && !isIn ? (
          <p className="text-center text-lg">There is no page to pay on yet.</p>
        ) : null}
        {isGone ? <NotSent {...unsent} /> : null}
        {state === 'given-up' && !isGone ? (
          <CalledOff isVoucher={sale.isVoucher} onBack={goBack} />
        ) : null}

        {isIn ? (
          <Press className="min-h-14 text-lg" onClick={onLater}>
            Serve the next customer
          </Press>
        ) : state === 'waiting' || state === 'held' ? (
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            <Press
              tone="lake"
              className="col-span-full min-h-14 text-lg"
              data-first
              {...press('ask')}
            >
              {busy === 'ask' ? 'Asking…' : 'Customer says it is paid'}
            </Press>
            {state === 'waiting' ? (
              <Press className={SMALL} {...press('again')}>
                {busy === 'again' ? 'Asking…' : 'New payment page'}
              </Press>
            ) : null}
            <Press className={SMALL} onClick={onLater}>
              Serve the next customer
            </Press>
            <Press
              className={`${SMALL} border-0 text-alarm! max-sm:col-span-full`}
              disabled={busy !== null}
              onClick={() => setAsking(true)}
            >
              Cancel the payment
            </Press>
          </div>
        ) : null}
      </div>
      {isAsking ? (
        <CancelQuestion
          isVoucher={sale.isVoucher}
          isBack={sale.isBack}
          isBusy={busy === 'cancel'}
          onYes={() => void cancel()}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </section>
  )
}

const SMALL = 'px-2 leading-tight'

const HEADINGS = {
  waiting: 'Waiting for the payment of',
  held: 'Not the right amount for',
  paid: 'Paid',
  'given-up': 'Not paid',
} as const

const CalledOff = ({
  isVoucher,
  onBack,
}: {
  isVoucher: boolean | undefined
  onBack: () => void
}) => (
  <div className="grid justify-items-center gap-4 text-center">
    <p className="text-lg">
      This payment was cancelled{' '}
      {isVoucher ? 'and no voucher was made.' : 'and its goods are free again.'} If the customer
      pays later all the same, the money is credited to it and an admin is told.
    </p>
    <Button type="button" tone="lake" size="lg" onClick={onBack}>
      Back to the cart
    </Button>
  </div>
)

function NotSent({ onAgain, onBack }: NonNullable<MobileSaleProps['unsent']>) {
  const [isBusy, setBusy] = useState(false)
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-lg">The sale did not reach the shop. Nothing was charged.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          type="button"
          tone="lake"
          size="lg"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => {
            setBusy(true)
            void onAgain().finally(() => setBusy(false))
          }}
        >
          {isBusy ? 'Sending…' : 'Send it again'}
        </Button>
        <Button type="button" size="lg" disabled={isBusy} onClick={onBack}>
          Back to the cart
        </Button>
      </div>
    </div>
  )
}
