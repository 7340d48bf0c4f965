import { type Receipt, receiptOfSale, receiptOfTillSale } from '../../../rules/till/receipt.ts'
import { paidBeside } from '../../../rules/till/tenders.ts'
import type { CashSale, ExchangeTender } from '../../../rules/till/till-events.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import type { ExchangeInCart } from '../store/sales/exchange-in-cart.ts'
import type { SaleRecord } from '../store/state.ts'

/** A paid sale as the screens show it; `change` is null when no cash was counted. */
export type Paid = {
  /** A return: `change` is the cash that is paid back for it. */
  isRefund?: boolean
  /**
   * An exchange: the returned items pay for the new ones. `isBack`: they are worth more, and `change` is the
   * difference. `amount`: what they paid in addition to mobile money.
   */
  exchange?: { isBack: boolean; amount?: number }
  number: string | null
  total: number
  change: number | null
  /** The part in cash of a sale by mobile money; otherwise 0. */
  cashPart: number
  /** The part that a code paid, or that went back on a code. */
  onCode?: { amount: number; ending: string } | null
  /** A code that the till made for the customer. */
  newCode?: { code: string; amount: number; isLive?: boolean } | null
  phone: string | null
  receipt: Receipt
}

type Names = { till: string; cashier: string; isReprint?: boolean }

/** `newCode`: the code that gets the rest of an exchange whose returned items are worth more. */
export const paidInCash = (
  sale: CashSale,
  { newCode, ...names }: Names & { newCode?: string | undefined },
): Paid => ({
  number: sale.number,
  total: sale.totalAmount,
  // When a code paid everything, no cash was counted.
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

/** The returned items were worth as much or more: shows what goes back to the customer. */
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

/** Change of the difference that the customer paid; null when a voucher paid all of it. */
function changeOfExchange(sale: CashSale, { amount, carried }: ExchangeTender) {
  const paid = sale.totalAmount - amount
  const byCode = (sale.credit?.amount ?? 0) - carried
  return byCode === paid ? null : sale.cashGiven - (amount - carried) - (paid - byCode)
}

/** A sale of this device as recorded: the server may have given it another number. */
export const keptAsSold = ({ sale, serverNumber }: SaleRecord): CashSale => ({
  ...sale,
  number: serverNumber ?? sale.number,
  // Whoever holds the slip has the code; whoever looks the sale up later does not get it.
  ...(sale.voucher ? { voucher: { ...sale.voucher, code: '' } } : {}),
})

type InCart = Pick<ExchangeInCart, 'lines'> | null | undefined

/** A sale as the server knows it. */
export function paidByServer(
  known: TillSale,
  { isReprint = false, exchange = null }: { isReprint?: boolean; exchange?: InCart } = {},
): Paid {
  // Whoever holds the slip has the code; whoever looks the sale up later does not get it.
  const sale =
    known.voucher && isReprint
      ? { ...known, voucher: { ...known.voucher, code: '' } }
      : // The server does not list the returned items.
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
