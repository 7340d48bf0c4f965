import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import type { DeliveryLine } from '../../../rules/purchasing/deliveries.ts'

const numberOf = (text: string | undefined, known: number | null) =>
  text === undefined ? (known ?? 0) : /^\d{0,9}$/.test(text) ? Number(text) : 0

/** The total of the arriving units, as they are typed. */
export function DeliverySum({
  lines,
  typed,
}: {
  lines: readonly DeliveryLine[]
  typed: Readonly<Record<string, string>>
}) {
  let units = 0
  let cost = 0
  for (const { id, productId, arriving, unitCost } of lines) {
    const count = numberOf(typed[`n:${id}`], arriving)
    units += count
    cost += count * numberOf(typed[`cost:${productId}`], unitCost)
  }
  return (
    <output className="mr-auto tabular-nums">
      <strong>{formatAmount(units)}</strong> units
      {cost > 0 ? `, ${formatKwacha(cost)}` : ''}
    </output>
  )
}
