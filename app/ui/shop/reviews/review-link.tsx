import { Link } from '../../kit/link.tsx'

/** In an order that is there or on its way: to what may be reviewed. */
export const ReviewLink = () => (
  <p className="border-t border-line px-5 py-1 md:px-6">
    <Link
      to="/reviews/new"
      reloadDocument
      className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
    >
      Write a review
    </Link>
  </p>
)
