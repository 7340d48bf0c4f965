import { formatAmount, formatKwacha } from '../money.ts'
import { formatReceiptTime, type Pair, type Receipt } from './receipt.ts'
import { type CashierFigures, DENOMINATIONS, type ShiftFigures } from './till-cash.ts'

/** A closed shift, with the names of its people. */
export type ShiftOnReceipt = {
  till: string
  openedAt: Date | string
  openedBy: string
  closedAt: Date | string
  closedBy: string
  /** Pieces by denomination. */
  counted: Readonly<Record<string, number>> | null
  note: string | null
  figures: ShiftFigures
  /** The names of the cashiers in the figures. */
  names: Readonly<Record<string, string>>
  isReprint?: boolean
}

const money = (label: string, amount: number): Pair => ({ label, value: formatKwacha(amount) })
const unlessNone = (label: string, amount: number) => (amount === 0 ? [] : [money(label, amount)])
const total = (label: string, amount: number): Pair => ({ ...money(label, amount), isTotal: true })

/** The Z report of a shift, as a slip for the drawer's bag. */
export function receiptOfShift(shift: ShiftOnReceipt): Receipt {
  const { figures } = shift
  return {
    title: 'Z REPORT',
    number: null,
    facts: [
      { label: 'Till', value: shift.till },
      { label: 'Opened', value: formatReceiptTime(shift.openedAt) },
      { label: 'By', value: shift.openedBy },
      { label: 'Closed', value: formatReceiptTime(shift.closedAt) },
      { label: 'By', value: shift.closedBy },
    ],
    lines: [],
    sums: [
      salesBlock(figures),
      drawerBlock(figures),
      ...(shift.counted ? [countBlock(shift.counted)] : []),
      ...figures.byCashier.map((one) => cashierBlock(shift.names[one.cashierId] ?? '?', one)),
    ].filter((block) => block.length > 0),
    notes: shift.note,
    closing: ['Signed: ________________'],
    isReprint: shift.isReprint ?? false,
  }
}

const salesBlock = (figures: ShiftFigures): Pair[] => [
  { label: 'Sales', value: formatAmount(figures.sales) },
  money('Cash', figures.cashSales + figures.splitCash),
  money('Mobile money', figures.mobileMoney),
  total('SOLD', figures.amount),
  money('Discounts given', figures.discounts),
  { label: 'Returns', value: formatAmount(figures.returns) },
  money('Refunds in cash', figures.refunds),
  ...(figures.waiting === 0
    ? []
    : [
        money(
          `${formatAmount(figures.waiting)} waiting for mobile money, not counted`,
          figures.waitingAmount,
        ),
      ]),
]

const drawerBlock = (figures: ShiftFigures): Pair[] => [
  money('Opening float', figures.float),
  money('Cash sales', figures.cashSales),
  ...unlessNone('Cash of split sales', figures.splitCash),
  ...unlessNone('Cash in', figures.cashIn),
  ...unlessNone('Cash out', -figures.cashOut),
  ...unlessNone('Refunds', -figures.refunds),
  money('Should be in the drawer', figures.expected),
  ...(figures.counted === null ? [] : [money('Counted', figures.counted)]),
  ...(figures.variance === null
    ? []
    : [
        total(
          figures.variance < 0 ? 'SHORT' : figures.variance > 0 ? 'OVER' : 'DIFFERENCE',
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
  { label: name, value: `${formatAmount(figures.sales)} sales` },
  money('Cash', figures.cash),
  money('Mobile money', figures.mobileMoney),
  ...unlessNone('Discounts given', figures.discounts),
  ...unlessNone('Refunds in cash', figures.refunds),
]
