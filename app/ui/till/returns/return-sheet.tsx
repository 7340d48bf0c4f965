import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../rules/dates.ts'
import type { OrderAtTill } from '../../../rules/returns/at-till.ts'
import { settings } from '../../../rules/settings/settings.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { refundFor, refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { ORDER_PREFIX, SALE_PREFIX } from '../../../shop.ts'
import { SelectField } from '../../kit/field.tsx'
import { FindForm } from '../kit/find-form.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import type { Paid } from '../payment/paid.ts'
import { wasDone } from '../say.ts'
import { takeBack } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'
import { ApproveRefund } from './approve-refund.tsx'
import { BackInCash } from './back-in-cash.tsx'
import { findReturnable, type Returnable, type ReturnableLine } from './find-sale.ts'
import { finishReturn } from './finish-return.ts'
import { type Choice, ReturnLine } from './return-line.tsx'
import { findOrderToTakeBack, TakeBackOrder } from './take-back-order.tsx'

const FAULTY = 'Faulty'
const REASONS = [FAULTY, 'Wrong item', 'Other fault of the shop', 'Exchange']
const DAY = 86_400_000

/** Items come back against a receipt: which, how many, back in stock or not, and the cash for them. */
export function ReturnSheet({
  till,
  number,
  onClose,
  onTakenBack,
}: SheetProps & {
  number: string | null
  onTakenBack: (back: Paid) => void
}) {
  const [typed, setTyped] = useState(number ?? '')
  const [sale, setSale] = useState<Returnable | null>(null)
  const [order, setOrder] = useState<OrderAtTill | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const find = async (wanted: string) => {
    if (!wanted) return
    setBusy(true)
    if (wanted.startsWith(`${ORDER_PREFIX}-`)) {
      const found = await findOrderToTakeBack(wanted, till.line.isOnline)
      setBusy(false)
      setError(found.ok ? '' : found.message)
      return setOrder(found.ok ? found.order : null)
    }
    const found = await findReturnable(wanted, till.sales, till.line.isOnline)
    setBusy(false)
    setError(found.ok ? '' : found.message)
    setSale(found.ok ? found.sale : null)
  }
  useEffect(() => {
    if (number) void find(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked for once, when it was scanned or chosen
  }, [number])
  return (
    <Sheet title="Return or exchange" onClose={onClose}>
      {order ? (
        <TakeBackOrder till={till} order={order} onTakenBack={onTakenBack} />
      ) : sale ? (
        <TakeBack till={till} sale={sale} onTakenBack={onTakenBack} />
      ) : (
        <FindForm
          label="Receipt or order number"
          placeholder={`${SALE_PREFIX}-2026-000123`}
          hint={`Scan the barcode of the receipt, or type its number. What was ordered online: the number of the order, ${ORDER_PREFIX}-…`}
          act="Find it"
          {...{ text: typed, isBusy, error }}
          onText={setTyped}
          onFind={(wanted) => void find(wanted)}
        />
      )}
    </Sheet>
  )
}

function TakeBack({
  till: state,
  sale,
  onTakenBack,
}: {
  till: TillState
  sale: Returnable
  onTakenBack: (back: Paid) => void
}) {
  const { person, basket } = state
  const [returnId] = useState(() => crypto.randomUUID())
  const [isApproving, setApproving] = useState(false)
  const [choices, setChoices] = useState<Record<string, Partial<Choice>>>({})
  const [reason, setReason] = useState(FAULTY)
  const [isBusy, setBusy] = useState(false)
  // What is faulty is not sold again, unless somebody says so.
  const choiceOf = ({ id }: ReturnableLine): Choice => ({
    quantity: 0,
    isRestocked: reason !== FAULTY,
    ...choices[id],
  })
  const worth = (line: ReturnableLine) =>
    refundFor(line.paid, line.quantity, line.returned, choiceOf(line).quantity)
  const refund = sale.lines.reduce((sum, line) => sum + worth(line), 0)
  // All that went back of one receipt counts: in small pieces it is a large refund as well.
  const before = sale.lines.reduce(
    (sum, { paid, quantity, returned }) => sum + refundFor(paid, quantity, 0, returned),
    0,
  )
  const isAbove = refundNeedsApproval(person?.role ?? 'customer', before + refund)
  const back = sale.lines.filter((line) => choiceOf(line).quantity > 0)
  const [now] = useState(() => Date.now())
  const isLate = now - Date.parse(sale.at) > settings().returnsDays * DAY
  const take = async (approval: Approval | null) => {
    if (back.length === 0 || isBusy) return
    if (isAbove && !approval) return setApproving(true)
    setBusy(true)
    const done = await takeBack(
      {
        saleNumber: sale.number,
        lines: back.map((line) => ({
          lineId: line.id,
          amount: worth(line),
          ...choiceOf(line),
        })),
        refund,
        reason,
        approval,
        exchangeSaleId: reason === 'Exchange' ? basket.id : null,
      },
      returnId,
    )
    setBusy(false)
    if (!wasDone(done)) return
    const lines = back.map((line) => ({
      ...line,
      quantity: choiceOf(line).quantity,
      amount: worth(line),
    }))
    finishReturn(state, { ...done.thing, lines }, onTakenBack)
  }
  if (isApproving)
    return (
      <ApproveRefund
        till={state}
        number={sale.number}
        asked={{ returnId, refund }}
        isBusy={isBusy}
        onApproved={take}
        onBack={() => setApproving(false)}
      />
    )
  return (
    <div className="grid gap-4">
      <p className="text-quiet">
        {sale.number} · {formatDateTime(sale.at)}
      </p>
      {isLate ? (
        <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
          It was sold more than {settings().returnsDays} days ago.
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {sale.lines.map((line) => (
          <ReturnLine
            key={line.id}
            line={line}
            choice={choiceOf(line)}
            worth={worth(line)}
            onChoose={(choice) =>
              setChoices((before) => ({ ...before, [line.id]: { ...before[line.id], ...choice } }))
            }
          />
        ))}
      </ul>
      <SelectField
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      >
        {REASONS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <BackInCash
        {...{ refund, isBusy }}
        needsApproval={isAbove}
        isExchange={reason === 'Exchange'}
        isNothing={back.length === 0}
        onTake={() => void take(null)}
      />
    </div>
  )
}
