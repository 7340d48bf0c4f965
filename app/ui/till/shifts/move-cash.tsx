import { useState } from 'react'
import { MainPress, Press } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { TypedField } from '../kit/typed-field.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { openDrawer } from '../printing/print-receipt.ts'
import { moveCash } from '../store/acts.ts'

const REASONS = {
  in: ['More change', 'Paid back'],
  out: ['To the bank', 'Bought for the shop', 'Wages'],
} as const

/** Puts cash into the drawer or takes it out without a sale, with a reason for the Z report. */
export function MoveCash({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isReady = (amount ?? 0) > 0 && reason.trim() !== ''
  const move = async () => {
    if (!isReady || isBusy || amount === null) return
    setBusy(true)
    const done = await moveCash(way === 'in' ? amount : -amount, reason.trim())
    setBusy(false)
    if (!wasDone(done)) return
    void openDrawer().then(wasDone)
    notifySuccess('cash-moved', { way, amount, why: reason.trim() })
    onClose()
  }
  return (
    <Sheet title="Cash in or out" onClose={onClose}>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <Choices
            label="Which way?"
            choices={{ out: 'Cash out', in: 'Cash in' }}
            chosen={way}
            onChoose={(one) => {
              setWay(one)
              setReason('')
            }}
          />
          <div className="grid gap-2">
            <TypedField label="Reason" maxLength={200} text={reason} onText={setReason} />
            <div className="flex flex-wrap gap-2">
              {REASONS[way].map((one) => (
                <Press key={one} className="px-3 text-sm" onClick={() => setReason(one)}>
                  {one}
                </Press>
              ))}
            </div>
          </div>
          <MainPress isBusy={isBusy} disabled={!isReady} onClick={() => void move()}>
            {way === 'in' ? 'Put in' : 'Take out'}
          </MainPress>
        </div>
        <div className="max-md:order-first">
          <AmountField isFirst label="Amount" amount={amount} onAmount={setAmount} />
        </div>
      </div>
    </Sheet>
  )
}
