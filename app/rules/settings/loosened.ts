import type { LimitSettings } from './groups.ts'

/** The limits of what staff may do alone: a higher value lets them do more. */
const ALONE = [
  'cashierDiscountPercent',
  'refundAlone',
  'secondPersonFrom',
  'creditSecondPersonFrom',
] as const
export type Alone = (typeof ALONE)[number]
/** A raised limit; null: any sum. */
export type Loosened = { limit: Alone; from: number | null; to: number | null }

const reach = (value: number | null) => value ?? Number.POSITIVE_INFINITY

/** The limits that let staff do more alone than before. */
export const loosened = (before: LimitSettings, after: LimitSettings): Loosened[] =>
  ALONE.filter((limit) => reach(after[limit]) > reach(before[limit])).map((limit) => ({
    limit,
    from: before[limit],
    to: after[limit],
  }))
