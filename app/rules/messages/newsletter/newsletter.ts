import type { Messages } from '../message.ts'

/** Refusals of the newsletter. */
export const newsletterRefusals = {
  'newsletter-link-unknown': {
    title: 'That link does not work',
    description: 'Please sign up again below.',
  },
  'email-invalid': {
    title: 'Please check the email address',
    description: 'It should look like name@example.com.',
  },
} satisfies Messages

/** Notices of the newsletter. */
export const newsletterNotices = {
  'newsletter-joined': {
    title: 'Almost there',
    description: 'We have sent you an email. Tap the link in it and you are on the list.',
  },
  'newsletter-confirmed': {
    title: 'You are on the list',
    description: 'We write when there is something worth wearing.',
  },
  'newsletter-left': { title: 'You have left the list', description: 'We will not write again.' },
} satisfies Messages
