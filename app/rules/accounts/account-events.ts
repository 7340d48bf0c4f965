import { RETENTION } from '../privacy/retention.ts'

/** What a sign-in was proven with: the detail of its event. */
export const SIGN_IN_WORDS = {
  password: 'Password',
  'password-code': 'Password and a code of the app',
  'password-recovery-code': 'Password and a recovery code',
  'password-passkey': 'Password and passkey',
  passkey: 'Passkey',
}
export type SignInMeans = keyof typeof SIGN_IN_WORDS

/** How long they are kept: long enough to look into what is noticed late. */
export const ACCOUNT_EVENTS_DAYS = Number.parseInt(RETENTION.accountEvents, 10)

/** What the log of an account tells about its ways in. */
export const ACCOUNT_EVENT_WORDS = {
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
export type AccountEventKind = keyof typeof ACCOUNT_EVENT_WORDS
export const ACCOUNT_EVENTS = Object.keys(ACCOUNT_EVENT_WORDS) as [AccountEventKind]
