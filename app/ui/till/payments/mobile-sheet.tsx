import { useRef, useState } from 'react'
import { tillRefusals } from '../../../rules/messages/till/till.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { discountNeedsApproval } from '../../../rules/till/till-sale.ts'
import { Press } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { wasDone } from '../notify.ts'
import { Changes } from '../sales/changes.tsx'
import { type ChangedLine, findChanges } from '../sales/check-prices.ts'
import { dueOf } from '../store/acts.ts'
import { goesOnCode } from '../store/sales/exchange-in-cart.ts'
import type { Basket } from '../store/state.ts'
import { beginMobile } from './begin-mobile.ts'
import { canAskPayment, sendMobileSale } from './mobile/send-mobile-sale.ts'

/** Mobile money for the whole sale, or for the rest after a part in cash. */
export function MobileSheet({
  till,
  onClose,
  onNeedsApproval,
}: SheetProps & {
  onNeedsApproval: (what?: 'refund') => void
}) {
  // The basket that is being sent: it has left the till's state already.
  const [sent, setSent] = useState<Basket | null>(null)
  const basket = sent ?? till.basket
  // The rest that neither a code nor an exchange pays.
  const { totals, exchanged, rest: total } = dueOf(basket)
  const [isSplit, setSplit] = useState(false)
  const [cash, setCash] = useState<number | null>(null)
  const [changes, setChanges] = useState<ChangedLine[]>([])
  const [error, setError] = useState('')
  const isBusy = useRef(false)
  const cashAmount = isSplit ? (cash ?? 0) : 0
  const isPossible = cashAmount < total && (!isSplit || cashAmount > 0)

  const start = async () => {
    if (isBusy.current || !isPossible) return
    isBusy.current = true
    setSent(basket)
    try {
      await ask()
    } finally {
      isBusy.current = false
      setSent(null)
    }
  }
  const ask = async () => {
    const changed = await findChanges(basket)
    setChanges(changed)
    if (changed.length > 0) return
    if (!basket.approval && discountNeedsApproval(till.person?.role ?? 'customer', totals))
      return onNeedsApproval()
    if (!(await canAskPayment(basket))) return
    const started = await beginMobile(cashAmount)
    setError(started.ok || started.reason ? '' : started.message)
    if (!started.ok && !started.reason) return
    if (!started.ok && started.reason === 'till-refund') return onNeedsApproval('refund')
    if (!wasDone(started)) return
    const became = await sendMobileSale(started.wait)
    if (became === 'needs-approval') onNeedsApproval()
    else if (became === 'needs-refund') onNeedsApproval('refund')
    else if (became === 'waiting') onClose()
  }

  const isOff = till.shop?.takesMobileMoney === false
  if ((isOff || !till.connection.isOnline) && !sent)
    return (
      <Sheet title="Mobile money" onClose={onClose} width="narrow">
        <p className="text-lg">
          {isOff
            ? tillRefusals['pos-payments-off'].description
            : 'Not while offline: only the payment provider can say that the money has come. Take cash, or hold the sale until the connection is back.'}
        </p>
        <Press tone="clay" data-first className="mt-5 min-h-14 w-full text-lg" onClick={onClose}>
          Back to the sale
        </Press>
      </Sheet>
    )
  return (
    <Sheet title="Mobile money" onClose={sent ? () => {} : onClose} width="narrow">
      {changes.length > 0 ? (
        <Changes changes={changes} onTaken={() => setChanges([])} />
      ) : (
        <div className="grid gap-4">
          <p role="alert" className="font-semibold text-alarm empty:hidden">
            {error}
          </p>
          <p>
            <span className="block text-quiet">
              {!isSplit && exchanged.amount > 0 && total === totals.total - exchanged.amount
                ? 'Difference to pay'
                : isSplit || total < totals.total
                  ? 'Rest by mobile money'
                  : 'To pay'}
            </span>
            <span className="text-5xl font-bold tabular-nums">
              {formatKwacha(Math.max(0, total - cashAmount))}
            </span>
            {isSplit || total < totals.total ? (
              <span className="block tabular-nums">of {formatKwacha(totals.total)}</span>
            ) : null}
          </p>
          {goesOnCode(basket.exchange) ? (
            <p>
              {basket.exchange?.number} is taken back as store credit first, which pays{' '}
              {formatKwacha(exchanged.amount)} of it.
            </p>
          ) : null}
          <Choices
            label="How is it paid?"
            choices={{ phone: 'All by phone', split: 'Part in cash' }}
            chosen={isSplit ? 'split' : 'phone'}
            isLocked={sent !== null}
            onChoose={(one) => setSplit(one === 'split')}
          />
          {isSplit ? (
            <AmountField
              isFirst
              label="Part in cash"
              amount={cash}
              onAmount={setCash}
              onEnter={() => void start()}
            />
          ) : null}
          {isSplit && !isPossible && cash !== null ? (
            <p role="alert" className="font-semibold text-alarm">
              The part in cash is less than the total.
            </p>
          ) : null}
          <Press
            tone="lake"
            data-first={isSplit ? undefined : true}
            className="min-h-16 text-xl"
            aria-busy={sent !== null}
            disabled={sent !== null || !isPossible}
            onClick={() => void start()}
          >
            {sent ? 'Asking…' : 'Ask for the payment'}
          </Press>
        </div>
      )}
    </Sheet>
  )
}
