import { formatCreditCode } from '../credit/credit.ts'
import { formatClock, formatDate } from '../dates.ts'
import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { formatKwacha } from '../money.ts'
import { settings } from '../settings/settings.ts'
import { receiptCodeOf } from './receipt-code.ts'
import { listTenders, mobileAmount, tendersOf } from './tenders.ts'
import type { CashSale, ExchangeTender, SaleReturn, SoldLine } from './till-events.ts'
import type { TillSale } from './till-payment.ts'

/** A label and its value: `Till`, `Front`. */
export type Pair = { label: string; value: string; isTotal?: boolean }

/** Items on a receipt; amounts in kwacha. Without a unit price only the quantity is printed. */
export type ReceiptLine = {
  name: string
  size: string | null
  color: string | null
  quantity: number
  unitPrice: number | null
  /** The amount before the discount. */
  amount: number
  off: number
}

/** The content of a slip for every printer: a sale, a return, a Z report (receipt-rows.ts, receipt-text.ts). */
export type Receipt = {
  /** The title of a slip that is not the receipt of a sale. */
  title: string | null
  /** The number of the sale, which the barcode holds as well. */
  number: string | null
  facts: Pair[]
  lines: ReceiptLine[]
  /** Blocks of figures with a rule between them. */
  sums: Pair[][]
  notes: string | null
  closing: string[]
  isReprint: boolean
}

/** The cashier who made the sale or return, and the till. */
export type Maker = { till: string; cashier: string; isReprint?: boolean }

/**
 * A sale as its receipt needs it: a `CashSale` is one. `cashAmount` is the part paid in cash (when left out: everything
 * that no code paid), the rest was mobile money; `cashGiven` is null when no cash was handed over.
 */
export type SoldOnReceipt = Pick<
  CashSale,
  'id' | 'number' | 'at' | 'customerName' | 'customerPhone' | 'notes' | 'subtotal' | 'totalAmount'
> & {
  lines: Pick<SoldLine, 'name' | 'size' | 'color' | 'quantity' | 'unitPrice' | 'discount'>[]
  cashGiven: number | null
  /** The code with which the buyer writes reviews; derived from the sale's id when left out (receipt-code.ts). */
  code?: string | null
  cashAmount?: number
  unpaidAmount?: number
  credit?: { amount: number; ending: string } | null | undefined
  exchange?: ExchangeTender | null | undefined
  /** The code that a part of the refund went on: in full, only on the first print. */
  newCode?: string | undefined
  /** A voucher that was sold; a later reprint leaves its code out. */
  voucher?: { amount: number; code: string } | null | undefined
  taxAmount?: number
}

/** `Nov 20, 2026 14:05`, by the shop's clock. */
export const formatReceiptTime = (at: Date | string) => `${formatDate(at)} ${formatClock(at)}`

const factsOf = (at: string, { till, cashier }: Maker): Pair[] => [
  { label: texts.date, value: formatReceiptTime(at) },
  ...(till ? [{ label: texts.till, value: till }] : []),
  { label: texts.cashier, value: cashier },
]

/** The receipt of a paid sale. */
export function receiptOfSale(sale: SoldOnReceipt, maker: Maker): Receipt {
  const lines = sale.lines.map((line) => ({
    ...line,
    amount: line.quantity * line.unitPrice,
    off: Math.min(line.discount, line.quantity * line.unitPrice),
  }))
  const offLines = lines.reduce((sum, line) => sum + line.off, 0)
  const tax = sale.taxAmount ?? 0
  const offSale = sale.subtotal + tax - sale.totalAmount - offLines
  const code = sale.code === undefined ? receiptCodeOf(sale.id) : sale.code
  const { exchange } = sale
  const customer = [sale.customerName, sale.customerPhone].filter(Boolean).join(', ')
  return {
    title: sale.voucher ? texts['gift-voucher'] : exchange ? texts.exchange : null,
    number: sale.number,
    facts: [
      ...(sale.number
        ? [{ label: texts.receipt, value: sale.number }]
        : // The till had no number left: the server gives it one later.
          [{ label: texts.reference, value: sale.id.slice(0, 8).toUpperCase() }]),
      ...factsOf(sale.at, maker),
      ...(customer ? [{ label: texts.customer, value: customer }] : []),
    ],
    lines: [...lines, ...(exchange?.lines ?? []).map(asTakenBack)],
    sums: [
      [
        { label: texts.subtotal, value: formatKwacha(sale.subtotal) },
        ...(offLines > 0
          ? [{ label: texts['discount-on-lines'], value: formatKwacha(-offLines) }]
          : []),
        ...(offSale > 0 ? [{ label: texts.discount, value: formatKwacha(-offSale) }] : []),
        ...(tax > 0 ? [{ label: texts.tax, value: formatKwacha(tax) }] : []),
        { label: texts.total, value: formatKwacha(sale.totalAmount), isTotal: true },
      ],
      ...(sale.voucher ? [codeOf(sale.voucher.code)] : []),
      ...(exchange ? [exchangedOf(exchange, sale)] : []),
      paymentOf(sale),
    ].filter((block) => block.length > 0),
    notes: sale.notes,
    closing: [
      texts.thanks,
      sale.voucher ? texts['spend-it'] : texts['faulty-or-wrong']({ days: settings().returnsDays }),
      ...(exchange && exchange.refund > exchange.amount ? [texts['received-by']] : []),
      ...(code && !sale.voucher ? [texts['write-review'], texts['review-code']({ code })] : []),
    ],
    isReprint: maker.isReprint ?? false,
  }
}

/** The receipt of a sale as the server sends it: paid by mobile money, or made at another till. */
export const receiptOfTillSale = (sale: TillSale, isReprint = false) =>
  receiptOfSale(
    {
      ...sale,
      id: sale.saleId,
      number: sale.saleNumber,
      at: sale.soldAt,
      code: sale.receiptCode ?? null,
    },
    { till: sale.tillName ?? '', cashier: sale.cashierName, isReprint },
  )

const asTakenBack = (line: NonNullable<ExchangeTender['lines']>[number]): ReceiptLine => ({
  ...line,
  unitPrice: null,
  amount: -line.amount,
  off: 0,
})

/** The returned items of an exchange, and the amount that is still to be paid or that goes back. */
function exchangedOf(
  { number, refund, amount, onCode, onNewCode = 0 }: ExchangeTender,
  { totalAmount, newCode }: SoldOnReceipt,
): Pair[] {
  const cash = refund - amount - (onCode?.amount ?? 0) - onNewCode
  return [
    { label: texts['taken-back-of']({ number }), value: formatKwacha(-refund) },
    ...(refund <= amount
      ? [
          {
            label: texts['to-pay'],
            value: formatKwacha(totalAmount - amount),
            isTotal: true,
          },
        ]
      : []),
    ...(onCode
      ? [{ label: texts['back-on-voucher'](onCode), value: formatKwacha(onCode.amount) }]
      : []),
    ...(onNewCode > 0
      ? [{ label: texts['store-credit'], value: formatKwacha(onNewCode), isTotal: true }]
      : []),
    ...codeOf(newCode),
    ...(cash > 0
      ? [{ label: texts['refund-in-cash'], value: formatKwacha(cash), isTotal: true }]
      : []),
  ]
}

const TENDERS = { cash: texts.cash, mobile: texts['mobile-money'], credit: texts.voucher }

function paymentOf(sale: SoldOnReceipt): Pair[] {
  const { credit } = sale
  const creditAmount = credit?.amount ?? 0
  // Returned items paid a part of the sale: the books count it as cash, except the part that a code had paid.
  const paidBack = sale.exchange?.amount ?? 0
  const totalAmount = sale.totalAmount - paidBack
  const carried = sale.exchange?.carried ?? 0
  const cash = (sale.cashAmount ?? sale.totalAmount - creditAmount) - (paidBack - carried)
  const given = sale.cashGiven === null ? null : sale.cashGiven - (paidBack - carried)
  if (sale.exchange && totalAmount === 0) return []
  const parts = {
    totalAmount,
    cashAmount: cash,
    creditAmount: creditAmount - carried,
    unpaidAmount: sale.unpaidAmount,
  }
  const mobile = mobileAmount(parts)
  const tenders = tendersOf(parts)
  const isSplit = tenders.length > 1
  return [
    { label: texts['paid-by'], value: listTenders(tenders, TENDERS) },
    ...(credit && creditAmount > carried
      ? [{ label: texts['voucher-of'](credit), value: formatKwacha(creditAmount - carried) }]
      : []),
    ...(isSplit && mobile > 0
      ? [{ label: texts['mobile-money'], value: formatKwacha(mobile) }]
      : []),
    ...(isSplit && cash > 0 ? [{ label: texts['in-cash'], value: formatKwacha(cash) }] : []),
    ...(tenders.includes('cash') && given !== null
      ? [
          { label: texts['cash-given'], value: formatKwacha(given) },
          { label: texts.change, value: formatKwacha(given - cash) },
        ]
      : []),
  ]
}

/** The returned items: a `SaleReturn` with the names of its items. */
export type ReturnOnReceipt = Pick<SaleReturn, 'at' | 'saleNumber' | 'refund' | 'reason'> & {
  lines: {
    name: string
    size: string | null
    color: string | null
    quantity: number
    amount: number
  }[]
  /** The sale of the items taken in exchange. */
  exchangeNumber?: string | null
  /** The part of the refund that went back on the code that had paid. */
  credit?: { amount: number; ending: string } | null
  /** The code that holds the rest of the refund or all of it: in full, because the holder of the paper spends it. */
  creditCode?: string | null | undefined
}

function backOf({ refund, credit, creditCode }: ReturnOnReceipt): Pair[] {
  const onCode = credit?.amount ?? 0
  const rest = {
    label: texts[creditCode ? 'store-credit' : 'refund-in-cash'],
    value: formatKwacha(refund - onCode),
    isTotal: true,
  }
  const code =
    credit && onCode > 0
      ? [{ label: texts['back-on-voucher'](credit), value: formatKwacha(onCode) }]
      : []
  return [...code, ...(onCode < refund || refund === 0 ? [rest] : []), ...codeOf(creditCode)]
}

const codeOf = (code: string | null | undefined): Pair[] =>
  code ? [{ label: texts['credit-code'], value: formatCreditCode(code), isTotal: true }] : []

/** The slip for returned items; the customer signs it for the cash. */
export function receiptOfReturn(returned: ReturnOnReceipt, maker: Maker): Receipt {
  return {
    title: texts.return,
    number: returned.saleNumber,
    facts: [
      { label: texts['of-receipt'], value: returned.saleNumber },
      ...factsOf(returned.at, maker),
      { label: texts.reason, value: returned.reason },
      ...(returned.exchangeNumber
        ? [{ label: texts['exchanged-for'], value: returned.exchangeNumber }]
        : []),
    ],
    lines: returned.lines.map((line) => ({ ...line, unitPrice: null, off: 0 })),
    sums: [backOf(returned)],
    notes: null,
    closing: [...(returned.creditCode ? [texts['spend-it']] : []), texts['received-by']],
    isReprint: maker.isReprint ?? false,
  }
}
