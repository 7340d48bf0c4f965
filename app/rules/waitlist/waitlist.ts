import type { NamedVariant } from '../stock/stock.ts'

/** So many emails go out for each unit that came back, the first to ask first: not all of them buy. */
export const NOTIFIED_PER_UNIT = 3
/** Who asked next is told when it is still there after so many hours. */
export const NEXT_AFTER_HOURS = 24
/** It must have been there for so long: what a checkout gave up for a minute tells nobody. */
export const STEADY_MINUTES = 10
/** An address or a phone number waits for so many variants at a time. */
export const MOST_WAITED_FOR = 30

/** What staff see of one variant that is waited for. */
export type WaitedFor = NamedVariant & {
  id: string
  onHand: number
  byEmail: number
  byPhone: number
  since: Date
}

/** Somebody who wants to be texted. */
export type PhoneRequest = { id: string; phone: string; createdAt: Date; isNotified: boolean }
