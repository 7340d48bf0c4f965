import { useId } from 'react'
import type { ReviewItem } from '../../../modules/till/events/handle-review.ts'
import type { UnexpectedLine } from '../../../modules/till/events/unexpected-lines.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { unreadReasons } from '../../../rules/messages/till/event-problems.ts'
import { formatReviewNotes } from '../../../rules/messages/till/review.ts'
import { REVIEW_OWN, reviewAdvice, reviewText } from '../../../rules/messages/till/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { LONGEST_HANDLED_NOTE, reviewFingerprint } from '../../../rules/till/till-review.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Badge } from '../badge.tsx'
import { Folded } from '../form/folded.tsx'
import { OpenLink } from '../list/side-panel.tsx'

type Waiting = ReviewItem['sales' | 'returns'][number]
type Unread = ReviewItem['unread'][number]

/** What to do about one sale or return: a sentence for each reason. */
export function ReviewAdvice({
  reviewReasons,
  soldItems = [],
  refund,
}: {
  reviewReasons: readonly TillReviewReason[]
  soldItems?: readonly UnexpectedLine[]
  refund?: number
}) {
  const facts = {
    missing: soldItems.filter(({ missing }) => missing > 0).map((g) => `${g.missing} × ${g.name}`),
    unknown: soldItems.filter(({ isUnknown }) => isUnknown).map((g) => `${g.quantity} × ${g.name}`),
    ...(refund !== undefined && { refund }),
  }
  return reviewReasons.map((reason) => (
    <p key={reason} className="wrap-anywhere">
      {reviewAdvice(reason, facts)}
    </p>
  ))
}

/**
 * Marks a review as handled, with a note of what was found and done; works without scripts. For one's own sale it says
 * who must do so.
 */
export const DoneForm = ({
  kind,
  id,
  reviewReasons = [],
  isOwn = false,
  label,
}: {
  kind: 'sale' | 'return' | 'unread'
  id: string
  reviewReasons?: readonly TillReviewReason[]
  /** The person who looks made it: somebody else has to handle it. */
  isOwn?: boolean
  /** What it is about, for screen readers. */
  label: string
}) =>
  isOwn ? (
    <p className="font-semibold">{REVIEW_OWN}</p>
  ) : (
    <Folded
      label={
        <>
          Done…<span className="sr-only"> {label}</span>
        </>
      }
    >
      <ActForm
        about={{ kind, id, seen: reviewFingerprint(reviewReasons) }}
        className="mt-2 grid gap-3 rounded-card bg-sand p-4"
      >
        <TextArea
          label="What you found and did"
          name="note"
          rows={2}
          required
          maxLength={LONGEST_HANDLED_NOTE}
        />
        <div>
          <Button name="intent" value="handled" tone="lake">
            Done
          </Button>
        </div>
      </ActForm>
    </Folded>
  )

const ITEM = 'grid gap-1 border-b border-line py-3 last:border-b-0'

function WaitingItem({
  kind,
  event,
  note,
  soldItems,
}: {
  kind: 'sale' | 'return'
  event: Waiting
  note: string | null
  soldItems: readonly UnexpectedLine[]
}) {
  const what = kind === 'sale' ? 'Sale' : 'Return'
  const onCode = 'creditAmount' in event ? event.creditAmount : 0
  return (
    <li className={ITEM}>
      <p className="flex flex-wrap items-center gap-x-3">
        <OpenLink name="sale" value={event.saleNumber} />
        {event.reviewReasons.map((reason) => (
          <Badge key={reason} tone="bad">
            {reviewText(reason)}
          </Badge>
        ))}
        <span className="min-w-0 wrap-anywhere">
          {what} of {formatKwacha(event.amount)}, {formatDateTime(event.at)}, {event.cashier}
          {event.till ? ` at ${event.till}` : ''}
        </span>
      </p>
      {kind === 'sale' ? (
        <ReviewAdvice reviewReasons={event.reviewReasons} soldItems={soldItems} />
      ) : (
        <ReviewAdvice
          reviewReasons={event.reviewReasons}
          soldItems={soldItems}
          refund={event.amount - onCode}
        />
      )}
      {'unpaid' in event && event.unpaid > 0 ? (
        <p>
          {formatKwacha(event.unpaid)} of it are not paid: open it, and take the rest or call it
          off.
        </p>
      ) : null}
      {onCode > 0 ? (
        <p>
          {formatKwacha(onCode)} of it went on a code. A new one may be blocked: where all is well,
          allow it on Store Credit.
        </p>
      ) : null}
      {note ? (
        <p className="text-sm whitespace-pre-line text-quiet wrap-anywhere">“{note}”</p>
      ) : null}
      <DoneForm
        kind={kind}
        id={event.id}
        reviewReasons={event.reviewReasons}
        isOwn={event.isOwn}
        label={`with the ${kind} ${event.saleNumber}`}
      />
    </li>
  )
}

const UnreadItem = ({ event }: { event: Unread }) => (
  <li className={ITEM}>
    <p className="flex flex-wrap items-center gap-x-3">
      <Badge tone="bad">Not understood</Badge>
      <span className="min-w-0 wrap-anywhere">
        Came {formatDateTime(event.at)}, sent by {event.sentBy}
      </span>
    </p>
    <p className="wrap-anywhere">
      A till sent something that the shop cannot read ({formatCoded(unreadReasons, event.why)}). It
      may be a sale: look at what came, ask who stood at the till, and put stock and cash right by
      hand.
    </p>
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
        What came
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard */}
      <pre tabIndex={0} className="max-h-80 overflow-auto rounded-card bg-sand p-3 text-sm">
        {event.body}
      </pre>
    </details>
    <DoneForm kind="unread" id={event.id} isOwn={event.isOwn} label="with what could not be read" />
  </li>
)

const SHOWN = 3

/** Events of tills that wait for a person, above all sales; those that wait longest are not folded. */
export function ReviewList({
  reviewReasons: { sales, returns, unread },
}: {
  reviewReasons: ReviewItem
}) {
  const id = useId()
  const items = [
    ...sales.map((sale) => (
      <WaitingItem
        key={sale.id}
        kind="sale"
        event={sale}
        note={formatReviewNotes(sale.reviewNotes, sale.handledNote)}
        soldItems={sale.soldItems}
      />
    )),
    ...returns.map((back) => (
      <WaitingItem
        key={back.id}
        kind="return"
        event={back}
        note={back.note}
        soldItems={back.soldItems}
      />
    )),
    ...unread.map((event) => <UnreadItem key={event.id} event={event} />),
  ]
  if (items.length === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="mb-6 overflow-hidden rounded-card border-2 border-clay bg-sheet"
    >
      <h2 id={id} className="bg-clay-wash px-4 py-3 text-xl">
        {items.length === 1
          ? '1 sale or return to review'
          : `${items.length} sales or returns to review`}
      </h2>
      <ul className="px-4">{items.slice(0, SHOWN)}</ul>
      {items.length > SHOWN ? (
        <details className="border-t border-line px-4">
          <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
            Show the other {items.length - SHOWN}
          </summary>
          <ul>{items.slice(SHOWN)}</ul>
        </details>
      ) : null}
    </section>
  )
}
