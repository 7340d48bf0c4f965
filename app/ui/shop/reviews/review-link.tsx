import { Link } from '../../kit/link.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'

/** In an order that is there or on its way: to the review of its product; of several, to what may be reviewed. */
export function ReviewLink({ lines }: Pick<OrderContents, 'lines'>) {
  const [slug, ...others] = new Set(lines.map((line) => line.slug))
  return (
    <p className="border-t border-line px-5 py-1 md:px-6">
      <Link
        to={slug && others.length === 0 ? `/reviews/new/${slug}` : '/reviews/new'}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        Write a review
      </Link>
    </p>
  )
}
