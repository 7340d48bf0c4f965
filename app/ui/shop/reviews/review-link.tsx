import { Link } from '../../kit/link.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'

/**
 * In an order that is there or on its way: to the review of the one product that has none yet; of several, to what may
 * be reviewed; and to what was written, where all have theirs. None to a product that is no longer there.
 */
export function ReviewLink({ lines }: Pick<OrderContents, 'lines'>) {
  const open = slugsOf(lines.filter((line) => !line.isReviewed))
  const [slug, ...others] = open.length > 0 ? open : slugsOf(lines)
  if (!slug) return null
  return (
    <p className="border-t border-line px-5 py-1 md:px-6">
      <Link
        to={others.length === 0 ? `/reviews/new/${slug}` : '/reviews/new'}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        {open.length > 0 ? 'Write a review' : others.length > 0 ? 'Your reviews' : 'Your review'}
      </Link>
    </p>
  )
}

const slugsOf = (lines: OrderContents['lines']) => [
  ...new Set(lines.flatMap(({ slug }) => slug ?? [])),
]
