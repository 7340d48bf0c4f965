import { Link } from '../../kit/link.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'

/**
 * The review link of an order that is shipped or delivered: to the review of the only product without one, to the list
 * when several have none, or to what was written when all have one. No link for a product that was deleted.
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
