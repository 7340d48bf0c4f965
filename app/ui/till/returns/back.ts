import type { Approval } from '../../../rules/till/till-events.ts'
import type { Paid } from '../payments/paid.ts'
import type { TillState } from '../store/state.ts'
import type { WayOrExchange } from './back-in-cash.tsx'
import type { Choice, ReturnLine } from './return-line.tsx'
import type { Picked, Taken } from './taken-instead.tsx'

/** A line of which something can come back. */
export type LineBack = Parameters<typeof ReturnLine>[0]['line'] & Taken & { id: string }
/** A line of which something comes back, and what these units are worth in kwacha. */
export type Chosen<L> = L & Choice & { amount: number }
export type Back<L, R extends string> = {
  id: string
  lines: Chosen<L>[]
  refund: number
  reason: R
  way: WayOrExchange
  approval: Approval | null
  /** What is taken instead, of what was chosen here. */
  taken: Picked[]
}

/** What a screen that takes something back is given, and whom it tells: all is done, or other items are chosen next. */
export type TakesBack = {
  till: TillState
  onTakenBack: (back: Paid) => void
  onExchange: (isChosen: boolean) => void
}

/** A line that comes back, as an exchange and its receipt tell of it. */
export function pieceOf(line: Chosen<LineBack>) {
  const { name, size, color, quantity, isRestocked, amount } = line
  return { name, size, color, quantity, isRestocked, amount }
}
