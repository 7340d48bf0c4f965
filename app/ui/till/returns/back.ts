import type { Approval } from '../../../rules/till/till-events.ts'
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

/** A line that comes back, as an exchange and its receipt tell of it. */
export const pieceOf = ({
  name,
  size,
  color,
  quantity,
  isRestocked,
  amount,
}: Chosen<LineBack>) => ({
  name,
  size,
  color,
  quantity,
  isRestocked,
  amount,
})
