import type { AdminReview } from '../../../modules/reviews/list-admin-reviews.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { FIT_WORDS, NO_NAME, starWords } from '../../../rules/messages/reviews/words.ts'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import { ReviewBadges } from './review-columns.tsx'

export const WrittenReview = ({ review }: { review: AdminReview }) => (
  <div>
    <ReviewBadges review={review} />
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 wrap-anywhere">
      <dt className="text-quiet">Stars</dt>
      <dd>{starWords(review.stars)}</dd>
      {review.fit ? (
        <>
          <dt className="text-quiet">Fit</dt>
          <dd>{FIT_WORDS[review.fit]}</dd>
        </>
      ) : null}
      <dt className="text-quiet">Shown as</dt>
      <dd>
        <bdi>{review.writer || NO_NAME}</bdi>
      </dd>
      <dt className="text-quiet">Written</dt>
      <dd>{formatDateTime(review.createdAt)}</dd>
      {review.editedAt ? (
        <>
          <dt className="text-quiet">Changed</dt>
          <dd>{formatDateTime(review.editedAt)}</dd>
        </>
      ) : null}
      <dt className="text-quiet">Bought</dt>
      <dd>
        <Purchase review={review} />
      </dd>
    </dl>
    {review.words ? (
      <p dir="auto" className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
        {review.words}
      </p>
    ) : null}
    {review.photos.length > 0 ? (
      <ul className="mt-3 flex flex-wrap gap-2">
        {review.photos.map((photo, n) => (
          <li key={photo.id} className="w-20">
            <a href={photo.src} target="_blank" rel="noreferrer" className="block">
              <Picture
                picture={photo}
                alt={`Photo ${n + 1} (opens in a new tab)`}
                sizes="80px"
                className="aspect-4/5 rounded-card object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    ) : null}
    <p className="mt-1">
      <a href={`/product/${review.slug}#reviews`} className={LINK}>
        See it in the shop
      </a>
    </p>
  </div>
)

const LINK = 'inline-flex min-h-11 items-center text-lake underline underline-offset-4'

const Purchase = ({ review: { orderNumber, saleNumber } }: { review: AdminReview }) =>
  orderNumber ? (
    <Link to={`/admin/orders?order=${orderNumber}`} className={LINK}>
      {orderNumber}
    </Link>
  ) : saleNumber ? (
    <Link to={`/admin/pos-sales?sale=${saleNumber}`} className={LINK}>
      {saleNumber}
    </Link>
  ) : null
