import { formatDate } from '../../../rules/dates.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { FIT_WORDS, NO_NAME } from '../../../rules/messages/reviews/words.ts'
import type { ShownReview } from '../../../rules/reviews/reviews.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Picture } from '../../kit/picture.tsx'
import { Stars } from './stars.tsx'

/** A review, and the shop's answer. Customers' texts have their own direction (`bdi`, `dir=auto`). */
export function ReviewItem({ review }: { review: ShownReview }) {
  const { id, writer, createdAt, fit, words, photos, answer } = review
  const bought = formatChoice(review)
  return (
    <li className="border-t border-line py-5">
      <article aria-labelledby={`by-${id}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars stars={review.stars} />
          <h3 id={`by-${id}`} className="font-body text-base font-semibold wrap-anywhere">
            <bdi>{writer || NO_NAME}</bdi>
          </h3>
          <p className="text-sm text-quiet">
            <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
            {review.isEdited ? ', changed since' : ''}
          </p>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-quiet empty:hidden">
          {bought ? <span>Bought: {bought}</span> : null}
          {fit ? <span>{FIT_WORDS[fit]}</span> : null}
        </p>
        {words ? (
          <p dir="auto" className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">
            {words}
          </p>
        ) : null}
        {photos.length > 0 ? (
          <ul className="mt-3 flex flex-wrap gap-3">
            {photos.map((photo, n) => (
              <li key={photo.src}>
                <a
                  href={photo.src}
                  className="block w-24 overflow-hidden rounded-card focus-visible:outline-offset-2"
                >
                  <Picture
                    picture={photo}
                    alt={`Photo ${n + 1} by ${writer || NO_NAME}`}
                    sizes="96px"
                    className="aspect-4/5 object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {answer ? (
          <div className="mt-3 max-w-prose rounded-card bg-sand px-4 py-3">
            <p className="font-semibold">{settings().name} answers</p>
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </div>
        ) : null}
      </article>
    </li>
  )
}
