import type { PictureSource } from '../media/pictures.ts'

export const STARS = [5, 4, 3, 2, 1] as const
/** By how many stars staff narrow their list: the fewest and the most. */
export const STAR_CHOICES = {
  '1-2': [1, 2],
  '3-5': [3, 5],
  '5': [5, 5],
  '4': [4, 4],
  '3': [3, 3],
  '2': [2, 2],
  '1': [1, 1],
} as const
export type StarChoice = keyof typeof STAR_CHOICES
/** How it fits who bought it; asked only of what has sizes. */
export const FITS = ['small', 'true', 'large'] as const
export type Fit = (typeof FITS)[number]

/** new: nobody of the staff has answered, hidden or read it since it was written or changed. */
export const REVIEW_STATES = ['new', 'shown', 'hidden'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const MOST_PHOTOS = 3
export const LONGEST_WORDS = 2000
export const LONGEST_WRITER = 40
export const LONGEST_ANSWER = 1000
export const LONGEST_HIDE_REASON = 200
/** So many days a review may be changed or taken back by who wrote it. */
export const EDITABLE_DAYS = 60

/** A review as everybody sees it: who wrote it is the name that they wished to be shown by, '' for none. */
export type ShownReview = {
  id: string
  stars: number
  fit: Fit | null
  words: string
  writer: string
  /** What was bought. */
  size: string | null
  color: string | null
  createdAt: Date
  isEdited: boolean
  answer: string | null
  photos: PictureSource[]
}

/** How many have said what, over all reviews that are shown. */
export type RatingSummary = {
  /** From five stars down to one. */
  byStars: readonly { stars: number; count: number }[]
  fits: FitCounts | null
}
export type FitCounts = Record<Fit, number>

/** What a product's reviews come to: how many there are, and all their stars. */
export type RatingTotals = { count: number; sum: number }

/** The average to one decimal; null without reviews. */
export const averageOf = ({ count, sum }: RatingTotals) =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10

/**
 * What most say about the fit, how many of how many; null while nobody has said. Of equal counts the true size counts.
 */
export function commonFit(fits: FitCounts): { fit: Fit; count: number; of: number } | null {
  const of = fits.small + fits.true + fits.large
  const [first] = (['true', 'small', 'large'] as const).toSorted((a, b) => fits[b] - fits[a])
  return of === 0 || !first ? null : { fit: first, count: fits[first], of }
}

const DAY_MS = 86_400_000

/** Whether its writer may still change it. */
export const isEditable = (createdAt: Date, now: Date) =>
  now.getTime() - createdAt.getTime() <= EDITABLE_DAYS * DAY_MS
