import type { ListedReview } from '../../../modules/reviews/list-admin-reviews.ts'
import { formatDate } from '../../../rules/dates.ts'
import {
  FIT_WORDS,
  NO_NAME,
  REVIEW_STATE_WORDS,
  starWords,
} from '../../../rules/messages/reviews/words.ts'
import { Badge, Badges } from '../badge.tsx'
import type { Column } from '../list/data-table.tsx'
import { OpenLink } from '../list/side-panel.tsx'

/** The badges of a review's state; none for one that is visible and read. */
export const ReviewBadges = ({
  review: { hiddenAt, handledAt, answer },
}: {
  review: Pick<ListedReview, 'hiddenAt' | 'handledAt' | 'answer'>
}) => (
  <Badges>
    {handledAt ? null : <Badge tone="warm">{REVIEW_STATE_WORDS.new}</Badge>}
    {hiddenAt ? <Badge tone="bad">{REVIEW_STATE_WORDS.hidden}</Badge> : null}
    {answer ? <Badge tone="good">Answered</Badge> : null}
  </Badges>
)

export const REVIEW_COLUMNS: readonly Column<ListedReview>[] = [
  {
    label: 'Product',
    isTitle: true,
    show: ({ id, product, writer, createdAt }) => (
      <>
        <OpenLink name="review" value={id}>
          <span className="md:whitespace-normal">
            {product}
            <span className="sr-only">, by {writer || NO_NAME}</span>
          </span>
        </OpenLink>
        <span className="block text-sm text-quiet">{formatDate(createdAt)}</span>
      </>
    ),
  },
  { label: 'State', isBadge: true, show: (review) => <ReviewBadges review={review} /> },
  {
    label: 'Stars',
    show: ({ stars, fit }) => (
      <span className="md:whitespace-nowrap">
        {starWords(stars)}
        {fit ? <span className="block text-sm text-quiet">{FIT_WORDS[fit]}</span> : null}
      </span>
    ),
  },
  {
    label: 'By',
    show: ({ writer }) => (
      <bdi className="inline-block wrap-anywhere md:min-w-28">{writer || NO_NAME}</bdi>
    ),
  },
  {
    label: 'Words',
    isSpare: true,
    show: ({ words }) => (
      <span dir="auto" className="line-clamp-2 max-w-md text-sm wrap-anywhere">
        {words || '–'}
      </span>
    ),
  },
]
