import type { NamedVariant } from '../stock/stock.ts'

/** draft: being entered; open: expected; partly: some has come; received: all has come; closed: no longer expected. */
export const DELIVERY_STATES = ['draft', 'open', 'partly', 'received', 'closed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

type Step = {
  from: readonly DeliveryState[]
  /** by-lines: the received and expected units then decide the state (`stateOf`). */
  to: 'by-lines' | 'closed' | 'deleted'
}

/** Every act of staff on a delivery. Any other act is refused. */
export const DELIVERY_ACTS = {
  edit: { from: ['draft', 'open', 'partly'], to: 'by-lines' },
  expect: { from: ['draft'], to: 'by-lines' },
  book: { from: ['draft', 'open', 'partly'], to: 'by-lines' },
  close: { from: ['open', 'partly'], to: 'closed' },
  reverse: { from: ['received', 'partly', 'closed', 'open', 'draft'], to: 'by-lines' },
  discard: { from: ['draft'], to: 'deleted' },
} as const satisfies Record<string, Step>
export type DeliveryAct = keyof typeof DELIVERY_ACTS

/** Whether a delivery in this state allows this act. */
export const mayAct = (act: DeliveryAct, state: DeliveryState) =>
  (DELIVERY_ACTS[act].from as readonly DeliveryState[]).includes(state)

type Units = { expected: number; received: number }

/** The state of a delivery by its lines: one with nothing expected stays a draft until it is booked. */
export function stateOf(lines: readonly Units[]): Exclude<DeliveryState, 'closed'> {
  const hasCome = lines.some(({ received }) => received > 0)
  if (!lines.some(({ expected }) => expected > 0)) return hasCome ? 'received' : 'draft'
  if (lines.every(({ expected, received }) => received >= expected)) return 'received'
  return hasCome ? 'partly' : 'open'
}

export const MOST_DELIVERY_LINES = 500
export const LONGEST_DELIVERY_NOTE = 500

/** One size and color in a delivery. */
export type DeliveryLine = NamedVariant & {
  id: number
  variantId: string
  expected: number
  received: number
  /** Units typed, and not booked yet. */
  arriving: number
  /** Cost of one unit, in kwacha. */
  unitCost: number | null
  /** No longer sold: it cannot be booked. */
  isGone: boolean
}

export type DeliveryBooking = {
  id: string
  at: string
  by: string | null
  units: number
  cost: number | null
  reversedAt: string | null
}

export type DeliveryRow = {
  id: string
  number: number
  state: DeliveryState
  supplier: string | null
  note: string
  expectedOn: string | null
  expected: number
  received: number
  arriving: number
  createdAt: Date
}

/** The lines grouped by product, in their order. */
export const byProduct = (lines: readonly DeliveryLine[]) => [
  ...Map.groupBy(lines, ({ productId }) => productId).values(),
]
