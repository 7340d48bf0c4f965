import { cutText } from '../cut-text.ts'
import { isDay } from '../local-time.ts'
import { deliveryErrors } from '../messages/purchasing/purchasing.ts'
import { LARGEST_PRICE, plainAmount } from '../money.ts'
import { readUnits } from '../stock/stock-changes.ts'
import { LONGEST_DELIVERY_NOTE } from './deliveries.ts'

/**
 * One value of a form: that which the page started with (`was`), those that the page has sent since (`sent`: a field is
 * saved when it is left, and may be corrected before the answer arrives), and the current one (`is`).
 */
export type Typed<T> = { was: T; sent?: readonly T[]; is: T }
export type TypedNumber = Typed<number | null>
/** The units of a line; `received`: what of it was booked already when the page was made. */
export type TypedUnits = TypedNumber & { received?: number }
export type DeliveryEdit = {
  supplierId: Typed<string | null>
  note: Typed<string>
  expectedOn: Typed<string | null>
  /** By line number. */
  units: Map<number, TypedUnits>
  /** Cost of one unit, by product. */
  costs: Map<string, TypedNumber>
  /** The version with which the person has seen what others saved, and saves these values over it. */
  over?: number
}

/** A value that a form and another device have both changed; `booked`: units of it that were booked meanwhile. */
export type DeliveryConflict =
  | { of: 'units'; name: string; mine: number; theirs: number; booked: number }
  | { of: 'cost'; name: string; mine: number | null; theirs: number | null }
  | { of: HeadField; mine: string | null; theirs: string | null }

/** Digits as a number; null for a blank, and for any other text, which only a program sends. */
const numberOf = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null)

/** Reads `0,3,5`: the value at the start, and the values sent since. */
function shownOf(text = '') {
  const [was = null, ...sent] = text.split(',').slice(0, MOST_SENT).map(numberOf)
  return { was, sent }
}
const MOST_SENT = 100

/** The fields of a delivery itself. */
export const HEAD_FIELDS = ['supplier', 'expected_on', 'note'] as const
export type HeadField = (typeof HEAD_FIELDS)[number]
/** The hidden field of a field of the delivery. */
export const wasField = (name: HeadField) => `was_${name}` as const
/** Its value: the text at the start, and the texts sent since. */
export const writeShown = (texts: readonly string[]) => JSON.stringify(texts)

/** Reads what `writeShown` wrote; nothing of any other text, which only a program sends. */
export function readShown(text = ''): string[] {
  try {
    const read: unknown = JSON.parse(text)
    const texts = Array.isArray(read) ? read.slice(0, MOST_SENT) : []
    return texts.filter((one) => typeof one === 'string')
  } catch {
    return []
  }
}

function readHead<T>(
  typed: Readonly<Record<string, string>>,
  name: HeadField,
  read: (text: string) => T,
): Typed<T> {
  const [was = '', ...sent] = readShown(typed[wasField(name)])
  return { is: read(typed[name] ?? ''), was: read(was), sent: sent.map(read) }
}

/** Reads a delivery's form: `n:12`, `was:12` and `received:12` of a line, `cost:…` and `wascost:…` of a product. */
export function readDelivery(
  typed: Readonly<Record<string, string>>,
): { ok: true; edit: DeliveryEdit } | { ok: false; error: string } {
  const units = new Map<number, TypedUnits>()
  const costs = new Map<string, TypedNumber>()
  for (const [name, value] of Object.entries(typed)) {
    const [kind, key = ''] = name.split(':')
    if (kind === 'n' && /^\d{1,15}$/.test(key)) {
      const is = value.trim() === '' ? 0 : readUnits(value)
      if (is === null) return { ok: false, error: deliveryErrors['units-bad'] }
      const { was, sent } = shownOf(typed[`was:${key}`])
      const received = numberOf(typed[`received:${key}`] ?? '')
      units.set(Number(key), {
        is,
        was: was ?? 0,
        sent: sent.map((one) => one ?? 0),
        ...(received !== null && { received }),
      })
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
  const over = numberOf(typed['version'] ?? '')
  if (day !== '' && !isDay(day)) return { ok: false, error: deliveryErrors['day-bad'] }
  return {
    ok: true,
    edit: {
      supplierId: readHead(typed, 'supplier', (text) => text || null),
      note: readHead(typed, 'note', (text) => cutText(text, LONGEST_DELIVERY_NOTE)),
      expectedOn: readHead(typed, 'expected_on', (text) => text || null),
      units,
      costs,
      ...(over !== null && { over }),
    },
  }
}
