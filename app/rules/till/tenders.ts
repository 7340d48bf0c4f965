import type { TillSale } from './till-payment.ts'

/** How the parts of a sale at the till were paid, in kwacha. */
export type PaidParts = {
  totalAmount: number
  cashAmount: number
  creditAmount: number
  /** What nothing has paid, for its money came late. */
  unpaidAmount?: number | undefined
}

/** What of a sale was paid by mobile money: all that was neither cash nor paid by a code, nor is unpaid. */
export const mobileAmount = ({
  totalAmount,
  cashAmount,
  creditAmount,
  unpaidAmount = 0,
}: PaidParts) => totalAmount - cashAmount - creditAmount - unpaidAmount

/**
 * What of a sale was paid beside what came back for it: by the books that is cash, but for what a code goes on paying.
 */
export function paidBeside({
  totalAmount,
  cashAmount,
  credit,
  exchange,
  unpaidAmount,
}: Pick<
  TillSale,
  'totalAmount' | 'cashAmount' | 'credit' | 'exchange' | 'unpaidAmount'
>): PaidParts {
  const { amount, carried } = exchange ?? { amount: 0, carried: 0 }
  return {
    totalAmount: totalAmount - amount,
    cashAmount: cashAmount - (amount - carried),
    creditAmount: (credit?.amount ?? 0) - carried,
    unpaidAmount,
  }
}

export type Tender = 'cash' | 'mobile' | 'credit'

/** Which ways a sale was paid, those of no amount left out; a sale that cost nothing was paid in cash. */
export function tendersOf(parts: PaidParts): Tender[] {
  const amounts = {
    cash: parts.cashAmount,
    mobile: mobileAmount(parts),
    credit: parts.creditAmount,
  }
  const used = (Object.keys(amounts) as Tender[]).filter((one) => amounts[one] > 0)
  return used.length > 0 ? used : ['cash']
}

/** `Cash`, `Cash and mobile money`, `Cash, mobile money and voucher`: the names of tenders as one text. */
export function listTenders(tenders: readonly Tender[], names: Readonly<Record<Tender, string>>) {
  const [first = '', ...others] = tenders.map((one, at) =>
    at === 0 ? names[one] : names[one].charAt(0).toLowerCase() + names[one].slice(1),
  )
  const last = others.pop()
  return [[first, ...others].join(', '), last].filter(Boolean).join(' and ')
}
