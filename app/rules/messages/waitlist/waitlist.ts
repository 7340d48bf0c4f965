import { type Messages, titled } from '../message.ts'

/** Refusals of requests to be notified when a variant is back. */
export const waitlistRefusals = {
  'waitlist-nobody': titled('Please give an email address or a phone number')(
    'We tell you there when it is back.',
  ),
  'waitlist-phone-bad': titled('Please check the phone number')(
    'It should look like 0991 234 567.',
  ),
  'waitlist-in-stock': titled('It is in stock')('You can add it to your cart now.'),
  'waitlist-full': titled('You are waiting for many products already')(
    'Please try again when some of them are back.',
  ),
  'waitlist-link-unknown': titled('That link does not work')(
    'What it was for is over. You can ask again on the product.',
  ),
} satisfies Messages

/** Notices of these requests. */
export const waitlistNotices = {
  'waitlist-asked': titled('Almost there')(
    'We have sent you an email. Tap the link in it, and we tell you when it is back.',
  ),
  'waitlist-noted': titled('We will tell you')(
    'One message when it is back. It is not kept for you.',
  ),
  'waitlist-left': titled('You are off the list')('We will not write about it.'),
  'waitlist-told': { title: 'Marked as told' },
  'waitlist-not-told': { title: 'Not told yet' },
} satisfies Messages

/** HTTP statuses of these refusals. */
export const waitlistStatuses = {
  'waitlist-nobody': 400,
  'waitlist-phone-bad': 400,
  'waitlist-in-stock': 409,
  'waitlist-full': 409,
  'waitlist-link-unknown': 404,
} as const
