import { formatDate } from '../../../rules/dates.ts'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { Link } from '../../kit/link.tsx'
import { PictureOrCloth } from '../catalogue/no-picture.tsx'

/** The reviewed product, above the form. */
export const ReviewedProduct = ({
  product: { slug, name, boughtAt, picture },
}: {
  product: { slug: string; name: string; boughtAt: Date; picture: PictureSource | null }
}) => (
  <div className="mt-4 flex gap-4">
    <div className="w-20 shrink-0 self-start overflow-hidden rounded-card">
      <PictureOrCloth picture={picture} alt="" sizes="80px" />
    </div>
    <div className="min-w-0">
      <Link
        to={`/product/${slug}`}
        className="inline-flex min-h-11 items-center text-lg font-semibold wrap-anywhere underline underline-offset-4"
      >
        {name}
      </Link>
      <p className="text-sm text-quiet">Bought on {formatDate(boughtAt)}</p>
    </div>
  </div>
)
