import { formatAmount } from '../../money.ts'
import { DAY_PLACEHOLDERS } from '../../reports/day-sums.ts'
import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of the shop's settings. */
export const settingRefusals = {
  'settings-not-yours': error('Only the owner of the shop can change its settings.'),
  'courier-taken': error('There is a courier of that name already.'),
  'courier-last': error('Leave one courier switched on, or nobody can order.'),
  'settings-saving-failed': error('Failed to save the settings. Please try again.'),
} satisfies Messages

/** HTTP statuses of these refusals. */
export const settingStatuses = {
  'settings-not-yours': 403,
  'courier-taken': 400,
  'courier-last': 400,
  'settings-saving-failed': 500,
} as const

/** Notices of the shop's settings. */
export const settingNotices = {
  'settings-saved': {
    title: 'Settings saved',
    description: 'The shop shows them at once; a till does as soon as it has a connection.',
  },
} satisfies Messages

/** Messages beside the fields of settings. */
export const settingErrors = {
  missing: 'Please fill this in.',
  'no-phone': ({ typed }: { typed: string }) =>
    `${typed} cannot be called. A number of Malawi has nine digits after +265 or 0, as +265 999 201 814, or seven as 01 770 123; one of another country begins with + and its code.`,
  'no-email': 'Please type an email address, for example hello@example.com.',
  'no-address': 'Please type a whole address that begins with https://',
  'no-page': 'Please type one page a line: YouTube: https://www.youtube.com/…',
  'no-rating': 'Please use 1 to 5 stars in steps of a half, or leave it empty.',
  'no-days': 'Please type working days as 1-2: the fewest and the most.',
  'no-pickup-days': 'Please type the days after which customers can collect, 0 for the same day.',
  'no-pickup-place':
    'Please type the one place where customers collect: District: Name, address, town',
  'no-depot': 'Please type one depot a line: District: Name, address, town',
  'no-district': 'Please begin each line with a district of Malawi, and a colon.',
  'no-zone': 'Please choose a zone from the list.',
  'district-off': 'Please choose a district to which the shop delivers.',
  'no-weekday': 'Please type days of the week, with commas: Saturday, Sunday',
  'no-open-day': 'Leave one day on which parcels move.',
  'no-date': 'Please type one date a line, month and day: 12-25',
  'no-day': 'Please type one day a line: 2027-03-10',
  'no-placeholder': `Please use nothing else in braces than ${DAY_PLACEHOLDERS.join(' ')}`,
  'no-paper': 'Please choose a paper from the list.',
  'below-smallest': 'Please use a sum that is not below the smallest.',
  'too-many-lines': ({ most }: { most: number }) => `Please use at most ${most} lines.`,
  'no-number': ({ least, most }: { least: number; most: number }) =>
    `Please use a whole number from ${formatAmount(least)} to ${formatAmount(most)}.`,
} satisfies Sentences
