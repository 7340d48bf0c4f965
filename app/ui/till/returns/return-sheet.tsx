import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { receiptOfReturn } from '../../../rules/till/receipt.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { refundFor, refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { SelectField } from '../../kit/field.tsx'
import { MainPress, Press } from '../kit/buttons.tsx'
import { FindForm } from '../kit/find-form.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import type { Paid } from '../payment/paid.ts'
import { printAfterSale } from '../printing/print-receipt.ts'
import { ApproveForm } from '../sale/approve-sheet.tsx'
import { wasDone } from '../say.ts'
import { takeBack } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'
import { findReturnable, type Returnable, type ReturnableLine } from './find-sale.ts'
import { type Choice, ReturnLine } from './return-line.tsx'

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
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const find = async (wanted: string) => {
    if (!wanted) return
    setBusy(true)
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
      {sale ? (
        <TakeBack till={till} sale={sale} onTakenBack={onTakenBack} />
      ) : (
        <FindForm
          label="Receipt number"
          placeholder={`${SALE_PREFIX}-2026-000123`}
          hint="Scan the barcode of the receipt, or type its number."
          act="Find the sale"
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
  const { till, person, basket } = state
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
    const receipt = receiptOfReturn(
      {
        ...done.thing,
        lines: back.map((line) => ({
          ...line,
          quantity: choiceOf(line).quantity,
          amount: worth(line),
        })),
      },
      { till: till?.name ?? '', cashier: person?.name ?? '' },
    )
    onTakenBack({
      isRefund: true,
      number: sale.number,
      total: refund,
      change: refund,
      cashPart: 0,
      phone: null,
      receipt,
    })
    void printAfterSale(receipt, { isCash: true }).then(wasDone)
  }
  if (isApproving)
    return (
      <div className="grid gap-4">
        <p className="text-lg">
          <strong className="tabular-nums">{formatKwacha(refund)}</strong> back in cash for{' '}
          {sale.number}. A refund of so much is approved with a PIN.
        </p>
        <ApproveForm till={state} asked={{ returnId, refund }} onApproved={take} />
        <Press className="border-0" disabled={isBusy} onClick={() => setApproving(false)}>
          Back
        </Press>
      </div>
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
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-lg">Back in cash</span>
        <output aria-label="Refund" className="text-4xl font-bold tabular-nums">
          {formatKwacha(refund)}
        </output>
      </p>
      {reason === 'Exchange' ? (
        <p className="text-quiet">Then sell what is taken instead, as a new sale.</p>
      ) : null}
      <MainPress isBusy={isBusy} disabled={back.length === 0} onClick={() => void take(null)}>
        {isAbove ? 'Ask for approval' : 'Take back and refund'}
      </MainPress>
    </div>
  )
}
