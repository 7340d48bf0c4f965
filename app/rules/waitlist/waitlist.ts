import type { NamedVariant } from '../stock/stock.ts'

/** Emails sent for each unit that came back, in the order of the requests: not everybody who is notified buys. */
export const NOTIFIED_PER_UNIT = 3
/** After so many hours the next ones are notified, when the unit is still there. */
export const NEXT_AFTER_HOURS = 24
/** A unit must have been in stock for so long: one that a checkout released for a minute notifies nobody. */
export const STEADY_MINUTES = 10
/** The most variants that an address or a phone number may wait for at a time. */
export const MOST_WAITED_FOR = 30

/** A variant that customers wait for, as staff see it. */
export type WaitedFor = NamedVariant & {
  id: string
  onHand: number
  /** Whether customers can buy it now. */
  isBack: boolean
  byEmail: number
  byPhone: number
  since: Date
}

/** A customer who waits for a text message. */
export type PhoneRequest = { id: string; phone: string; createdAt: Date; isNotified: boolean }
