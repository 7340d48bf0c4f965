import type { PictureSource } from '../media/pictures.ts'

export const STARS = [5, 4, 3, 2, 1] as const
/** The staff's filters by stars, as the fewest and the most stars. */
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
/** How a product fits its buyer; asked only of products in sizes. */
export const FITS = ['small', 'true', 'large'] as const
export type Fit = (typeof FITS)[number]

/** new: since it was written or changed, no staff member has answered, hidden or read it. */
export const REVIEW_STATES = ['new', 'shown', 'hidden'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const MOST_PHOTOS = 3
export const LONGEST_WORDS = 2000
export const LONGEST_WRITER = 40
export const LONGEST_ANSWER = 1000
export const LONGEST_HIDE_REASON = 200
/** For so many days its writer may change or delete a review. */
export const EDITABLE_DAYS = 60

/** A public review; the writer's name is the one that they chose, '' for none. */
export type ShownReview = {
  id: string
  stars: number
  fit: Fit | null
  words: string
  writer: string
  /** The size and color that were bought. */
  size: string | null
  color: string | null
  createdAt: Date
  isEdited: boolean
  answer: string | null
  photos: PictureSource[]
}

/** The numbers of ratings and fits over all shown reviews. */
export type RatingSummary = {
  /** From five stars down to one. */
  byStars: readonly { stars: number; count: number }[]
  fits: FitCounts | null
}
export type FitCounts = Record<Fit, number>

/** The number of a product's reviews, and the sum of their stars. */
export type RatingTotals = { count: number; sum: number }

/** The average to one decimal; null without reviews. */
export const averageOf = ({ count, sum }: RatingTotals) =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10

/**
 * The most frequent fit, with its count and the count of all; null while nobody has given one. With equal counts, the
 * true size wins.
 */
export function commonFit(fits: FitCounts): { fit: Fit; count: number; of: number } | null {
  const of = fits.small + fits.true + fits.large
  const [first] = (['true', 'small', 'large'] as const).toSorted((a, b) => fits[b] - fits[a])
  return of === 0 || !first ? null : { fit: first, count: fits[first], of }
}

const DAY_MS = 86_400_000

/** Whether its writer may still change a review. */
export const isEditable = (createdAt: Date, now: Date) =>
  now.getTime() - createdAt.getTime() <= EDITABLE_DAYS * DAY_MS
