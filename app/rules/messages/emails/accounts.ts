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
