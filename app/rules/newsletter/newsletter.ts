/**
 * confirmed: receives emails; waiting: the link in the email was not opened yet; left: never receives an email again.
 */
export const SUBSCRIBER_STATES = ['confirmed', 'waiting', 'left'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

export const CONSENT_ACTS = ['asked', 'confirmed', 'left'] as const
export type ConsentAct = (typeof CONSENT_ACTS)[number]

export type Stamps = { confirmedAt: Date | null; leftAt: Date | null }

/** The state of a subscriber, worked out from its two stamps. */
export const stateOf = ({ confirmedAt, leftAt }: Stamps): SubscriberState =>
  leftAt ? 'left' : confirmedAt ? 'confirmed' : 'waiting'
