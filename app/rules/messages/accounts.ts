import { error, type Messages } from './message.ts'

/** Refusals of accounts and addresses. */
export const accountRefusals = {
  'not-authenticated': { title: 'Please sign in', description: 'Not authenticated' },
  unauthorized: {
    title: 'Unauthorized',
    description: 'You are not authorized to access the admin dashboard.',
  },
  'sign-in-failed': ({ message = 'Please try again later' }: { message?: string }) => ({
    title: 'Sign in failed',
    description: message,
  }),
  'sign-up-failed': ({ message = 'Please try again later' }: { message?: string }) => ({
    title: 'Sign up failed',
    description: message,
  }),
  'auth-unexpected': { title: 'An error occurred', description: 'Please try again later' },
  'reset-failed': ({ message = 'Please try again later' }: { message?: string }) => error(message),
  'full-name-missing': {
    title: 'Missing information',
    description: 'Please enter your full name',
  },
  'confirm-failed': ({ message = 'Please try again later' }: { message?: string }) => ({
    title: 'Email not confirmed',
    description: message,
  }),
  'address-failed': error('Failed to save address'),
  'address-fields': error('Please check the fields above.'),
  'addresses-full': ({ most }: { most: number }) =>
    error(`You have ${most} saved addresses. Please remove one first.`),
  'address-gone': error('That address is no longer saved.'),
  'role-changing-failed': error('Failed to change the role'),
  'signing-out-failed': error('Failed to sign this person out'),
  'proof-wrong': error('That is not right. Please try again.'),
  'session-gone': error('That device was signed out already.'),
  'role-not-allowed': error('Only a super admin grants and revokes roles.'),
  'last-super-admin': error('This is the last super admin. Make somebody else one first.'),
  'person-not-found': error('There is no account like that.'),
} satisfies Messages

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
  'session-ended': { title: 'Signed out', description: 'That device is signed out.' },
  'other-sessions-ended': {
    title: 'Signed out',
    description: 'Every other device is signed out.',
  },
  'role-changed': ({ message }: { message: string }) => ({
    title: 'Role changed',
    description: message,
  }),
  'person-signed-out': ({ message }: { message: string }) => ({
    title: 'Signed out',
    description: message,
  }),
} satisfies Messages
