import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { varianceWords } from '../messages/till/words.ts'
import { formatAmount, formatKwacha } from '../money.ts'
import { type ShiftFigures } from './till-cash.ts'

type Figures = Omit<ShiftFigures, 'byCashier'>

/**
 * Sales and money that came to a shift after its drawer was counted, as rows below its Z report; none when nothing
 * came.
 */
export function sinceClosed(closed: Figures, now: Figures): (readonly [string, string])[] {
  const later = now.sales - closed.sales
  const money = now.mobileMoney - closed.mobileMoney
  const cash = now.expected - closed.expected
  return [
    ...(later === 0 && money === 0
      ? []
      : [[texts['paid-since']({ sales: formatAmount(later) }), formatKwacha(money)] as const]),
    ...(cash === 0
      ? []
      : [
          [texts['cash-since'], formatKwacha(cash)] as const,
          [texts['expected-now'], formatKwacha(now.expected)] as const,
          ...(now.variance === null
            ? []
            : [[texts.variance, varianceWords(now.variance)] as const]),
        ]),
    ...(now.waiting === closed.waiting
      ? []
      : [
          [
            texts['still-waiting']({ sales: formatAmount(now.waiting) }),
            formatKwacha(now.waitingAmount),
          ] as const,
        ]),
  ]
}
