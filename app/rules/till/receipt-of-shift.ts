import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { formatAmount, formatKwacha } from '../money.ts'
import { formatReceiptTime, type Pair, type Receipt } from './receipt.ts'
import { type CashierFigures, DENOMINATIONS, type ShiftFigures } from './till-cash.ts'

/** A closed shift, with the names of its staff. */
export type ShiftOnReceipt = {
  till: string
  openedAt: Date | string
  openedBy: string
  closedAt: Date | string
  closedBy: string
  /** The number of notes or coins of each denomination. */
  counted: Readonly<Record<string, number>> | null
  note: string | null
  figures: ShiftFigures
  /** The name of each cashier in the figures. */
  names: Readonly<Record<string, string>>
  isReprint?: boolean
}

const money = (label: string, amount: number): Pair => ({ label, value: formatKwacha(amount) })
const unlessNone = (label: string, amount: number) => (amount === 0 ? [] : [money(label, amount)])
const total = (label: string, amount: number): Pair => ({ ...money(label, amount), isTotal: true })

/** The Z report of a shift, as a slip for the cash bag. */
export function receiptOfShift(shift: ShiftOnReceipt): Receipt {
  const { figures } = shift
  return {
    title: texts['z-report'],
    number: null,
    facts: [
      { label: texts.till, value: shift.till },
      { label: texts.opened, value: formatReceiptTime(shift.openedAt) },
      { label: texts.by, value: shift.openedBy },
      { label: texts.closed, value: formatReceiptTime(shift.closedAt) },
      { label: texts.by, value: shift.closedBy },
    ],
    lines: [],
    sums: [
      salesBlock(figures),
      drawerBlock(figures),
      ...(shift.counted ? [countBlock(shift.counted)] : []),
      ...figures.byCashier.map((one) => cashierBlock(shift.names[one.cashierId] ?? '?', one)),
    ].filter((block) => block.length > 0),
    notes: shift.note,
    closing: [texts.signed],
    isReprint: shift.isReprint ?? false,
  }
}

const salesBlock = (figures: ShiftFigures): Pair[] => [
  { label: texts.sales, value: formatAmount(figures.sales) },
  money(texts.cash, figures.cashSales + figures.splitCash),
  money(texts['mobile-money'], figures.mobileMoney),
  ...unlessNone(texts.voucher, figures.credit),
  total(texts.sold, figures.amount),
  ...(figures.vouchers > 0
    ? [
        money(
          texts['vouchers-sold']({ vouchers: formatAmount(figures.vouchers) }),
          figures.vouchersAmount,
        ),
      ]
    : []),
  money(texts['discounts-given'], figures.discounts),
  { label: texts.returns, value: formatAmount(figures.returns) },
  money(texts['refunds-in-cash'], figures.refunds),
  ...unlessNone(texts['refunds-on-voucher'], figures.creditRefunds),
  ...(figures.waiting === 0
    ? []
    : [money(texts.waiting({ sales: formatAmount(figures.waiting) }), figures.waitingAmount)]),
]

const drawerBlock = (figures: ShiftFigures): Pair[] => [
  money(texts['opening-float'], figures.float),
  money(texts['cash-sales'], figures.cashSales),
  ...unlessNone(texts['split-cash'], figures.splitCash),
  ...unlessNone(texts['cash-in'], figures.cashIn),
  ...unlessNone(texts['cash-out'], -figures.cashOut),
  ...unlessNone(
    texts['orders-exchanged-of-this']({ exchanges: formatAmount(figures.orderExchanges) }),
    figures.ordersExchanged,
  ),
  ...unlessNone(texts.refunds, -figures.refunds),
  ...unlessNone(
    texts['exchanged-of-these']({ exchanges: formatAmount(figures.exchanges) }),
    figures.exchanged,
  ),
  money(texts.expected, figures.expected),
  ...(figures.counted === null ? [] : [money(texts.counted, figures.counted)]),
  ...(figures.variance === null
    ? []
    : [
        total(
          figures.variance < 0 ? texts.short : figures.variance > 0 ? texts.over : texts.difference,
          Math.abs(figures.variance),
        ),
      ]),
]

const countBlock = (counted: Readonly<Record<string, number>>): Pair[] =>
  DENOMINATIONS.flatMap((value) => {
    const pieces = counted[value] ?? 0
    return pieces === 0
      ? []
      : [
          {
            label: `${formatAmount(pieces)} x ${formatAmount(value)}`,
            value: formatAmount(pieces * value),
          },
        ]
  })

const cashierBlock = (name: string, figures: CashierFigures): Pair[] => [
  { label: name, value: texts['sales-of-cashier']({ sales: formatAmount(figures.sales) }) },
  money(texts.cash, figures.cash),
  money(texts['mobile-money'], figures.mobileMoney),
  ...unlessNone(texts.voucher, figures.credit),
  ...unlessNone(texts['discounts-given'], figures.discounts),
  ...unlessNone(texts['refunds-in-cash'], figures.refunds),
]
