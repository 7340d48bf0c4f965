/** The most units of a variant that may be promised before they arrive. */
export const MOST_PREORDERS = 999

/** The units of a variant that can be pre-ordered. `from`: the day on which they ship, as 2026-12-12. */
export type Preorder = { from: string; units: number }

/** Combines the two columns of a query. */
export const preorderOf = (row: {
  preorderUnits: number
  preorderFrom: string | null
}): Preorder | null =>
  row.preorderFrom !== null && row.preorderUnits > 0
    ? { from: row.preorderFrom, units: row.preorderUnits }
    : null

/** The first day on which an order with these lines can leave: that of its last pre-order; null for at once. */
export const shipsFrom = (lines: readonly { preorderFrom: string | null }[]): string | null =>
  lines
    .flatMap(({ preorderFrom }) => preorderFrom ?? [])
    .sort()
    .at(-1) ?? null
