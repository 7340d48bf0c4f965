import { isDay } from '../local-time.ts'
import { preorderErrors } from '../messages/stock/stock.ts'
import { MOST_PREORDERS } from './preorders.ts'

/** The pre-order limit of a variant: how many units may be promised, and from when they ship; null for none. */
export type Allowed = { limit: number; from: string } | null

/**
 * The form fields of one variant, by its id; `seen` holds the value that was shown, so that another edit since then is
 * noticed.
 */
export const fieldsOf = (variantId: string) =>
  ({
    limit: `limit:${variantId}`,
    from: `from:${variantId}`,
    seen: `seen:${variantId}`,
  }) as const

/** A pre-order limit as one text. */
export const writeAllowed = (allowed: Allowed) =>
  allowed ? `${allowed.limit} ${allowed.from}` : ''

/** The typed limit of one variant; a blank number allows no pre-orders. A new day that is past is refused. */
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
