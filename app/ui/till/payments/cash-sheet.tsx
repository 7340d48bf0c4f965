import { useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { changeDue, likelyCash } from '../../../rules/till/till-sale.ts'
import { Press } from '../kit/buttons.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { notifyRefusal } from '../notify.ts'
import { Changes } from '../sales/changes.tsx'
import { dueOf } from '../store/acts.ts'
import { useCashSale } from './use-cash-sale.ts'

/**
 * Takes cash: asks for what was given and shows the change. The sale is in this device's storage before the screen
 * says Paid.
 */
export function CashSheet({
  till,
  onClose,
  onSold,
  onNeedsApproval,
}: SheetProps & {
  onSold: (sale: CashSale) => void
  onNeedsApproval: () => void
}) {
  const { totals, exchanged, rest: total } = dueOf(till.basket)
  const [given, setGiven] = useState<number | null>(null)
  const sale = useCashSale(till, { onSold, onNeedsApproval })
  const { changes, isWorking } = sale
  const due = changeDue(total, given)

  const pay = async (cash: number | null) => {
    if (!changeDue(total, cash).ok || cash === null) {
      notifyRefusal({ reason: 'pos-cash', amount: total })
      return
    }
    await sale.pay(cash)
  }

  return (
    <Sheet title="Cash" onClose={onClose} width="wide">
      {changes.length > 0 ? (
        <Changes changes={changes} onTaken={sale.onTaken} />
      ) : (
        <div className="grid gap-3 md:grid-cols-2 md:gap-5">
          <div className="flex flex-col gap-3 md:gap-4">
            <p role="alert" className="font-semibold text-alarm empty:hidden">
              {sale.error}
            </p>
            <p className="max-md:flex max-md:items-baseline max-md:justify-between">
              <span className="block text-quiet">
                {exchanged.amount > 0
                  ? 'Difference to pay'
                  : total < totals.total
                    ? 'Rest in cash'
                    : 'To pay'}
              </span>
              <span className="text-3xl font-bold tabular-nums md:text-5xl">
                {formatKwacha(total)}
              </span>
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is pressed are the buttons in it */}
            <fieldset
              aria-label="Usual amounts"
              className="flex flex-wrap gap-2 md:grid md:grid-cols-2"
              // The focus stays in the field, where Enter pays.
              onMouseDown={(event) => event.preventDefault()}
            >
              {likelyCash(total).map((amount) => (
                <Press
                  key={amount}
                  aria-pressed={given === amount}
                  className="tabular-nums max-md:grow max-md:basis-[30%] max-md:px-1 max-md:text-sm md:min-h-14 md:text-lg aria-pressed:border-2 aria-pressed:border-lake aria-pressed:bg-lake-wash"
                  onClick={() => setGiven(amount)}
                >
                  {amount === total ? 'Exact' : formatKwacha(amount)}
                </Press>
              ))}
            </fieldset>
            <p
              className="mt-auto rounded-card bg-sand p-4 max-md:order-first max-md:flex max-md:min-h-12 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:px-3 max-md:py-1"
              aria-live="polite"
            >
              <span className="block text-quiet">{due.ok ? 'Change' : 'Still to pay'}</span>
              <span
                className={`font-bold tabular-nums ${due.ok ? 'text-4xl md:text-5xl' : 'text-3xl text-quiet'}`}
              >
                {formatKwacha(due.ok ? due.change : total - (given ?? 0))}
              </span>
            </p>
          </div>
          <div className="grid gap-4">
            <AmountField
              isFirst
              label="Cash received"
              amount={given}
              onAmount={setGiven}
              onEnter={() => void pay(given)}
            />
            <Press
              tone="clay"
              className="min-h-16 text-2xl"
              aria-busy={isWorking}
              disabled={isWorking}
              onClick={() => void pay(given)}
            >
              {isWorking ? 'Keeping the sale…' : `Take ${formatKwacha(total)}`}
            </Press>
          </div>
        </div>
      )}
    </Sheet>
  )
}
