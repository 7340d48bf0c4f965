import type { Fit, ReviewState } from '../../reviews/reviews.ts'

/** The names of the fits, in forms and lists. */
export const FIT_WORDS: Record<Fit, string> = {
  small: 'Fits small',
  true: 'True to size',
  large: 'Fits large',
}

/** `7 of 9 say: true to size`. */
export const fitLine = ({ fit, count, of }: { fit: Fit; count: number; of: number }) =>
  `${count} of ${of} say: ${FIT_WORDS[fit].toLowerCase()}`

export const REVIEW_STATE_WORDS: Record<ReviewState, string> = {
  new: 'New',
  shown: 'Shown',
  hidden: 'Hidden',
}

/** Stands for a writer who gave no name. */
export const NO_NAME = 'A customer'

export const countReviews = (count: number) => `${count} ${count === 1 ? 'review' : 'reviews'}`
export const starWords = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`
