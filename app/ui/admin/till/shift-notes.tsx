import type { ShiftReport } from '../../../modules/till/shifts/read-shift.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import type { CashierFigures } from '../../../rules/till/till-cash.ts'

export const cashierWords = (row: CashierFigures) =>
  [
    `${formatAmount(row.sales)} ${row.sales === 1 ? 'sale' : 'sales'}`,
    `cash ${formatKwacha(row.cash)}`,
    `mobile money ${formatKwacha(row.mobileMoney)}`,
    row.credit > 0 && `vouchers ${formatKwacha(row.credit)}`,
    row.discounts > 0 && `discounts ${formatKwacha(row.discounts)}`,
    row.returns > 0 && `returns ${formatKwacha(-row.refunds)} (${formatAmount(row.returns)})`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Shown when something of the shift came after its count: a sale from a file, or mobile money paid late. */
export const LateNote = ({ shift }: { shift: ShiftReport }) => {
  const { expectedWhenCounted, figures } = shift
  if (expectedWhenCounted === null || expectedWhenCounted === figures.expected) return null
  return (
    <p className="mt-2 text-sm">
      {formatKwacha(expectedWhenCounted)} was expected when the count came in. What came later is
      counted above.
    </p>
  )
}
