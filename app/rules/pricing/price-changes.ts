import { percentOf, SMALLEST_PAYMENT } from '../money.ts'

/** price: a new price. percent, amount: a sale, with the earlier price crossed out. */
export const PRICE_CHANGE_KINDS = ['price', 'percent', 'amount'] as const
export type PriceChangeKind = (typeof PRICE_CHANGE_KINDS)[number]

/** What becomes of the price of each product: `value` in kwacha, or in percent. */
export type PriceRule = { kind: PriceChangeKind; value: number }
/** When, by the shop's clock; without an end it stands until staff stop it, and a new price for good. */
export type PriceSpan = { startsAt: Date; endsAt: Date | null }

/** Of one change. */
export const MOST_PRICED = 5_000
/** So low a price may become, in kwacha: less cannot be paid online. */
export const LOWEST_PRICE = SMALLEST_PAYMENT
export const LONGEST_CHANGE_NAME = 80

export type Prices = { price: number; comparePrice: number | null }

/** Why a product's price stays as it is. edited: by hand, while the change held. late: it was over before it began. */
export const LEFT_REASONS = ['same', 'too-low', 'archived', 'edited', 'late'] as const
export type LeftReason = (typeof LEFT_REASONS)[number]
type Priced =
  | { ok: true; prices: Prices }
  | { ok: false; why: Extract<LeftReason, 'same' | 'too-low'> }

/**
 * A product's prices under a change, in whole kwacha: what a percentage takes off is rounded half up. A new price
 * leaves the crossed-out one as it is; a sale crosses out the earlier price.
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

/** starting, ending: prices are being written, some hundred at a time. */
export const PRICE_CHANGE_STATES = [
  'planned',
  'starting',
  'running',
  'ending',
  'ended',
  'cancelled',
] as const
export type PriceChangeState = (typeof PRICE_CHANGE_STATES)[number]
/** Those in which a product's price is still to be written: no other change may want it then. */
export const OPEN_STATES = ['planned', 'starting', 'running', 'ending'] as const

/** waiting: not written yet. left: its price was not touched, or is another one by now (`LeftReason`). */
export const PRICED_STATES = ['waiting', 'applied', 'restored', 'left'] as const
export type PricedState = (typeof PRICED_STATES)[number]

/** What may become of a product in a change. What is not here is not made. */
export const PRICED_STEPS: Record<PricedState, readonly PricedState[]> = {
  waiting: ['applied', 'left'],
  applied: ['restored', 'left'],
  restored: [],
  left: [],
}

type Step = {
  from: PriceChangeState
  to: PriceChangeState
  /** start, end: its time has come. written: nothing of it is left to write, and it holds or it is over. */
  by: 'start' | 'end' | 'written' | 'written-for-good' | 'cancel' | 'stop'
}

/** Every step of a change (docs/product.md, Scheduled prices). What is not here is not made. */
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

/** What becomes of a change; null where nothing does. */
export const nextPriceState = (from: PriceChangeState, by: Step['by']): PriceChangeState | null =>
  PRICE_CHANGE_STEPS.find((step) => step.from === from && step.by === by)?.to ?? null

/** A new price without an end is the price from then on: there is nothing to take back. */
export const isForGood = ({ kind, endsAt }: { kind: PriceChangeKind; endsAt: Date | null }) =>
  kind === 'price' && endsAt === null
