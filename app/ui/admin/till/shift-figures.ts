import { varianceWords } from '../../../rules/messages/till/words.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { type ShiftFigures } from '../../../rules/till/till-cash.ts'

type Figures = Omit<ShiftFigures, 'byCashier'>
type Row = readonly [label: string, amount: string]

const out = (amount: number) => formatKwacha(amount === 0 ? 0 : -amount)

/** How the expected content of the drawer is computed; the last row is the result. */
export const drawerRows = (figures: Figures): Row[] => [
  ['Opening float', formatKwacha(figures.float)],
  ['Cash sales', formatKwacha(figures.cashSales)],
  ['Cash part of split sales', formatKwacha(figures.splitCash)],
  ['Cash in', formatKwacha(figures.cashIn)],
  ['Cash out', out(figures.cashOut)],
  // No cash changed hands for this amount: it is counted among the sales, and in cash out or in the refunds.
  ...(figures.orderExchanges > 0
    ? [
        [
          `Of sales and cash out, orders exchanged (${formatAmount(figures.orderExchanges)})`,
          formatKwacha(figures.ordersExchanged),
        ] as const,
      ]
    : []),
  ['Refunds for returns', out(figures.refunds)],
  ...(figures.exchanges > 0
    ? [
        [
          `Of sales and refunds, exchanged (${formatAmount(figures.exchanges)})`,
          formatKwacha(figures.exchanged),
        ] as const,
      ]
    : []),
  ['Expected in the drawer', formatKwacha(figures.expected)],
]

/** The counted cash and its difference; the last row is the variance. */
export const countRows = ({ expected, counted, variance }: Figures): Row[] => [
  ['Expected', formatKwacha(expected)],
  ['Counted', counted === null ? 'Not counted' : formatKwacha(counted)],
  ['Variance', variance === null ? '–' : varianceWords(variance)],
]

/** Sales and refunds; the last row is the net amount. */
export const salesRows = (figures: Figures): Row[] => [
  [`Sales (${formatAmount(figures.sales)})`, formatKwacha(figures.amount)],
  ['Cash', formatKwacha(figures.cashSales + figures.splitCash)],
  ['Mobile money', formatKwacha(figures.mobileMoney)],
  ...(figures.credit > 0
    ? [['Vouchers and store credit', formatKwacha(figures.credit)] as const]
    : []),
  ...(figures.vouchers > 0
    ? [
        [
          `Vouchers sold, no sales (${formatAmount(figures.vouchers)})`,
          formatKwacha(figures.vouchersAmount),
        ] as const,
      ]
    : []),
  ['Discounts given', formatKwacha(figures.discounts)],
  ...(figures.waiting > 0
    ? [
        [
          `Waiting for mobile money (${formatAmount(figures.waiting)})`,
          formatKwacha(figures.waitingAmount),
        ] as const,
      ]
    : []),
  [`Returns (${formatAmount(figures.returns)})`, out(figures.refunds + figures.creditRefunds)],
  ...(figures.creditRefunds > 0
    ? [['Of these on vouchers', out(figures.creditRefunds)] as const]
    : []),
  ['Net sales', formatKwacha(figures.amount - figures.refunds - figures.creditRefunds)],
]
