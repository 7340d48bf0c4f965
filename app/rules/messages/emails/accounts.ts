import { formatDateTime } from '../../dates.ts'
import { settings } from '../../settings/settings.ts'
import { deviceWords } from '../accounts/devices.ts'
import { type EmailContent, hello } from './content.ts'

/** An email that asks its reader to follow a link. */
const withLink =
  (about: {
    subject: (shop: string) => string
    paragraphs: string[]
    label: string
    after: string
  }) =>
  (to: string, name: string, url: string): EmailContent => ({
    to,
    subject: about.subject(settings().name),
    greeting: hello(name),
    paragraphs: about.paragraphs,
    button: { label: about.label, url },
    after: [about.after],
  })

export const confirmAddressEmail = withLink({
  subject: (shop) => `Confirm your email for ${shop}`,
  paragraphs: [
    'Welcome! Please confirm that this address is yours, and your account is ready.',
    'The page asks for the password that you chose.',
  ],
  label: 'Confirm my email',
  after:
    'The link works for one day. If you did not open an account, ignore this email: nobody can use the account until you confirm it.',
})

export const alreadyHasAccountEmail = withLink({
  subject: (shop) => `You already have an account at ${shop}`,
  paragraphs: [
    'Somebody, most likely you, tried to open an account with this address. You already have one, so you can simply sign in.',
  ],
  label: 'Sign in',
  after:
    'Forgot the password? The sign-in page sends you a link to choose a new one. If it was not you, nothing has changed.',
})

export const resetPasswordEmail = withLink({
  subject: (shop) => `Choose a new password for ${shop}`,
  paragraphs: ['You asked for a new password. Choose it here:'],
  label: 'Choose a new password',
  after: 'The link works for one hour. If you did not ask, ignore this email: your password stays.',
})

/** Tells the owner of an account that its password was changed, perhaps by somebody else. */
export const passwordChangedEmail = (
  to: string,
  name: string,
  resetUrl: string,
  passkeys: number,
): EmailContent => ({
  to,
  subject: `Your password for ${settings().name} was changed`,
  greeting: hello(name),
  paragraphs: [
    'A new password was just set for your account. All other devices were signed out, and earlier links to choose a password no longer work.',
    ...(passkeys > 0
      ? [
          `Passkeys sign in without a password, and your account has ${passkeys}: look through them on the page of your account.`,
        ]
      : []),
    `Was it you? Then there is nothing to do. If not, choose a new password at once, and call us: ${settings().supportPhone}`,
  ],
  button: { label: 'It was not me: choose a new password', url: resetUrl },
})

/** Tells the owner of an account about a sign-in on a new device. */
export const newDeviceEmail = (
  to: string,
  name: string,
  {
    userAgent,
    ip,
    at,
    byPasskey,
    url,
  }: {
    userAgent: string | null
    ip: string | null
    at: Date
    byPasskey: boolean
    url: string
  },
): EmailContent => ({
  to,
  subject: `A new device signed in to your account at ${settings().name}`,
  greeting: hello(name),
  paragraphs: [
    `Somebody signed in to your account with ${byPasskey ? 'one of your passkeys' : 'your password'}, on a device that we have not seen there before: ${deviceWords(userAgent)}${ip ? `, from the network ${ip}` : ''}, on ${formatDateTime(at)}.`,
    `Was it you? Then there is nothing to do. If not, choose a new password at once: it signs out every other device.${byPasskey ? ' Then remove your passkeys on the page of your account.' : ''}`,
  ],
  button: { label: 'It was not me: choose a new password', url },
})

/** The last email to a person whose account was erased. */
export const accountErasedEmail = (to: string, name: string): EmailContent => ({
  to,
  subject: `Your account at ${settings().name} is erased`,
  greeting: hello(name),
  paragraphs: [
    'As you asked, your account is erased, with your addresses, your cart and wishlist, your devices and the newsletter.',
    'What you bought and paid stays in our books as long as the tax law demands, without your name, phone number, email or address.',
    `This is the last email to this address. Did you not ask for it? Then call us: ${settings().supportPhone}`,
  ],
})
