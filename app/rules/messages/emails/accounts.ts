import { SHOP } from '../../../shop.ts'
import { formatDateTime } from '../../dates.ts'
import { deviceWords } from '../words/devices.ts'
import { type EmailContent, hello } from './content.ts'

export const confirmAddressEmail = (to: string, name: string, url: string): EmailContent => ({
  to,
  subject: `Confirm your email for ${SHOP.name}`,
  greeting: hello(name),
  paragraphs: [
    'Welcome! Please confirm that this address is yours, and your account is ready.',
    'The page asks for the password that you chose.',
  ],
  button: { label: 'Confirm my email', url },
  after: [
    'The link works for one day. If you did not open an account, ignore this email: without you nobody gets into it.',
  ],
})

export const alreadyHasAccountEmail = (to: string, name: string, url: string): EmailContent => ({
  to,
  subject: `You already have an account at ${SHOP.name}`,
  greeting: hello(name),
  paragraphs: [
    'Somebody, most likely you, tried to open an account with this address. You already have one, so you can simply sign in.',
  ],
  button: { label: 'Sign in', url },
  after: [
    'Forgot the password? The sign-in page sends you a new one. If it was not you, nothing has changed.',
  ],
})

export const resetPasswordEmail = (to: string, name: string, url: string): EmailContent => ({
  to,
  subject: `Choose a new password for ${SHOP.name}`,
  greeting: hello(name),
  paragraphs: ['You asked for a new password. Choose it here:'],
  button: { label: 'Choose a new password', url },
  after: [
    'The link works for one hour. If you did not ask, ignore this email: your password stays.',
  ],
})

/** Tells the owner of an account what somebody else may have done. */
export const passwordChangedEmail = (to: string, name: string, resetUrl: string): EmailContent => ({
  to,
  subject: `Your password for ${SHOP.name} was changed`,
  greeting: hello(name),
  paragraphs: [
    'A new password was just set for your account. All other devices were signed out, and earlier links to choose a password no longer work.',
    `Was it you? Then there is nothing to do. If not, choose a new password at once, and call us: ${SHOP.supportPhone}`,
  ],
  button: { label: 'It was not me: choose a new password', url: resetUrl },
})

/** Tells the owner of an account of a sign-in on a device that was not seen there before. */
export const newDeviceEmail = (
  to: string,
  name: string,
  {
    userAgent,
    ip,
    at,
    url,
  }: { userAgent: string | null; ip: string | null; at: Date; url: string },
): EmailContent => ({
  to,
  subject: `A new device signed in to your account at ${SHOP.name}`,
  greeting: hello(name),
  paragraphs: [
    `Somebody signed in to your account with your password, on a device that we have not seen there before: ${deviceWords(userAgent)}${ip ? `, from the network ${ip}` : ''}, on ${formatDateTime(at)}.`,
    'Was it you? Then there is nothing to do. If not, choose a new password at once: it signs out every other device.',
  ],
  button: { label: 'It was not me: choose a new password', url },
})

const SECOND_STEP = {
  on: [
    'is on',
    'From now on a sign-in asks for a code of your app after the password. Keep your recovery codes where you find them without your phone.',
  ],
  off: ['is off', 'From now on your password alone signs in.'],
  reset: [
    'was reset',
    'The shop has taken it off your account and signed you out on every device: from now on your password alone signs in, until you set it up again.',
  ],
} as const

/** Tells the owner of an account that its second step has changed. */
export const secondStepEmail = (
  to: string,
  name: string,
  change: keyof typeof SECOND_STEP,
): EmailContent => ({
  to,
  subject: `The second step of your account at ${SHOP.name} ${SECOND_STEP[change][0]}`,
  greeting: hello(name),
  paragraphs: [
    SECOND_STEP[change][1],
    `Was it not you, and did you not ask for it? Then call us: ${SHOP.supportPhone}`,
  ],
})

/** Tells the owner of an account that one of the recovery codes is used up. */
export const recoveryCodeUsedEmail = (to: string, name: string, left: number): EmailContent => ({
  to,
  subject: `A recovery code of your account at ${SHOP.name} was used`,
  greeting: hello(name),
  paragraphs: [
    `Somebody signed in with your password and one of your recovery codes. ${left === 1 ? '1 code is' : `${left} codes are`} left; you can make new ones on the page of your account.`,
    `Was it not you? Then choose a new password at once, and call us: ${SHOP.supportPhone}`,
  ],
})
