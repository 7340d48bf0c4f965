import { settings } from '../../settings/settings.ts'
import { type EmailContent, hello } from './content.ts'

const SECOND_STEP = {
  on: [
    'is on',
    'From now on a sign-in asks for a code of your app after the password. Keep your recovery codes somewhere other than your phone.',
  ],
  'app-off': [
    'has changed',
    'The authenticator app was taken off: from now on your passkeys and recovery codes are your second step.',
  ],
  off: ['is off', 'From now on your password alone signs in.'],
  reset: [
    'was reset',
    'The shop has taken it off your account, with all passkeys, and signed you out on every device: from now on your password alone signs in, until you set it up again.',
  ],
} as const

/** Tells the owner of an account about a change of its second step. */
export const secondStepEmail = (
  to: string,
  name: string,
  change: keyof typeof SECOND_STEP,
): EmailContent => ({
  to,
  subject: `The second step of your account at ${settings().name} ${SECOND_STEP[change][0]}`,
  greeting: hello(name),
  paragraphs: [
    SECOND_STEP[change][1],
    `Was it not you, and did you not ask for it? Then call us: ${settings().supportPhone}`,
  ],
})

const PASSKEY = {
  added: ['added to', 'It signs in without the password.'],
  'added-first': [
    'added to',
    'It signs in without the password, and is your second step: after the password a sign-in asks for it, or for a recovery code.',
  ],
  removed: ['removed from', 'It signs nobody in any more.'],
  'removed-last': [
    'removed from',
    'It signs nobody in any more. Your second step is off with it: your password alone signs in.',
  ],
} as const

/** Tells the owner of an account about an added or a removed passkey. */
export const passkeyEmail = (
  to: string,
  name: string,
  passkey: string,
  change: keyof typeof PASSKEY,
): EmailContent => ({
  to,
  subject: `A passkey was ${PASSKEY[change][0]} your account at ${settings().name}`,
  greeting: hello(name),
  paragraphs: [
    `The passkey is called “${passkey}”. ${PASSKEY[change][1]}`,
    `Was it not you? Then choose a new password at once, look through the passkeys on the page of your account, and call us: ${settings().supportPhone}`,
  ],
})

/** Tells a new member of the staff that the passkeys of their customer account were removed. */
export const passkeysEndedEmail = (
  to: string,
  name: string,
  passkeys: readonly string[],
): EmailContent => ({
  to,
  subject: `Your passkeys were removed from your account at ${settings().name}`,
  greeting: hello(name),
  paragraphs: [
    `You work for the shop from now on, so the passkeys that you made as a customer sign nobody in any more: ${passkeys.map((name) => `“${name}”`).join(', ')}.`,
    'Please sign in with your password, and make new ones on the page of your account.',
    `Did you not expect this? Then call us: ${settings().supportPhone}`,
  ],
})

/** Tells the owner of an account that a recovery code was used. */
export const recoveryCodeUsedEmail = (to: string, name: string, left: number): EmailContent => ({
  to,
  subject: `A recovery code of your account at ${settings().name} was used`,
  greeting: hello(name),
  paragraphs: [
    `Somebody signed in with your password and one of your recovery codes. ${left === 1 ? '1 code is' : `${left} codes are`} left; you can make new ones on the page of your account.`,
    `Was it not you? Then choose a new password at once, and call us: ${settings().supportPhone}`,
  ],
})
