import type { AccountEventKind, SignInMeans } from '../../accounts/account-events.ts'

/** The means with which a sign-in was proven. */
export const SIGN_IN_WORDS: Record<SignInMeans, string> = {
  password: 'Password',
  'password-code': 'Password and a code of the app',
  'password-recovery-code': 'Password and a recovery code',
  'password-passkey': 'Password and passkey',
  passkey: 'Passkey',
}

/** The names of events in an account's log. */
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
