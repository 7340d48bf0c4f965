import { useSearchParams } from 'react-router'
import type { Page } from '../../../rules/lists.ts'
import { countReviews, FIT_WORDS, starWords } from '../../../rules/messages/reviews/words.ts'
import {
  averageOf,
  FITS,
  type RatingSummary,
  type RatingTotals,
  type ShownReview,
} from '../../../rules/reviews/reviews.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { ReviewItem } from './review-item.tsx'
import { Stars } from './stars.tsx'

export type ShownReviews = { summary: RatingSummary; page: Page<ShownReview> }

/** The reviews of a product: their average, the number for each star rating, and each review. */
export function ProductReviews({
  slug,
  rating,
  reviews,
}: {
  slug: string
  rating: RatingTotals
  /** null when the reviews could not be read. */
  reviews: ShownReviews | null
}) {
  const average = averageOf(rating)
  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="mx-auto max-w-7xl scroll-mt-28 px-4 pt-8 pb-4"
    >
      <h2 id="reviews-title" className="text-3xl">
        Reviews
      </h2>
      {reviews === null ? (
        <p className="mt-3">Error loading reviews.</p>
      ) : average === null ? (
        <p className="mt-3 text-lg">
          No reviews yet. Have you bought it? Be the first to say how it is.
        </p>
      ) : (
        <div className="mt-4 grid gap-x-12 gap-y-6 md:grid-cols-[18rem_minmax(0,1fr)]">
          <Summary average={average} rating={rating} summary={reviews.summary} />
          <List page={reviews.page} />
        </div>
      )}
      <p className="mt-4">
        <ButtonLink to={`/reviews/new/${slug}`} reloadDocument>
          Write a review
        </ButtonLink>
      </p>
    </section>
  )
}

function Summary({
  average,
  rating,
  summary: { byStars, fits },
}: {
  average: number
  rating: RatingTotals
  summary: RatingSummary
}) {
  const answers = fits && FITS.reduce((sum, fit) => sum + fits[fit], 0)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-4xl font-bold tabular-nums">{average.toFixed(1)}</span>
        <Stars stars={average} size={22} />
        <span className="text-quiet">{countReviews(rating.count)}</span>
      </p>
      <ul aria-label="How the stars are spread" className="mt-3 max-w-sm text-sm">
        {byStars.map(({ stars, count }) => (
          <Bar key={stars} label={starWords(stars)} count={count} of={rating.count} />
        ))}
      </ul>
      {fits && answers ? (
        <>
          <h3 id="fits-title" className="mt-4 font-body text-base font-semibold">
            How it fits
          </h3>
          <ul aria-labelledby="fits-title" className="mt-1 max-w-sm text-sm">
            {FITS.map((fit) => (
              <Bar key={fit} label={FIT_WORDS[fit]} count={fits[fit]} of={answers} />
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

const Bar = ({ label, count, of }: { label: string; count: number; of: number }) => (
  <li className="grid grid-cols-[6rem_minmax(0,1fr)_2.5rem] items-center gap-2 py-1">
    <span className="whitespace-nowrap">{label}</span>
    <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sand">
      <span
        className="block h-full bg-clay forced-colors:bg-[CanvasText]"
        style={{ width: `${(100 * count) / Math.max(1, of)}%` }}
      />
    </span>
    <span className="text-right tabular-nums">{count}</span>
  </li>
)

function List({ page }: { page: Page<ShownReview> }) {
  const [params] = useSearchParams()
  const to = (after: string | null) => {
    const next = new URLSearchParams(params)
    next.delete('reviews')
    if (after) next.set('reviews', after)
    return `?${next}#reviews`
  }
  return (
    <div className="min-w-0">
      {page.rows.length === 0 ? (
        <p>No more reviews.</p>
      ) : (
        <ol className="border-b border-line">
          {page.rows.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </ol>
      )}
      <nav aria-label="Older and newer reviews" className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {params.has('reviews') ? <ButtonLink to={to(null)}>Newest reviews</ButtonLink> : null}
        {page.next ? (
          <ButtonLink to={to(page.next)} className="ml-auto">
            Older reviews
          </ButtonLink>
        ) : null}
      </nav>
    </div>
  )
}
