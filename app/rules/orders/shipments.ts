import type { OrderStatus } from './orders.ts'

/** The name of a parcel's courier, in characters. */
export const LONGEST_COURIER = 60

type Line = { id: string; quantity: number }
/** A parcel of an order that is sent in parts, and how many units of which of its lines are in it. */
export type ShippedUnits = { lines: readonly { orderItemId: string; quantity: number }[] }

/** How many units of each line have gone. */
export function unitsShipped(shipments: readonly ShippedUnits[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { orderItemId, quantity } of shipments.flatMap(({ lines }) => lines))
    units.set(orderItemId, (units.get(orderItemId) ?? 0) + quantity)
  return units
}

/** Of an order that is sent in parts: so many of its items have gone. */
export function countShipped(lines: readonly Line[], shipments: readonly ShippedUnits[]) {
  const units = unitsShipped(shipments)
  return {
    shipped: [...units.values()].reduce((sum, count) => sum + count, 0),
    all: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/**
 * Of each line, how many units are still to go: those whose money goes back because they are not sent (`unsent`) do
 * not. `can`: how many may go now; what was pre-ordered and has not arrived (`owed`, other units than those) cannot.
 */
export function unitsLeft(
  lines: readonly (Line & { owed: number; unsent: number })[],
  shipments: readonly ShippedUnits[],
) {
  const shipped = unitsShipped(shipments)
  return lines.map(({ id, quantity, owed, unsent }) => {
    const there = quantity - (shipped.get(id) ?? 0)
    const left = Math.max(0, there - unsent)
    return { id, left, can: Math.max(0, left - owed) }
  })
}

/**
 * Which statuses staff may set by hand on an order that is sent in parcels: its parcels say how far it is. `left`:
 * units that are still to go, as once a refund of theirs was called off.
 */
const BY_HAND: Record<OrderStatus, (left: number) => boolean> = {
  pending: () => false,
  processing: (left) => left > 0,
  shipped: (left) => left === 0,
  delivered: (left) => left === 0,
  cancelled: () => false,
}
/** Whether staff may set this status by hand while so many pieces have not been sent in parcels. */
export const maySetByHand = (to: OrderStatus, left: number) => BY_HAND[to](left)
