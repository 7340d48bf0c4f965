import { EDITABLE_DAYS, LONGEST_WORDS, MOST_PHOTOS } from '../../reviews/reviews.ts'
import { error, type Messages, type Sentences, titled } from '../message.ts'

const notSaved = titled('Your review is not saved')

/** Refusals of reviews. */
export const reviewRefusals = {
  'receipt-code-unknown': {
    title: 'We do not know this code',
    description:
      'Please compare it with the receipt. A till without a network sends its sales later: then it works from tomorrow on.',
  },
  'review-link-unknown': {
    title: 'That link does not work',
    description: 'Please use the one in the newest email.',
  },
  'review-not-bought': notSaved(
    'Reviews are by who has bought it: once your order is on its way, or with the code of a receipt.',
  ),
  'review-too-late': notSaved(`A review can be changed for ${EDITABLE_DAYS} days.`),
  'review-hidden': notSaved('The shop has hidden this review, so it cannot be changed.'),
  'review-photos-many': notSaved(`At most ${MOST_PHOTOS} photos, please.`),
  'review-failed': notSaved('Something went wrong on our side. Please try again.'),
  'review-acting-failed': error('Failed to save the answer'),
  'hide-reason-missing': error('Please say why it is hidden. Customers do not see it.'),
} satisfies Messages

/** HTTP statuses of these refusals. */
export const reviewStatuses = {
  'receipt-code-unknown': 404,
  'review-not-bought': 403,
  'review-too-late': 409,
  'review-hidden': 409,
  'review-photos-many': 400,
  'review-failed': 500,
  'review-acting-failed': 500,
  'hide-reason-missing': 400,
} as const

/** Notices of reviews. */
export const reviewNotices = {
  'review-saved': titled('Thank you for your review!')('It is on the page of the product now.'),
  'review-emails-ended': titled('Noted')('We will not ask you for a review again.'),
  'review-emails-taken': titled('Noted')('We ask you for a review some days after a delivery.'),
  'review-deleted': { title: 'Your review is deleted' },
  'receipt-code-found': { title: 'We have found your receipt' },
  'review-answered': { title: 'Answer saved' },
  'review-answer-removed': { title: 'Answer removed' },
  'review-handled': { title: 'Marked as read' },
  'review-was-hidden': { title: 'Review hidden' },
  'review-is-shown': { title: 'Review shown again' },
} satisfies Messages

/** Messages beside the fields of a review's form. */
export const reviewErrors = {
  'stars-missing': 'Please choose how many stars.',
  'words-too-long': `Please use at most ${LONGEST_WORDS} characters.`,
  'writer-is-shop': 'Please use a name of your own: this is the shop’s.',
} satisfies Sentences
