import type { Plan, PlannedSale, PlannedShift } from './plan.ts'

/** What a day at the counter has besides cash sales and returns. */
export type Extras = {
  /** This sale is paid by mobile money instead. */
  mobile?: PlannedSale
  /** This sale has a larger discount than a cashier may give, without approval: it goes under review. */
  reduced?: PlannedSale
  /** A voucher of this amount, sold for cash. */
  voucher?: number
  /** Cash put into the drawer or taken out of it. */
  cash?: { amount: number; reason: string }
}

const isPlain = ({ isBroughtBack, isByCredit }: PlannedSale) => !isBroughtBack && !isByCredit

/** Chooses the days without random numbers, so that the rest of the history stays the same. */
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
