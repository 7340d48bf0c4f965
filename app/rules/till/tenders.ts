import type { TillSale } from './till-payment.ts'

/** The parts of a till sale by tender, in kwacha. */
export type PaidParts = {
  totalAmount: number
  cashAmount: number
  creditAmount: number
  /** The part that nothing has paid, because its money came late. */
  unpaidAmount?: number | undefined
}

/** The part of a sale paid by mobile money: everything except cash, the part paid by a code and the unpaid part. */
export const mobileAmount = ({
  totalAmount,
  cashAmount,
  creditAmount,
  unpaidAmount = 0,
}: PaidParts) => totalAmount - cashAmount - creditAmount - unpaidAmount

/**
 * The parts of a sale that were paid besides the returned items, which the books count as cash, except the part that a
 * code keeps paying.
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

/** The tenders of a sale, without those of amount 0; a free sale counts as paid in cash. */
export function tendersOf(parts: PaidParts): Tender[] {
  const amounts = {
    cash: parts.cashAmount,
    mobile: mobileAmount(parts),
    credit: parts.creditAmount,
  }
  const used = (Object.keys(amounts) as Tender[]).filter((one) => amounts[one] > 0)
  return used.length > 0 ? used : ['cash']
}

/** Joins the names of tenders: `Cash`, `Cash and mobile money`, `Cash, mobile money and voucher`. */
export function listTenders(tenders: readonly Tender[], names: Readonly<Record<Tender, string>>) {
  const words = tenders.map((one, at) =>
    at === 0 ? names[one] : names[one].charAt(0).toLowerCase() + names[one].slice(1),
  )
  const last = words.pop()
  return [words.join(', '), last].filter(Boolean).join(' and ')
}
