import type { TillSale } from './till-payment.ts'

/** How the parts of a sale at the till were paid, in kwacha. */
export type PaidParts = { totalAmount: number; cashAmount: number; creditAmount: number }

/** What of a sale was paid by mobile money: all that was neither cash nor paid by a code. */
export const mobileAmount = ({ totalAmount, cashAmount, creditAmount }: PaidParts) =>
  totalAmount - cashAmount - creditAmount

/** What of a sale was paid beside what came back for it: by the books that is cash, but for what a code goes on paying. */
export function paidBeside({
  totalAmount,
  cashAmount,
  credit,
  exchange,
}: Pick<TillSale, 'totalAmount' | 'cashAmount' | 'credit' | 'exchange'>): PaidParts {
  const { amount, carried } = exchange ?? { amount: 0, carried: 0 }
  return {
    totalAmount: totalAmount - amount,
    cashAmount: cashAmount - (amount - carried),
    creditAmount: (credit?.amount ?? 0) - carried,
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
