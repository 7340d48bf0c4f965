import { cutText } from '../cut-text.ts'
import { isDay } from '../local-time.ts'
import { deliveryErrors } from '../messages/purchasing/purchasing.ts'
import { LARGEST_PRICE, plainAmount } from '../money.ts'
import { readUnits } from '../stock/stock-changes.ts'
import { LONGEST_DELIVERY_NOTE } from './deliveries.ts'

/**
 * One number of a form: the value that the page started with (`was`), the values that the page has sent since (`sent`:
 * a number is saved when its field is left, and may be corrected before the answer arrives), and the current value
 * (`is`).
 */
export type TypedNumber = {
  was: number | null
  sent?: readonly (number | null)[]
  is: number | null
}
export type DeliveryEdit = {
  supplierId: string | null
  note: string
  expectedOn: string | null
  /** By line number. */
  units: Map<number, TypedNumber>
  /** Cost of one unit, by product. */
  costs: Map<string, TypedNumber>
}

/** Digits as a number; null for a blank, and for any other text, which only a program sends. */
const numberOf = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null)

/** Reads `0,3,5`: the value at the start, and the values sent since. */
function shownOf(text = '') {
  const [was = null, ...sent] = text.split(',').slice(0, MOST_SENT).map(numberOf)
  return { was, sent }
}
const MOST_SENT = 100

/** Reads a delivery's form: `n:12` and `was:12` of a line, `cost:…` and `wascost:…` of a product. */
export function readDelivery(
  typed: Readonly<Record<string, string>>,
): { ok: true; edit: DeliveryEdit } | { ok: false; error: string } {
  const units = new Map<number, TypedNumber>()
  const costs = new Map<string, TypedNumber>()
  for (const [name, value] of Object.entries(typed)) {
    const [kind, key = ''] = name.split(':')
    if (kind === 'n' && /^\d{1,15}$/.test(key)) {
      const is = value.trim() === '' ? 0 : readUnits(value)
      if (is === null) return { ok: false, error: deliveryErrors['units-bad'] }
      const { was, sent } = shownOf(typed[`was:${key}`])
      units.set(Number(key), { is, was: was ?? 0, sent: sent.map((one) => one ?? 0) })
    }
    if (kind === 'cost') {
      const text = plainAmount(value.trim())
      if (!/^\d*$/.test(text) || Number(text) > LARGEST_PRICE)
        return { ok: false, error: deliveryErrors['cost-bad'] }
      const is = text === '' ? null : Number(text)
      costs.set(key, { is, ...shownOf(typed[`wascost:${key}`]) })
    }
  }
  const day = typed['expected_on'] ?? ''
  if (day !== '' && !isDay(day)) return { ok: false, error: deliveryErrors['day-bad'] }
  return {
    ok: true,
    edit: {
      supplierId: typed['supplier'] || null,
      note: cutText(typed['note'] ?? '', LONGEST_DELIVERY_NOTE),
      expectedOn: day || null,
      units,
      costs,
    },
  }
}
