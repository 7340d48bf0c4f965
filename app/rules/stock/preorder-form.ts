import { isDay } from '../local-time.ts'
import { preorderErrors } from '../messages/stock/stock.ts'
import { MOST_PREORDERS } from './preorders.ts'

/** What staff allow of a variant: how many may be promised, and from when they ship; null for nothing. */
export type Allowed = { limit: number; from: string } | null

/** A form's fields for one variant, by its id; what was shown stands in `seen`, so that a later edit is told. */
export const fieldsOf = (variantId: string) =>
  ({
    limit: `limit:${variantId}`,
    from: `from:${variantId}`,
    seen: `seen:${variantId}`,
  }) as const

/** The same as one text. */
export const writeAllowed = (allowed: Allowed) =>
  allowed ? `${allowed.limit} ${allowed.from}` : ''

/** What was typed for one variant; a blank number allows nothing. A day that is over is refused where it is new. */
export function readAllowed(
  typed: { limit: string; from: string; seen: string },
  today: string,
): { ok: true; allowed: Allowed } | { ok: false; field: 'limit' | 'from'; error: string } {
  const [limit, from] = [typed.limit.trim(), typed.from.trim()]
  if (limit === '' && from === '') return { ok: true, allowed: null }
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST_PREORDERS)
    return { ok: false, field: 'limit', error: preorderErrors['limit-bad'] }
  if (!isDay(from)) return { ok: false, field: 'from', error: preorderErrors['day-bad'] }
  const allowed = { limit: Number(limit), from }
  return from < today && writeAllowed(allowed) !== typed.seen
    ? { ok: false, field: 'from', error: preorderErrors['day-over'] }
    : { ok: true, allowed }
}
