import { useEffect, useRef, useState } from 'react'
import { creditPart } from '../../../rules/credit/reserve.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { MainPress, Press } from '../kit/buttons.tsx'
import { FindForm } from '../kit/find-form.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { wasDone } from '../notify.ts'
import { formatTillRefusal } from '../refusals.ts'
import { Changes } from '../sales/changes.tsx'
import { dueOf, setCredit } from '../store/acts.ts'
import { isOwed } from '../store/sales/exchange-in-cart.ts'
import { askReserve } from '../store/sync/reserves.ts'
import { useCashSale } from './use-cash-sale.ts'

/**
 * Pays with a voucher or store credit: its code is typed, the server reserves what this sale needs, and the code pays
 * as much of it as it can.
 */
export function CreditSheet({
  till,
  scanned,
  onClose,
  onRest,
  onSold,
  onNeedsApproval,
}: SheetProps & {
  scanned: string | null
  onRest: (how: 'cash' | 'mobile') => void
  onSold: (sale: CashSale) => void
  onNeedsApproval: (what?: 'refund') => void
}) {
  const { basket, connection } = till
  const { credit } = basket
  const { afterExchange: total } = dueOf(basket)
  const [typed, setTyped] = useState(scanned ?? '')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const sale = useCashSale(till, { onSold, onNeedsApproval })
  // The same code asked for again after a lost answer is one reserve.
  const press = useRef<{ code: string; total: number; id: string } | null>(null)

  const reserve = async (code: string) => {
    if (press.current?.code !== code || press.current.total !== total)
      press.current = { code, total, id: crypto.randomUUID() }
    setBusy(true)
    const done = await askReserve(press.current.id, code, total)
    setBusy(false)
    if (!done.ok) {
      if (done.reason === 'till-refused') press.current = null
      return setError(formatTillRefusal(done).description ?? '')
    }
    press.current = null
    setError('')
    setTyped('')
    wasDone(await setCredit(done.credit))
  }
  useEffect(() => {
    if (scanned) void reserve(scanned)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each scan
  }, [scanned])
  if (!credit)
    return (
      <Sheet title="Voucher or store credit" onClose={onClose} width="narrow">
        {connection.isOnline ? (
          <FindForm
            label="Code"
            placeholder="ABCD-2345-EFGH"
            hint="Twelve letters and digits, from the email or the receipt of the voucher."
            act="Use it"
            {...{ text: typed, isBusy, error }}
            onText={setTyped}
            onFind={reserve}
          />
        ) : (
          <>
            <p className="text-lg">
              Not while offline: only the server knows what a code holds, and keeps it for this
              sale. Take cash, or hold the sale until the connection is back.
            </p>
            <Press
              tone="clay"
              data-first
              className="mt-5 min-h-14 w-full text-lg"
              onClick={onClose}
            >
              Back to the sale
            </Press>
          </>
        )}
      </Sheet>
    )
  if (sale.changes.length > 0)
    return (
      <Sheet title="Voucher or store credit" onClose={onClose} width="narrow">
        <Changes changes={sale.changes} onTaken={sale.onTaken} />
      </Sheet>
    )
  const pays = creditPart(credit, total)
  const stays = credit.balance - pays
  return (
    <Sheet title="Voucher or store credit" onClose={onClose} width="narrow">
      <div className="grid gap-4">
        <p>
          <span className="block text-quiet">The code …{credit.ending} pays</span>
          <span className="text-5xl font-bold tabular-nums">{formatKwacha(pays)}</span>
          <span className="block tabular-nums">
            of {formatKwacha(total)}
            {stays > 0 ? `. ${formatKwacha(stays)} stay on it.` : ': all that is on it.'}
          </span>
        </p>
        <p role="alert" className="font-semibold text-alarm empty:hidden">
          {sale.error}
        </p>
        {pays === total ? (
          <MainPress data-first isBusy={sale.isWorking} onClick={() => void sale.pay(0)}>
            {sale.isWorking ? 'Keeping the sale…' : 'Pay with it'}
          </MainPress>
        ) : (
          <>
            <p className="text-lg">
              Rest <strong className="tabular-nums">{formatKwacha(total - pays)}</strong>
            </p>
            <MainPress data-first onClick={() => onRest('cash')}>
              Rest in cash
            </MainPress>
            {isOwed(basket.exchange) ? null : (
              <MainPress tone="lake" onClick={() => onRest('mobile')}>
                Rest by mobile money
              </MainPress>
            )}
          </>
        )}
        <Press disabled={sale.isWorking} onClick={() => void setCredit(null).then(wasDone)}>
          Take the code off
        </Press>
      </div>
    </Sheet>
  )
}
