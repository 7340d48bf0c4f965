import { useState } from 'react'
import { formatKwacha, percentOf } from '../../../rules/money.ts'
import { discountLimitOf, discountNeedsApproval } from '../../../rules/till/till-sale.ts'
import { MainPress } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { wasDone } from '../notify.ts'
import { setDiscount, setLineDiscount, totalsOf, wholeOf } from '../store/acts.ts'

/** Gives a discount on the sale, or on one of its lines, in kwacha or in percent. */
export function DiscountSheet({
  till: { basket, person },
  lineId,
  onClose,
  onNeedsApproval,
}: SheetProps & {
  lineId: string | null
  onNeedsApproval: () => void
}) {
  const line = basket.lines.find(({ id }) => id === lineId)
  const before = line ? line.discount : basket.discount
  const withOff = (discount: number) =>
    totalsOf({
      ...basket,
      lines: basket.lines.map((one) => (one.id === lineId ? { ...one, discount } : one)),
      discount: line ? basket.discount : discount,
    })
  const whole = line ? wholeOf(basket, line.id) : withOff(0).total
  const [unit, setUnit] = useState<'MK' | '%'>('MK')
  const [typed, setTyped] = useState<number | null>(before || null)
  const off = Math.min(
    whole,
    unit === '%' ? percentOf(whole, Math.min(typed ?? 0, 100)) : (typed ?? 0),
  )
  const totals = withOff(off)
  const role = person?.role ?? 'customer'
  const isAbove = discountNeedsApproval(role, totals)
  const give = async () => {
    const done = await (line ? setLineDiscount(line.id, off) : setDiscount(off))
    if (!wasDone(done)) return
    if (isAbove) onNeedsApproval()
    else onClose()
  }
  return (
    <Sheet
      title={line ? `Discount: ${line.name}` : 'Discount on the sale'}
      onClose={onClose}
      width="narrow"
    >
      <div className="grid gap-3">
        <Choices
          label="In kwacha or percent"
          choices={{ MK: 'In kwacha', '%': 'In percent' }}
          chosen={unit}
          onChoose={(one) => {
            setUnit(one)
            setTyped(null)
          }}
        />
        <AmountField
          key={unit}
          isFirst
          label={unit === '%' ? 'Percent off' : 'Kwacha off'}
          unit={unit}
          amount={typed}
          onAmount={setTyped}
          onEnter={() => void give()}
        />
        <p className="flex justify-between gap-3 text-lg tabular-nums">
          <span>
            {formatKwacha(whole)} − {formatKwacha(off)}
          </span>
          <strong>{formatKwacha(line ? whole - off : totals.total)}</strong>
        </p>
        <p className={isAbove ? 'font-semibold text-clay' : 'text-sm text-quiet'}>
          {isAbove
            ? `More than ${discountLimitOf(role)} % of the sale: an admin has to approve it.`
            : `You may give up to ${discountLimitOf(role)} % of the whole sale.`}
        </p>
        <MainPress onClick={() => void give()}>
          {isAbove ? 'Ask for approval' : off === 0 ? 'No discount' : 'Give discount'}
        </MainPress>
      </div>
    </Sheet>
  )
}
