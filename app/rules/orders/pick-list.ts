import type { Choice } from '../catalogue/products.ts'

type PickedLine = Choice & {
  variantId: string
  sku: string
  name: string
  shelf: string | null
  /** The units that go into the order's parcel now. */
  units: number
}
type PickedOrder<L> = { orderNumber: string; lines: readonly L[] }

/** The units to take from a shelf for several orders at once, and how many of them each order gets. */
export type PickRow<L> = {
  line: L
  units: number
  orders: { orderNumber: string; units: number }[]
}

const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * The units that several orders need: one row for each variant under the name that it was ordered by, sorted by shelf
 * (B2 before B10); variants without a shelf come last.
 */
export function sumPicking<L extends PickedLine>(orders: readonly PickedOrder<L>[]): PickRow<L>[] {
  const rows = orders.flatMap(({ orderNumber, lines }) =>
    lines.flatMap((line) => (line.units > 0 ? [{ orderNumber, line }] : [])),
  )
  const alike = Map.groupBy(rows, ({ line: { variantId, sku, name, size, color } }) =>
    JSON.stringify([variantId, sku, name, size, color]),
  )
  const picks = [...alike.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const units = rows.reduce((sum, { line }) => sum + line.units, 0)
    const orders = rows.map(({ orderNumber, line }) => ({ orderNumber, units: line.units }))
    return [{ line: first.line, units, orders }]
  })
  const placeOf = ({ line: { name, sku } }: PickRow<L>) => `${name} ${sku}`
  return picks.sort((a, b) => {
    const [one, other] = [a.line.shelf, b.line.shelf]
    if ((one === null) !== (other === null)) return one === null ? 1 : -1
    return byNumber.compare(one ?? '', other ?? '') || byNumber.compare(placeOf(a), placeOf(b))
  })
}
