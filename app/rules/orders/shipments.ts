import type { OrderStatus } from './orders.ts'

/** The longest name of a parcel's courier, in characters. */
export const LONGEST_COURIER = 60

type Line = { id: string; quantity: number }
/** A parcel of an order that is sent in parts, and how many units of which of its lines are in it. */
export type ShippedUnits = { lines: readonly { orderItemId: string; quantity: number }[] }

/** How many units of each order line were sent. */
export function unitsShipped(shipments: readonly ShippedUnits[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { orderItemId, quantity } of shipments.flatMap(({ lines }) => lines))
    units.set(orderItemId, (units.get(orderItemId) ?? 0) + quantity)
  return units
}

/** How many items of an order that is sent in parts were sent, and how many it has. */
export function countShipped(lines: readonly Line[], shipments: readonly ShippedUnits[]) {
  const units = unitsShipped(shipments)
  return {
    shipped: [...units.values()].reduce((sum, count) => sum + count, 0),
    all: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/**
 * How many units of each order line are still to be sent: not those that are refunded instead (`unsent`). `can`: how
 * many may be sent now; pre-ordered units that have not arrived (`owed`, never counted in `unsent`) cannot.
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
 * The lines of a packing slip, each with the units to pack. They are those that can go into the next parcel of an order
 * that is sent in parts, else all that are left; once nothing is, those that parcels took.
 */
export function linesOnSlip<L extends Parameters<typeof unitsLeft>[0][number]>(
  lines: readonly L[],
  shipments: readonly ShippedUnits[],
): L[] {
  const rest = unitsLeft(lines, shipments)
  const inNext = shipments.length > 0 ? rest.map(({ id, can }) => [id, can] as const) : []
  const choices = [inNext, rest.map(({ id, left }) => [id, left] as const), unitsShipped(shipments)]
  for (const units of choices.map((one) => new Map(one))) {
    const some = lines.map((line) => ({ ...line, quantity: units.get(line.id) ?? 0 }))
    const packed = some.filter(({ quantity }) => quantity > 0)
    if (packed.length > 0) return packed
  }
  return []
}

/**
 * Which statuses staff may set by hand on an order that is sent in parcels, whose parcels otherwise set it. `left`:
 * units that are still to be sent, for example after their refund was cancelled.
 */
const BY_HAND: Record<OrderStatus, (left: number) => boolean> = {
  pending: () => false,
  processing: (left) => left > 0,
  shipped: (left) => left === 0,
  delivered: (left) => left === 0,
  cancelled: () => false,
}
/** Whether staff may set this status by hand while `left` units have not been sent. */
export const maySetByHand = (to: OrderStatus, left: number) => BY_HAND[to](left)
