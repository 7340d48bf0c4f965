import { type Receipt, receiptOfSale, receiptOfTillSale } from '../../../rules/till/receipt.ts'
import { paidBeside } from '../../../rules/till/tenders.ts'
import type { CashSale, ExchangeTender } from '../../../rules/till/till-events.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import type { ExchangeInCart } from '../store/sales/exchange-in-cart.ts'
import type { SaleRecord } from '../store/state.ts'

/** A sale that is paid, as the screens show it; `change` is null where no cash was counted out. */
export type Paid = {
  /** Items came back: `change` is the cash for them. */
  isRefund?: boolean
  /**
   * They came back for what was taken, and pay of it; `isBack`: `change` is what they are worth above it; `amount`:
   * what they paid beside mobile money.
   */
  exchange?: { isBack: boolean; amount?: number }
  number: string | null
  total: number
  change: number | null
  /** The part in cash of what was paid by mobile money; 0 where there is none. */
  cashPart: number
  /** The part that a code paid, or that went back on it. */
  onCode?: { amount: number; ending: string } | null
  /** A code that was made here, for the customer. */
  newCode?: { code: string; amount: number; isLive?: boolean } | null
  phone: string | null
  receipt: Receipt
}

type Names = { till: string; cashier: string; isReprint?: boolean }

/** `newCode`: the one on which goes what came back above the sale. */
export const paidInCash = (
  sale: CashSale,
  { newCode, ...names }: Names & { newCode?: string | undefined },
): Paid => ({
  number: sale.number,
  total: sale.totalAmount,
  // Where a code paid for all of it no cash was counted.
  change:
    sale.credit?.amount === sale.totalAmount
      ? null
      : sale.cashGiven - (sale.totalAmount - (sale.credit?.amount ?? 0)),
  cashPart: 0,
  onCode: sale.credit ?? null,
  newCode: sale.voucher ?? null,
  phone: sale.customerPhone,
  receipt: receiptOfSale({ ...sale, newCode }, names),
  ...(sale.exchange ? exchangedFor(sale.exchange, newCode) : {}),
  ...(sale.exchange && sale.exchange.amount < sale.totalAmount
    ? { change: changeOfExchange(sale, sale.exchange) }
    : {}),
})

/** What came back was worth as much or more: what is shown is what goes back. */
function exchangedFor(
  { refund, amount, onCode, onNewCode = 0 }: ExchangeTender,
  newCode: string | undefined,
): Partial<Paid> {
  const cash = refund - amount - (onCode?.amount ?? 0) - onNewCode
  return {
    exchange: { isBack: refund > amount },
    change: cash > 0 ? cash : null,
    ...(refund > amount ? { onCode: onCode ?? null } : {}),
    newCode: newCode ? { code: newCode, amount: onNewCode } : null,
  }
}

/** Of the difference that was paid; null where a voucher has paid all of it. */
function changeOfExchange(sale: CashSale, { amount, carried }: ExchangeTender) {
  const paid = sale.totalAmount - amount
  const byCode = (sale.credit?.amount ?? 0) - carried
  return byCode === paid ? null : sale.cashGiven - (amount - carried) - (paid - byCode)
}

/** A sale of this device as it stands in the books: the server may have given it another number. */
export const keptAsSold = ({ sale, serverNumber }: SaleRecord): CashSale => ({
  ...sale,
  number: serverNumber ?? sale.number,
  // Who holds the slip has the code; who looks for the sale later does not.
  ...(sale.voucher ? { voucher: { ...sale.voucher, code: '' } } : {}),
})

type InCart = Pick<ExchangeInCart, 'lines'> | null | undefined

/** A sale as the server knows it. */
export function paidByServer(
  known: TillSale,
  { isReprint = false, exchange = null }: { isReprint?: boolean; exchange?: InCart } = {},
): Paid {
  // Who holds the slip has the code; who looks for the sale later does not.
  const sale =
    known.voucher && isReprint
      ? { ...known, voucher: { ...known.voucher, code: '' } }
      : // The server does not say what came back piece by piece.
        known.exchange && exchange
        ? { ...known, exchange: { ...known.exchange, lines: exchange.lines } }
        : known
  const beside = paidBeside(sale)
  return {
    number: sale.saleNumber,
    total: sale.totalAmount,
    change: null,
    cashPart: sale.paymentMethod === 'cash' ? 0 : beside.cashAmount,
    onCode:
      sale.credit && beside.creditAmount > 0
        ? { ...sale.credit, amount: beside.creditAmount }
        : null,
    ...(sale.exchange && sale.paymentMethod !== 'cash'
      ? { exchange: { isBack: false, amount: sale.exchange.amount } }
      : {}),
    newCode: sale.voucher ? { ...sale.voucher, isLive: true } : null,
    phone: sale.customerPhone,
    receipt: receiptOfTillSale(sale, isReprint),
  }
}
