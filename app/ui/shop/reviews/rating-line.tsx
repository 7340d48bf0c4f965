import { countReviews, fitLine } from '../../../rules/messages/reviews/words.ts'
import {
  averageOf,
  commonFit,
  type FitCounts,
  type RatingTotals,
} from '../../../rules/reviews/reviews.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Icon } from '../../kit/icon.tsx'
import { STAR } from './star-shape.ts'

/**
 * The average rating beside a product's price, which links to the reviews. No taller than the price, but with the touch
 * area of a button.
 */
export function RatingLine({ rating }: { rating: RatingTotals }) {
  const average = averageOf(rating) ?? settings().placeholderRating
  return (
    <a
      href="#reviews"
      className="relative inline-flex items-center gap-x-1 py-1 whitespace-nowrap underline underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2"
    >
      {average === null ? (
        'No reviews yet'
      ) : (
        <>
          <Icon shape={STAR} size={18} fill="currentColor" className="text-clay" />
          <span className="sr-only">Stars: </span>
          {average.toFixed(1)} ({countReviews(rating.count)})
        </>
      )}
    </a>
  )
}

/** Beside the sizes: what most buyers say about the fit. */
export function FitNote({ fits }: { fits: FitCounts | null | undefined }) {
  const common = fits && commonFit(fits)
  return common ? <p className="-mt-2 font-semibold">{fitLine(common)}</p> : null
}
