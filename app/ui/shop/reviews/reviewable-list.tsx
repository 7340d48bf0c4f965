import type { Reviewable } from '../../../modules/reviews/own-review.ts'
import { formatDate } from '../../../rules/dates.ts'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { Link } from '../../kit/link.tsx'
import { PictureItem } from '../catalogue/picture-item.tsx'
import { Stars } from './stars.tsx'

/** Bought products, each with the stars that were given and a link to its review. */
export const ReviewableList = ({
  bought,
}: {
  bought: readonly (Reviewable & { picture: PictureSource | null })[]
}) => (
  <ul className="mt-3 list-none! p-0!">
    {bought.map((product) => (
      <PictureItem key={product.productId} picture={product.picture} width={64} name={product.name}>
        <p className="mt-0! flex flex-wrap items-center gap-x-3 text-sm text-quiet">
          Bought on {formatDate(product.boughtAt)}
          {product.stars === null ? null : <Stars stars={product.stars} size={16} />}
        </p>
        <Link
          to={`/reviews/new/${product.slug}`}
          className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
        >
          {product.stars === null ? 'Write a review' : 'Your review'}
          <span className="sr-only"> of {product.name}</span>
        </Link>
      </PictureItem>
    ))}
  </ul>
)
