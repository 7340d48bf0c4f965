import { percentOf, SMALLEST_PAYMENT } from '../money.ts'

/** price: a new price. percent, amount: a sale, with the earlier price crossed out. */
export const PRICE_CHANGE_KINDS = ['price', 'percent', 'amount'] as const
export type PriceChangeKind = (typeof PRICE_CHANGE_KINDS)[number]

/** The change of each product's price: `value` is kwacha, or percent. */
export type PriceRule = { kind: PriceChangeKind; value: number }
/**
 * The time of a change, by the shop's clock. Without an end, a sale lasts until staff stop it, and a new price stays
 * for good.
 */
export type PriceSpan = { startsAt: Date; endsAt: Date | null }

/** The most products in one change. */
export const MOST_PRICED = 5_000
/** The lowest price, in kwacha, because less cannot be paid online. */
export const LOWEST_PRICE = SMALLEST_PAYMENT
export const LONGEST_CHANGE_NAME = 80

export type Prices = { price: number; comparePrice: number | null }

/**
 * Why a product's price stays as it is. edited: by hand, during the change. late: the change was over before it began.
 */
export const LEFT_REASONS = ['same', 'too-low', 'archived', 'edited', 'late'] as const
export type LeftReason = (typeof LEFT_REASONS)[number]
type Priced =
  | { ok: true; prices: Prices }
  | { ok: false; why: Extract<LeftReason, 'same' | 'too-low'> }

/**
 * A product's prices under a change, in whole kwacha: a percentage off is rounded half up. A new price leaves the
 * crossed-out price unchanged; a sale crosses out the earlier price.
 */
export function changePrices({ kind, value }: PriceRule, now: Prices): Priced {
  const price =
    kind === 'price'
      ? value
      : now.price - (kind === 'percent' ? percentOf(now.price, value) : value)
  if (price < LOWEST_PRICE) return { ok: false, why: 'too-low' }
  if (price === now.price) return { ok: false, why: 'same' }
  const comparePrice = kind === 'price' ? now.comparePrice : now.price
  return { ok: true, prices: { price, comparePrice } }
}

/** starting, ending: a job is writing the prices, some hundred at a time. */
export const PRICE_CHANGE_STATES = [
  'planned',
  'starting',
  'running',
  'ending',
  'ended',
  'cancelled',
] as const
export type PriceChangeState = (typeof PRICE_CHANGE_STATES)[number]
/** The states in which prices are still to be written: the product may be in no other change then. */
export const OPEN_STATES = ['planned', 'starting', 'running', 'ending'] as const

/** waiting: not written yet. left: its price was not changed, or somebody else has changed it since (`LeftReason`). */
export const PRICED_STATES = ['waiting', 'applied', 'restored', 'left'] as const
export type PricedState = (typeof PRICED_STATES)[number]

/** Every step of a product within a change. Any other step is refused. */
export const PRICED_STEPS: Record<PricedState, readonly PricedState[]> = {
  waiting: ['applied', 'left'],
  applied: ['restored', 'left'],
  restored: [],
  left: [],
}

type Step = {
  from: PriceChangeState
  to: PriceChangeState
  /** start, end: its time has come. written: all prices are written, so that the change now runs or is over. */
  by: 'start' | 'end' | 'written' | 'written-for-good' | 'cancel' | 'stop'
}

/** Every step of a change (docs/product.md, Scheduled prices). Any other step is refused. */
export const PRICE_CHANGE_STEPS: readonly Step[] = [
  { from: 'planned', to: 'starting', by: 'start' },
  { from: 'planned', to: 'cancelled', by: 'cancel' },
  { from: 'starting', to: 'running', by: 'written' },
  { from: 'starting', to: 'ended', by: 'written-for-good' },
  { from: 'starting', to: 'ending', by: 'end' },
  { from: 'starting', to: 'ending', by: 'stop' },
  { from: 'running', to: 'ending', by: 'end' },
  { from: 'running', to: 'ending', by: 'stop' },
  { from: 'ending', to: 'ended', by: 'written' },
]

/** The next state of a change; null when there is no such step. */
export const nextPriceState = (from: PriceChangeState, by: Step['by']): PriceChangeState | null =>
  PRICE_CHANGE_STEPS.find((step) => step.from === from && step.by === by)?.to ?? null

/** A new price without an end is permanent: there is nothing to restore. */
export const isForGood = ({ kind, endsAt }: { kind: PriceChangeKind; endsAt: Date | null }) =>
  kind === 'price' && endsAt === null
