import type { Messages } from '../message.ts'

/** Refusals of who wants to be told when something is back. */
export const waitlistRefusals = {
  'waitlist-nobody': {
    title: 'Please give an email address or a phone number',
    description: 'We tell you there when it is back.',
  },
  'waitlist-phone-bad': {
    title: 'Please check the phone number',
    description: 'It should look like 0991 234 567.',
  },
  'waitlist-in-stock': {
    title: 'It is in stock',
    description: 'You can add it to your cart now.',
  },
  'waitlist-full': {
    title: 'You are waiting for many products already',
    description: 'Please try again when some of them are back.',
  },
  'waitlist-link-unknown': {
    title: 'That link does not work',
    description: 'What it was for is over. You can ask again on the product.',
  },
} satisfies Messages

/** Notices of the same. */
export const waitlistNotices = {
  'waitlist-asked': {
    title: 'Almost there',
    description: 'We have sent you an email. Tap the link in it, and we tell you when it is back.',
  },
  'waitlist-noted': {
    title: 'We will tell you',
    description: 'One message when it is back. It is not kept for you.',
  },
  'waitlist-left': {
    title: 'You are off the list',
    description: 'We will not write about it.',
  },
  'waitlist-told': { title: 'Marked as told' },
  'waitlist-not-told': { title: 'Not told yet' },
} satisfies Messages
