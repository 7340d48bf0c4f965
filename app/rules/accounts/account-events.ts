/** What the log of an account tells about its ways in. */
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

/** How long they are kept: long enough to look into what is noticed late. */
export const ACCOUNT_EVENTS_DAYS = 90

export const ACCOUNT_EVENT_WORDS: Record<AccountEventKind, string> = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'wrong-code': 'Wrong code',
  'wrong-passkey': 'Passkey refused',
  'copied-passkey': 'Passkey refused: it may have been copied',
  'recovery-code-used': 'Recovery code used',
  'second-step-on': 'Second step turned on',
  'second-step-off': 'Second step turned off',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  refused: 'Refused',
  'session-ended': 'Signed out from elsewhere',
  'data-downloaded': 'Data downloaded',
}
