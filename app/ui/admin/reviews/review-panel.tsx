import type { ReactNode } from 'react'
import type { AdminReview } from '../../../modules/reviews/list-admin-reviews.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { FIT_WORDS, NO_NAME, starWords } from '../../../rules/messages/reviews/words.ts'
import { LONGEST_ANSWER, LONGEST_HIDE_REASON } from '../../../rules/reviews/reviews.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import { Folded } from '../form/folded.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { ReviewBadges } from './review-columns.tsx'

/** What the shop said to the last try, and what was typed in it. */
type Typed = { answer: string; reason: string; message: Message }

/** All about one review, and what staff may do with it. */
export function ReviewPanel({ review, typed }: { review: AdminReview; typed: Typed | undefined }) {
  return (
    <SidePanel name="review" title={review.product}>
      {typed ? (
        <p role="alert" className="rounded-card bg-alarm-wash p-3 font-semibold text-alarm">
          {typed.message.title === 'Error' ? typed.message.description : typed.message.title}
        </p>
      ) : null}
      <Written review={review} />
      {review.anonymizedAt ? (
        <p>Its writer was erased: the stars stay.</p>
      ) : (
        <>
          <Part title="Answer">
            <ReviewAct review={review}>
              <TextArea
                label="Shown under the review, for everybody"
                name="answer"
                rows={4}
                maxLength={LONGEST_ANSWER}
                defaultValue={typed?.answer || (review.answer ?? '')}
                hint={
                  review.answeredAt
                    ? `By ${review.answeredBy ?? 'somebody'}, ${formatDateTime(review.answeredAt)}. Save it empty to remove it.`
                    : 'Without names, addresses and order numbers.'
                }
              />
              <Button name="intent" value="answer" tone="lake" className="mt-2">
                Save answer
              </Button>
            </ReviewAct>
          </Part>
          {review.handledAt ? null : (
            <ReviewAct review={review}>
              <Button name="intent" value="read">
                Mark as read
              </Button>
            </ReviewAct>
          )}
          <Hiding review={review} reason={typed?.reason} />
        </>
      )}
    </SidePanel>
  )
}

/** One of its forms; it says which review was seen, as it was. */
const ReviewAct = ({ review, children }: { review: AdminReview; children: ReactNode }) => (
  <ActForm about={{ id: review.id, version: review.version }}>{children}</ActForm>
)

const Written = ({ review }: { review: AdminReview }) => (
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

/** Hiding asks why, with scripts or without. */
const Hiding = ({ review, reason }: { review: AdminReview; reason: string | undefined }) =>
  review.hiddenAt ? (
    <Part title="Hidden">
      <p className="wrap-anywhere">
        {formatDateTime(review.hiddenAt)}, by {review.hiddenBy ?? 'somebody'}: “
        {review.hiddenReason}”
      </p>
      <ReviewAct review={review}>
        <Button name="intent" value="show-review" className="mt-2">
          Show it again
        </Button>
      </ReviewAct>
    </Part>
  ) : (
    <Folded label="Hide this review…" open={Boolean(reason)}>
      <div className="mt-2 rounded-card bg-sand p-4">
        <ReviewAct review={review}>
          <TextField
            label="Why is it hidden?"
            name="reason"
            required
            maxLength={LONGEST_HIDE_REASON}
            defaultValue={reason}
            hint="It stands in Activity. Customers do not see it; its writer sees that it is hidden."
          />
          <Button name="intent" value="hide" className="mt-3">
            Hide it
          </Button>
        </ReviewAct>
      </div>
    </Folded>
  )
