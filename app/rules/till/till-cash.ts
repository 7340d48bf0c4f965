import type { PosPaymentMethod, PosPaymentStatus } from '../payments/payments.ts'
import { mobileAmount } from './tenders.ts'

/** Malawi's notes and coins in kwacha, largest first: cashiers count the drawer by them. */
export const NOTES = [5000, 2000, 1000, 500, 200, 100, 50, 20] as const
export const COINS = [10, 5, 1] as const
export const DENOMINATIONS = [...NOTES, ...COINS] as const

/** offline: the shift is open, and its till is offline. */
export const SHIFT_STATES = ['open', 'offline', 'closed'] as const
export type ShiftState = (typeof SHIFT_STATES)[number]

const isWhole = (number: number) => Number.isSafeInteger(number) && number >= 0

/** The cash in a drawer, in kwacha, from the number of each note and coin; an invalid number counts as 0. */
export function countedTotal(counted: Readonly<Record<string, number>>): number {
  let total = 0
  for (const [denomination, pieces] of Object.entries(counted))
    if (isWhole(Number(denomination)) && isWhole(pieces)) total += Number(denomination) * pieces
  return total
}

/** A sale of a shift, or the sums of `count` sales that agree in the first three fields. Whole kwacha. */
export type ShiftSale = {
  cashierId: string
  paymentMethod: PosPaymentMethod
  paymentStatus: PosPaymentStatus
  count: number
  totalAmount: number
  discountAmount: number
  /** The part paid in cash: all of a cash sale, some of a split one. */
  cashAmount: number
  /** The part that a voucher or store credit paid. */
  creditAmount: number
  /** The voucher part: the whole sale when a voucher was sold, otherwise 0. */
  voucherAmount: number
  /** The part that nothing has paid, because its money came late. */
  unpaidAmount?: number
}
/**
 * A return, or the sums of `count` returns by one cashier: `refund` is the whole refund, `creditAmount` the part of it
 * that went on a code.
 */
export type ShiftReturn = {
  cashierId: string
  count: number
  refund: number
  creditAmount: number
  /** How often a return paid for other items, and how much: in the books cash leaves the drawer and comes in again. */
  exchanges?: number
  exchanged?: number
}

/** Cash that was put in or (below 0) taken out, or the sums of several such moves. */
export type ShiftMove = { amount: number; exchanges?: number; exchanged?: number }

export type CashierFigures = {
  cashierId: string
  sales: number
  amount: number
  cash: number
  mobileMoney: number
  credit: number
  discounts: number
  returns: number
  /** In cash. */
  refunds: number
}

/** A Z report. Amounts in whole kwacha. */
export type ShiftFigures = {
  float: number
  cashSales: number
  /** The cash part of split sales, whose rest was paid by mobile money. */
  splitCash: number
  cashIn: number
  /** Taken out of the drawer, and refunded for returns: both are positive here and printed with a minus. */
  cashOut: number
  refunds: number
  /** The part of refunds and of cash sales where a return paid for other items: no cash changed hands. */
  exchanges: number
  exchanged: number
  /** The same part of cash out, where returned items of an online order paid for other items. */
  orderExchanges: number
  ordersExchanged: number
  /** What the drawer should hold: float + cash of all sales + cash in − cash out − refunds. */
  expected: number
  counted: number | null
  /** Counted less expected: below 0 when money is missing; null until it is counted. */
  variance: number | null
  mobileMoney: number
  /** Paid by vouchers and store credit. */
  credit: number
  /** Refunded on codes for returns, not from the drawer. */
  creditRefunds: number
  /** Vouchers that were sold: their money has come in, but they count as no sales until they are spent. */
  vouchers: number
  vouchersAmount: number
  /** Sales whose payment has come in, after discounts and before returns, without what nothing has paid of them. */
  sales: number
  amount: number
  discounts: number
  returns: number
  /** Mobile money that is not confirmed yet; it counts in none of the other figures. */
  waiting: number
  waitingAmount: number
  byCashier: CashierFigures[]
}

/**
 * The figures of a shift. A sale counts once its money is in. A failed sale never counts; a waiting sale is counted
 * apart, with its cash part, which is given back if the rest never comes. The part of a return that goes back on a code
 * is not money of the drawer.
 */
export function shiftFigures(
  shift: { float: number; counted: number | null },
  sales: readonly ShiftSale[],
  returns: readonly ShiftReturn[],
  moves: readonly ShiftMove[],
): ShiftFigures {
  const paid = sales.filter(({ paymentStatus }) => paymentStatus === 'completed')
  const waiting = sales.filter(({ paymentStatus }) => paymentStatus === 'pending')
  const cash = sum(paid, (sale) => sale.cashAmount)
  const cashSales = sum(paid, (sale) => (sale.paymentMethod === 'cash' ? sale.cashAmount : 0))
  const cashIn = sum(moves, ({ amount }) => Math.max(amount, 0))
  const cashOut = sum(moves, ({ amount }) => Math.max(-amount, 0))
  const credit = sum(paid, (sale) => sale.creditAmount)
  const creditRefunds = sum(returns, (one) => one.creditAmount)
  const refunds = sum(returns, ({ refund }) => refund) - creditRefunds
  const expected = shift.float + cash + cashIn - cashOut - refunds
  const sold = paid.filter(isNoVoucher)
  return {
    float: shift.float,
    cashSales,
    splitCash: cash - cashSales,
    cashIn,
    cashOut,
    refunds,
    exchanges: sum(returns, (one) => one.exchanges ?? 0),
    exchanged: sum(returns, (one) => one.exchanged ?? 0),
    orderExchanges: sum(moves, (one) => one.exchanges ?? 0),
    ordersExchanged: sum(moves, (one) => one.exchanged ?? 0),
    expected,
    counted: shift.counted,
    variance: shift.counted === null ? null : shift.counted - expected,
    mobileMoney: sum(paid, mobileAmount),
    credit,
    creditRefunds,
    vouchers: sum(paid, ({ count, voucherAmount }) => (voucherAmount > 0 ? count : 0)),
    vouchersAmount: sum(paid, (sale) => sale.voucherAmount),
    sales: sum(sold, ({ count }) => count),
    amount: sum(sold, paidAmount),
    discounts: sum(sold, (sale) => sale.discountAmount),
    returns: sum(returns, ({ count }) => count),
    waiting: sum(waiting, ({ count }) => count),
    waitingAmount: sum(waiting, (sale) => sale.totalAmount),
    byCashier: byCashier(paid, returns),
  }
}

const isNoVoucher = ({ voucherAmount }: ShiftSale) => voucherAmount === 0
const paidAmount = ({ totalAmount, unpaidAmount = 0 }: ShiftSale) => totalAmount - unpaidAmount

/**
 * Fills in zeros for figures that are missing in shifts stored before the till accepted codes or counted exchanges, and
 * in the figures of an older release.
 */
export const withCredit = <F extends ShiftFigures>(figures: F): F => ({
  ...figures,
  credit: figures.credit ?? 0,
  creditRefunds: figures.creditRefunds ?? 0,
  exchanges: figures.exchanges ?? 0,
  exchanged: figures.exchanged ?? 0,
  orderExchanges: figures.orderExchanges ?? 0,
  ordersExchanged: figures.ordersExchanged ?? 0,
  vouchers: figures.vouchers ?? 0,
  vouchersAmount: figures.vouchersAmount ?? 0,
  byCashier: figures.byCashier.map((one) => ({ ...one, credit: one.credit ?? 0 })),
})

const sum = <R>(rows: readonly R[], of: (row: R) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

/** Sorted by sales, the highest first. */
function byCashier(paid: readonly ShiftSale[], returns: readonly ShiftReturn[]): CashierFigures[] {
  const ids = new Set([...paid, ...returns].map(({ cashierId }) => cashierId))
  return [...ids]
    .map((cashierId) => {
      const sold = paid.filter((sale) => sale.cashierId === cashierId)
      const back = returns.filter((one) => one.cashierId === cashierId)
      const products = sold.filter(isNoVoucher)
      const cash = sum(sold, (sale) => sale.cashAmount)
      const credit = sum(sold, (sale) => sale.creditAmount)
      return {
        cashierId,
        sales: sum(products, ({ count }) => count),
        amount: sum(products, paidAmount),
        cash,
        mobileMoney: sum(sold, mobileAmount),
        credit,
        discounts: sum(products, (sale) => sale.discountAmount),
        returns: sum(back, ({ count }) => count),
        refunds: sum(back, ({ refund, creditAmount }) => refund - creditAmount),
      }
    })
    .sort((a, b) => b.amount - a.amount || (a.cashierId < b.cashierId ? -1 : 1))
}
