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
  const missing = new Set<string>()
  for (const { id, productId, arriving, unitCost } of lines) {
    const count = numberOf(typed[`n:${id}`], arriving)
    units += count
    const each = typed[`cost:${productId}`]
    cost += count * numberOf(each, unitCost)
    const isMissing = each === undefined ? unitCost === null : each.trim() === ''
    if (count > 0 && isMissing) missing.add(productId)
  }
  return (
    <output className="mr-auto tabular-nums">
      <strong>{formatAmount(units)}</strong> units
      {cost > 0 ? `, ${formatKwacha(cost)}` : ''}
      {cost > 0 && missing.size > 0 ? (
        <span className="block text-sm text-alarm">
          {missing.size === 1 ? '1 cost is' : `${formatAmount(missing.size)} costs are`} missing
        </span>
      ) : null}
    </output>
  )
}
