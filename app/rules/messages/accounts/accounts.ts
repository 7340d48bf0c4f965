import { roleWords } from '../../accounts/customers.ts'
import { isHigherRole, type Role } from '../../accounts/roles.ts'
import { error, type Messages, type Sentences } from '../message.ts'

/** A message with the reason that the sign-in gave; without one it asks to try again later. */
const orLater =
  (title: string) =>
  ({ message = 'Please try again later' }: { message?: string }) => ({
    title,
    description: message,
  })

/** Refusals of accounts and addresses. */
export const accountRefusals = {
  'not-authenticated': { title: 'Please sign in', description: 'Not authenticated' },
  unauthorized: {
    title: 'Unauthorized',
    description: 'You are not authorized to access the admin dashboard.',
  },
  'sign-in-failed': orLater('Sign in failed'),
  'sign-up-failed': orLater('Sign up failed'),
  'auth-unexpected': { title: 'An error occurred', description: 'Please try again later' },
  'reset-failed': ({ message = 'Please try again later' }: { message?: string }) => error(message),
  'full-name-missing': {
    title: 'Missing information',
    description: 'Please enter your full name',
  },
  'full-name-long': ({ most }: { most: number }) => ({
    title: 'Please shorten your name',
    description: `At most ${most} characters.`,
  }),
  'full-name-fixed': {
    title: 'Your name stays',
    description: 'It stands on sales that you have made at the till.',
  },
  'own-phone-bad': {
    title: 'Please check the phone number',
    description: 'It should look like 0991 234 567, or begin with + and the country.',
  },
  'password-kept': orLater('Password not changed'),
  'confirm-failed': orLater('Email not confirmed'),
  'address-failed': error('Failed to save address'),
  'address-fields': error('Please check the fields above.'),
  'addresses-full': ({ most }: { most: number }) =>
    error(`You have ${most} saved addresses. Please remove one first.`),
  'address-gone': error('That address is no longer saved.'),
  'role-changing-failed': error('Failed to change the role'),
  'signing-out-failed': error('Failed to sign this person out'),
  'proof-wrong': error('That is not right. Please try again.'),
  'second-step-code': error('That code is not right. Please type the one that the app shows now.'),
  'second-step-late': error('That took too long. Please set it up once more.'),
  'second-step-none': error('There is no second step on this account.'),
  'second-step-demanded': error('The shop asks for a second step from your role: it stays on.'),
  'second-step-own-first': error(
    'Set up a second step for yourself first, or you would shut yourself out.',
  ),
  'passkey-refused': error('The passkey was not saved. Please try once more.'),
  'passkey-known': error('This passkey is saved already.'),
  'passkeys-full': ({ most }: { most: number }) =>
    error(`You have ${most} passkeys. Please remove one first.`),
  'passkey-gone': error('That passkey was removed already.'),
  'session-gone': error('That device was signed out already.'),
  'role-not-allowed': error('Only a super admin grants and revokes roles.'),
  'invited-is-staff': error(
    'This address works for the shop already. Change its role on Customers.',
  ),
  'invitation-failed': error('Failed to send the invitation'),
  'invitation-dead': {
    title: 'That link does not work',
    description:
      'If you have used it before, sign in. Else it is older than a week, it was withdrawn, or a newer email has replaced it: ask whoever invited you for a new one.',
  },
  'last-super-admin': error('This is the last super admin. Make somebody else one first.'),
  'person-not-found': error('There is no account like that.'),
  'erase-staff': error('This account works for the shop. A super admin takes the role away first.'),
  'erase-open-orders': ({ orderNumber }: { orderNumber: string }) =>
    error(
      `Order ${orderNumber} is still open. The account can be erased when it has arrived or was cancelled.`,
    ),
  'download-unproven': error('Please say once more that it is you, then download your data.'),
  'erasing-failed': error('Failed to erase the account'),
  'contact-unknown': error('Type an email address, a phone number, or the number of a receipt.'),
  'contact-nothing': error('The shop holds nothing under it, outside of accounts.'),
  'contact-has-account': error('An account has this address: open it, and erase it there.'),
  'erase-open-sale': ({ saleNumber }: { saleNumber: string }) =>
    error(`Sale ${saleNumber} is still open: see to its payment or its review first.`),
  'erase-unread-event': error(
    'Something that a till sent and nobody could read bears this number: see to it under POS Sales first.',
  ),
} satisfies Messages

/** HTTP statuses of refusals that concern the staff. */
export const accountStatuses = {
  'role-not-allowed': 400,
  'invited-is-staff': 400,
  'invitation-failed': 500,
  'invitation-dead': 404,
  'last-super-admin': 400,
  'person-not-found': 404,
} as const

/** Notices of accounts and addresses. */
export const accountNotices = {
  'signed-in': { title: 'Welcome back!', description: "You've been successfully signed in." },
  'signed-out': { title: 'Signed out', description: "You've been successfully signed out." },
  'signed-out-everywhere': {
    title: 'Signed out',
    description: "You've been signed out on every device.",
  },
  'signed-up': {
    title: 'Account created!',
    description: 'Please check your email to confirm your account.',
  },
  'reset-sent': {
    title: 'Password reset email sent',
    description: 'Check your email for instructions to reset your password.',
  },
  'password-changed': {
    title: 'Password changed',
    description: 'Sign in with your new password. Other devices were signed out.',
  },
  'password-changed-already': {
    title: 'Password changed',
    description: 'You are signed in with your new password.',
  },
  'password-changed-here': {
    title: 'Password changed',
    description: 'Other devices were signed out.',
  },
  'details-saved': { title: 'Details saved' },
  'email-confirmed': { title: 'Email confirmed', description: 'Your account is ready.' },
  'address-saved': {
    title: 'Address saved',
    description: 'Your address has been saved successfully.',
  },
  'address-used': { title: 'Address filled in', description: 'Please check it before paying.' },
  'address-default': {
    title: 'Default address changed',
    description: 'Your next checkout begins with it.',
  },
  'address-removed': { title: 'Address removed' },
  'second-step-off': { title: 'Second step off', description: 'Your password alone signs in now.' },
  'app-off': { title: 'App removed', description: 'Your passkeys are your second step now.' },
  'passkey-added': ({ name }: { name: string }) => ({
    title: 'Passkey added',
    description: `“${name}” signs you in from now on.`,
  }),
  'passkey-removed': ({ name }: { name: string }) => ({
    title: 'Passkey removed',
    description: `“${name}” opens nothing here any more. You can delete it on your device, too.`,
  }),
  'second-step-saved': { title: 'Saved', description: 'It counts from the next request on.' },
  'second-step-reset': ({ name }: { name: string }) => ({
    title: 'Second step reset',
    description: `${name} signs in with the password alone.`,
  }),
  'session-ended': { title: 'Signed out', description: 'That device is signed out.' },
  'other-sessions-ended': {
    title: 'Signed out',
    description: 'Every other device is signed out.',
  },
  'role-changed': ({ name, before, role }: { name: string; before: Role; role: Role }) => ({
    title: 'Role changed',
    description:
      before === role
        ? `${name} was ${roleWords(role)} already.`
        : `${name} is ${roleWords(role)} now, from the next ${isHigherRole(role, before) ? 'sign-in' : 'request'} on.`,
  }),
  invited: ({ email, role }: { email: string; role: Role }) => ({
    title: 'Invitation sent',
    description: `${email} is invited to be ${roleWords(role)}. The link works for a week.`,
  }),
  'invitation-withdrawn': {
    title: 'Invitation withdrawn',
    description: 'Its link no longer works.',
  },
  'invitation-accepted': ({ role }: { role: Role }) => ({
    title: 'Welcome to the team!',
    description: `You are ${roleWords(role)} now. Please sign in once more.`,
  }),
  'invitation-accepted-here': ({ role }: { role: Role }) => ({
    title: 'Welcome to the team!',
    description: `You are ${roleWords(role)} now.`,
  }),
  'download-ready': {
    title: 'Your file is ready',
    description: 'Download it below. The link works for some minutes.',
  },
  'account-erased': {
    title: 'Your account is erased',
    description: 'We have sent you one last email that says so.',
  },
  'contact-erased': {
    title: 'Erased',
    description: 'Sales stay with their sums, without a name.',
  },
  'person-erased': { title: 'Account erased', description: 'Its orders stay, without a name.' },
  'person-signed-out': ({ name, isOneDevice }: { name: string; isOneDevice: boolean }) => ({
    title: 'Signed out',
    description: `${name} is signed out on ${isOneDevice ? 'that device' : 'every device'}.`,
  }),
} satisfies Messages

/** Messages for error codes of /api/auth whose original words would puzzle a customer. */
export const authErrors = {
  EMAIL_NOT_VERIFIED:
    'Please confirm your email address first. The link is in the newest email that we have sent you.',
  INVALID_EMAIL: 'Please check the email address: it should look like name@example.com.',
  VALIDATION_ERROR: 'Please check the email address: it should look like name@example.com.',
  PASSWORD_TOO_SHORT: 'Password must be at least 6 characters long',
  PASSWORD_TOO_LONG: 'Password must be at most 128 characters long',
  PASSWORD_TOO_COMMON:
    'This password is too easy to guess. Please choose one that is not a common word or number, your name or your email address.',
  SECOND_STEP_OVER: 'That took too long, or it was sent twice. Please sign in again.',
  PASSKEY_OVER: 'That took too long, or it was sent twice. Please try again.',
  WRONG_PASSKEY: 'That passkey does not open an account here. Please sign in with your password.',
  WRONG_CODE: 'That code is not right, or it was used before. Please try the next one.',
  INVALID_TOKEN: 'This link no longer works. Please ask for a new one.',
} as const

/** Messages for what the shop itself refuses at /api/auth. */
export const authFieldErrors = {
  'bad-text': 'This text has characters that cannot be kept. Please type it again.',
  'leads-away': 'This link leads away from the shop',
  'name-missing': 'Please enter your full name',
  'name-too-long': ({ most }: { most: number }) => `Your name may have at most ${most} characters`,
  'too-many': 'Too many attempts. Please try again later.',
  'bad-email': 'Invalid email',
  unexpected: 'Something went wrong on our side',
  'not-found': 'Not found',
  'other-password': 'This is not the password that was chosen when the account was opened.',
} satisfies Sentences
