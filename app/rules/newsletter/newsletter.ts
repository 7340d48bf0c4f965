/** confirmed: may be written to; waiting: the email's link was not tapped yet; left: never again. */
export const SUBSCRIBER_STATES = ['confirmed', 'waiting', 'left'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

export const CONSENT_ACTS = ['asked', 'confirmed', 'left'] as const
export type ConsentAct = (typeof CONSENT_ACTS)[number]

export type Stamps = { confirmedAt: Date | null; leftAt: Date | null }

/** How an address stands: it has left, has confirmed, or is waited for. */
export const stateOf = ({ confirmedAt, leftAt }: Stamps): SubscriberState =>
  leftAt ? 'left' : confirmedAt ? 'confirmed' : 'waiting'
