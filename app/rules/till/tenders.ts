/** How the parts of a sale at the till were paid, in kwacha. */
export type PaidParts = { totalAmount: number; cashAmount: number; creditAmount: number }

/** What of a sale was paid by mobile money: all that was neither cash nor paid by a code. */
export const mobileAmount = ({ totalAmount, cashAmount, creditAmount }: PaidParts) =>
  totalAmount - cashAmount - creditAmount

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
