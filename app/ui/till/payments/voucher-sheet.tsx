import { useState } from 'react'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import { isVoucherSum, voucherBounds } from '../../../rules/credit/voucher-sum.ts'
import { formatVoucherBounds } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { changeDue } from '../../../rules/till/till-sale.ts'
import { MainPress, Press } from '../kit/buttons.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { notifyRefusal, wasDone } from '../notify.ts'
import { beginMobileVoucher, sellVoucher } from '../store/acts.ts'
import { sendMobileSale } from './mobile/send-mobile-sale.ts'

/** Sells a gift voucher: asks for its amount, then for the cash, or for mobile money for all of it. */
export function VoucherSheet({
  till,
  onClose,
  onSold,
}: SheetProps & {
  onSold: (sale: CashSale) => void
}) {
  // Pressed twice, it is one voucher with one code.
  const [made] = useState(() => ({ id: crypto.randomUUID(), code: newCreditCode() }))
  const [amount, setAmount] = useState<number | null>(null)
  const [isPaying, setPaying] = useState(false)
  const [given, setGiven] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const due = changeDue(amount ?? 0, given)
  // Refused before any money is taken.
  const isRefused = () => {
    if (isVoucherSum(amount ?? 0)) return false
    notifyRefusal({ reason: 'pos-voucher-sum', ...voucherBounds() })
    return true
  }
  const next = () => {
    if (!amount || isRefused()) return
    setGiven(amount)
    setPaying(true)
  }
  const sell = async () => {
    if (isBusy || !amount) return
    setBusy(true)
    try {
      const sold = await sellVoucher(made.id, { amount, code: made.code }, given ?? 0)
      if (sold.ok) onSold(sold.sale)
      else notifyRefusal(sold)
    } finally {
      setBusy(false)
    }
  }
  // Only the payment provider can say that the money has come: the code is made after that.
  const byPhone = async () => {
    if (isBusy || !amount || isRefused()) return
    setBusy(true)
    try {
      const started = await beginMobileVoucher(made.id, amount)
      if (wasDone(started) && (await sendMobileSale(started.wait)) === 'waiting') onClose()
    } finally {
      setBusy(false)
    }
  }
  const isPhone = till.shop?.takesMobileMoney !== false && till.connection.isOnline
  return (
    <Sheet title="Sell a voucher" onClose={onClose} width="narrow">
      <div className="grid gap-4">
        {isPaying ? (
          <>
            <p className="flex items-baseline justify-between gap-3">
              <span className="text-lg">A voucher for</span>
              <strong className="text-2xl tabular-nums">{formatKwacha(amount ?? 0)}</strong>
            </p>
            <AmountField
              key="given"
              isFirst
              label="Cash received"
              amount={given}
              onAmount={setGiven}
              onEnter={() => void sell()}
            />
            <p className="flex items-baseline justify-between gap-3" aria-live="polite">
              <span className="text-lg">{due.ok ? 'Change' : 'Still to pay'}</span>
              <strong className="text-2xl tabular-nums">
                {formatKwacha(due.ok ? due.change : (amount ?? 0) - (given ?? 0))}
              </strong>
            </p>
            <MainPress isBusy={isBusy} onClick={() => void sell()}>
              {isBusy ? 'Keeping it…' : 'Take the cash'}
            </MainPress>
          </>
        ) : (
          <>
            <p>
              It holds {formatVoucherBounds(voucherBounds())}. Its code stands on the receipt, and
              pays here and online, in parts.
            </p>
            <AmountField
              key="amount"
              isFirst
              label="What it is to hold"
              amount={amount}
              onAmount={setAmount}
              onEnter={next}
            />
            <MainPress disabled={!amount || isBusy} onClick={next}>
              Take cash for it
            </MainPress>
            {isPhone ? (
              <Press
                tone="lake"
                className="min-h-14 text-lg"
                aria-busy={isBusy}
                disabled={!amount || isBusy}
                onClick={() => void byPhone()}
              >
                {isBusy ? 'Asking…' : 'By mobile money'}
              </Press>
            ) : null}
          </>
        )}
      </div>
    </Sheet>
  )
}
