import { formatAmount, formatKwacha } from '../money.ts'
import { type ShiftFigures, varianceWords } from './till-cash.ts'

type Figures = Omit<ShiftFigures, 'byCashier'>

/** What came to a shift after its drawer was counted, as rows below its Z report; none where nothing did. */
export function sinceClosed(closed: Figures, now: Figures): (readonly [string, string])[] {
  const later = now.sales - closed.sales
  const money = now.mobileMoney - closed.mobileMoney
  const cash = now.expected - closed.expected
  return [
    ...(later === 0 && money === 0
      ? []
      : [[`Paid by mobile money (${formatAmount(later)})`, formatKwacha(money)] as const]),
    ...(cash === 0
      ? []
      : [
          ['Cash of what was paid', formatKwacha(cash)] as const,
          ['Expected in the drawer', formatKwacha(now.expected)] as const,
          ...(now.variance === null ? [] : [['Variance', varianceWords(now.variance)] as const]),
        ]),
    ...(now.waiting === closed.waiting
      ? []
      : [
          [
            `Still waiting for mobile money (${formatAmount(now.waiting)})`,
            formatKwacha(now.waitingAmount),
          ] as const,
        ]),
  ]
}
