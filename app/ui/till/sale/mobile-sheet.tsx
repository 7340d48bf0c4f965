import { useRef, useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { saleTotals } from '../../../rules/till-sale.ts'
import { wordsFor } from '../../../rules/words.ts'
import { showToast } from '../../kit/toaster.tsx'
import { Press } from '../buttons.tsx'
import type { WaitingSale } from '../mobile/mobile-sale-props.ts'
import { giveUpMobileSale, startMobileSale } from '../mobile/start-mobile-sale.ts'
import { Choices } from '../choices.tsx'
import { AmountField } from '../number-pad.tsx'
import { wasDone } from '../say.ts'
import { Sheet } from '../sheet.tsx'
import { keepMobileSale } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'
import { Changes } from './changes.tsx'
import { type ChangedLine, findChanges } from './check-prices.ts'

/** Mobile money for all of it, or for what is left after a part in cash. */
export function MobileSheet({
  till: { basket, line, till, shift },
  onClose,
  onStarted,
}: {
  till: TillState
  onClose: () => void
  onStarted: (sale: WaitingSale) => void
}) {
  const { total } = saleTotals(basket.lines, basket.discount)
  const [isSplit, setSplit] = useState(false)
  const [cash, setCash] = useState<number | null>(null)
  const [changes, setChanges] = useState<ChangedLine[]>([])
  const [mayExist, setMayExist] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const isBusy = useRef(false)
  const cashAmount = isSplit ? (cash ?? 0) : 0
  const isPossible = cashAmount < total && (!isSplit || cashAmount > 0)

  const work = async (act: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setWorking(true)
    await act().finally(() => {
      isBusy.current = false
      setWorking(false)
    })
  }
  const start = () =>
    work(async () => {
      if (!till || !shift) return
      const changed = mayExist ? [] : await findChanges(basket)
      setChanges(changed)
      if (changed.length > 0) return
      const started = await startMobileSale({
        id: basket.id,
        tillId: till.id,
        shiftId: shift.id,
        lines: basket.lines,
        discount: basket.discount,
        approval: basket.approval,
        customerName: basket.customerName,
        customerPhone: basket.customerPhone,
        notes: basket.notes,
        total,
        cashAmount,
      })
      setMayExist(!started.ok && started.mayExist)
      if (!started.ok) {
        showToast({ tone: 'bad', title: started.title, description: started.message })
        return
      }
      const { saleNumber: number, saleId } = started.sale
      const kept = await keepMobileSale({ number, saleId, since: new Date().toISOString() })
      if (wasDone(kept)) onStarted(started.sale)
    })
  const giveUp = () =>
    work(async () => {
      const outcome = await giveUpMobileSale(basket.id)
      if (outcome === 'given-up') {
        setMayExist(false)
        onClose()
      } else
        showToast({
          tone: 'bad',
          title: outcome === 'unknown' ? 'No answer yet' : 'It was paid after all',
          description:
            outcome === 'unknown'
              ? 'The sale may have arrived. Try again when the network is back, before selling it otherwise.'
              : 'Press Try again: the sale goes on from there.',
        })
    })

  if (!line.isOnline && !mayExist)
    return (
      <Sheet title="Mobile money" onClose={onClose} width="narrow">
        <p className="text-lg">
          Not without the network: only the payment provider can say that the money has come. Take
          cash, or hold the sale until the line is back.
        </p>
        <Press tone="clay" data-first className="mt-5 min-h-14 w-full text-lg" onClick={onClose}>
          Back to the sale
        </Press>
      </Sheet>
    )
  return (
    <Sheet title="Mobile money" onClose={mayExist ? () => void giveUp() : onClose} width="narrow">
      {changes.length > 0 ? (
        <Changes changes={changes} onTaken={() => setChanges([])} />
      ) : (
        <div className="grid gap-4">
          <p>
            <span className="block text-quiet">{isSplit ? 'Rest by mobile money' : 'To pay'}</span>
            <span className="text-5xl font-bold tabular-nums">
              {formatKwacha(Math.max(0, total - cashAmount))}
            </span>
            {isSplit ? <span className="block tabular-nums">of {formatKwacha(total)}</span> : null}
          </p>
          <Choices
            label="How is it paid?"
            choices={{ phone: 'All by phone', split: 'Part in cash' }}
            chosen={isSplit ? 'split' : 'phone'}
            isLocked={mayExist}
            onChoose={(one) => setSplit(one === 'split')}
          />
          {isSplit ? (
            <AmountField isFirst label="Part in cash" amount={cash} onAmount={setCash} />
          ) : null}
          {isSplit && !isPossible && cash !== null ? (
            <p role="alert" className="font-semibold text-alarm">
              The part in cash is less than the total.
            </p>
          ) : null}
          {mayExist ? (
            <p role="alert" className="rounded-card bg-clay-wash p-3">
              {wordsFor('till-offline').title}: the sale may have arrived. Try again, or call it
              off.
            </p>
          ) : null}
          <Press
            tone="lake"
            data-first={isSplit ? undefined : true}
            className="min-h-16 text-xl"
            aria-busy={isWorking}
            disabled={isWorking || !isPossible}
            onClick={() => void start()}
          >
            {isWorking ? 'Asking…' : mayExist ? 'Try again' : 'Ask for the payment'}
          </Press>
          {mayExist ? (
            <Press disabled={isWorking} onClick={() => void giveUp()}>
              Call it off
            </Press>
          ) : null}
        </div>
      )}
    </Sheet>
  )
}
