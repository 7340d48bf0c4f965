import type { Plan, PlannedSale, PlannedShift } from './plan.ts'

/** What a day at the counter has beside sales for cash and what is brought back. */
export type Extras = {
  /** Paid by mobile money instead. */
  mobile?: PlannedSale
  /** More was taken off than a cashier may, and nobody was asked: it is to be looked at. */
  reduced?: PlannedSale
  /** A voucher of so much, for cash. */
  voucher?: number
  /** Into the drawer, or out of it. */
  cash?: { amount: number; reason: string }
}

const isPlain = ({ isBroughtBack, isByCredit }: PlannedSale) => !isBroughtBack && !isByCredit

/** Of a few days, by no chance: what else the history tells stays as it is. */
export function chooseExtras({ shifts }: Plan): Map<PlannedShift, Extras> {
  const chosen = new Map<PlannedShift, Extras>()
  const days = shifts.filter(({ sales }) => sales.some(isPlain))
  const add = (nth: number, extrasOf: (plain: PlannedSale) => Extras) => {
    const shift = days.at(nth)
    const plain = shift?.sales.find(isPlain)
    if (shift && plain) chosen.set(shift, { ...chosen.get(shift), ...extrasOf(plain) })
  }
  for (const nth of [6, 31, -4]) add(nth, (mobile) => ({ mobile }))
  add(-1, (reduced) => ({ reduced }))
  add(24, () => ({ voucher: 20_000 }))
  add(-3, () => ({ voucher: 15_000 }))
  add(12, () => ({ cash: { amount: 15_000, reason: 'Change from the bank' } }))
  add(40, () => ({ cash: { amount: -12_000, reason: 'Paid the tailor for a hem' } }))
  add(-2, () => ({ cash: { amount: -6000, reason: 'Transport of two parcels' } }))
  return chosen
}
