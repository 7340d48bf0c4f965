import type { NamedVariant } from '../stock/stock.ts'

/** A delivery that is being entered, is expected, has come in part, is all here, or is not waited for any more. */
export const DELIVERY_STATES = ['draft', 'open', 'partly', 'received', 'closed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

type Step = {
  from: readonly DeliveryState[]
  /** by-lines: what has come and what is expected then say it (`stateOf`). */
  to: 'by-lines' | 'closed' | 'deleted'
}

/** Every step of a delivery, by what staff do with it. What is not here is not done. */
export const DELIVERY_ACTS = {
  edit: { from: ['draft', 'open', 'partly'], to: 'by-lines' },
  expect: { from: ['draft'], to: 'by-lines' },
  book: { from: ['draft', 'open', 'partly'], to: 'by-lines' },
  close: { from: ['open', 'partly'], to: 'closed' },
  reverse: { from: ['received', 'partly', 'closed', 'open', 'draft'], to: 'by-lines' },
  discard: { from: ['draft'], to: 'deleted' },
} as const satisfies Record<string, Step>
export type DeliveryAct = keyof typeof DELIVERY_ACTS

/** Whether a delivery that stands so lets staff do this. */
export const mayAct = (act: DeliveryAct, state: DeliveryState) =>
  (DELIVERY_ACTS[act].from as readonly DeliveryState[]).includes(state)

type Units = { expected: number; received: number }

/** What a delivery is by its lines: one that nobody expected is a draft until it is booked. */
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
  /** Typed, and not booked yet. */
  arriving: number
  /** Of one unit, in kwacha. */
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

/** The lines of each product together, in their order. */
export const byProduct = (lines: readonly DeliveryLine[]) => [
  ...Map.groupBy(lines, ({ productId }) => productId).values(),
]
