import type { ReactNode } from 'react'
import type { AdminReview } from '../../../modules/reviews/list-admin-reviews.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { LONGEST_ANSWER, LONGEST_HIDE_REASON } from '../../../rules/reviews/reviews.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { WrittenReview } from './written-review.tsx'

/** The server's message about the last try, with what was typed. */
type Typed = { answer: string; reason: string; message: Message }

/** The details of one review, with the acts of staff. */
export function ReviewPanel({ review, typed }: { review: AdminReview; typed: Typed | undefined }) {
  return (
    <SidePanel name="review" title={review.product}>
      {typed ? (
        <p role="alert" className="rounded-card bg-alarm-wash p-3 font-semibold text-alarm">
          {typed.message.title === 'Error' ? typed.message.description : typed.message.title}
        </p>
      ) : null}
      <WrittenReview review={review} />
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

/** A form about the review, in the version that was shown. */
const ReviewAct = ({ review, children }: { review: AdminReview; children: ReactNode }) => (
  <ActForm about={{ id: review.id, version: review.version }}>{children}</ActForm>
)

/** Hiding asks for a reason, with scripts or without. */
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
