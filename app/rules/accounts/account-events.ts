/** What the log of an account tells about its ways in. */
export const ACCOUNT_EVENTS = [
  'signed-in',
  'wrong-password',
  'wrong-code',
  'recovery-code-used',
  'refused',
  'session-ended',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENTS)[number]

/** How long they are kept: long enough to look into what is noticed late. */
export const ACCOUNT_EVENTS_DAYS = 90

export const ACCOUNT_EVENT_WORDS: Record<AccountEventKind, string> = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'wrong-code': 'Wrong code',
  'recovery-code-used': 'Recovery code used',
  refused: 'Refused',
  'session-ended': 'Signed out from elsewhere',
}
