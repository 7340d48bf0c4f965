import { RETENTION } from '../privacy/retention.ts'

/** The means with which a sign-in was proven; stored as the detail of its event. */
export const SIGN_IN_MEANS = [
  'password',
  'password-code',
  'password-recovery-code',
  'password-passkey',
  'passkey',
] as const
export type SignInMeans = (typeof SIGN_IN_MEANS)[number]

/** How long these events are kept: long enough to look into what somebody notices late. */
export const ACCOUNT_EVENTS_DAYS = Number.parseInt(RETENTION.accountEvents, 10)

/** The events in an account's log that concern its ways to sign in. */
export const ACCOUNT_EVENTS = [
  'signed-in',
  'wrong-password',
  'wrong-code',
  'wrong-passkey',
  'copied-passkey',
  'recovery-code-used',
  'second-step-on',
  'second-step-off',
  'passkey-added',
  'passkey-removed',
  'refused',
  'session-ended',
  'data-downloaded',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENTS)[number]
