import { memo } from 'react'
import { productPath } from '../../../rules/catalogue/product-detail.ts'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { CARD_ON_PHONE } from '../../../rules/media/pictures.ts'
import { percentOff } from '../../../rules/money.ts'
import { stockBadges } from '../../../rules/stock/stock.ts'
import { Link } from '../../kit/link.tsx'
import { Price } from '../../kit/price.tsx'
import { PictureOrCloth } from './no-picture.tsx'
import { WishButton } from './wish-button.tsx'

// Two columns on a phone, three on a tablet, four on a desktop.
const GRID_SIZES = `(min-width: 1280px) 290px, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, ${CARD_ON_PHONE}`
const BADGE = 'rounded-card px-2 py-0.5 text-xs font-bold'

/**
 * One product in a list. Its name's link covers the whole card. Its heart belongs to the form of the grid around it.
 * Memoized, because a list has up to a hundred cards.
 */
export const ProductCard = memo(function ProductCard({
  product,
  wishForm,
  eager = false,
  sizes = GRID_SIZES,
  view = 'grid',
}: {
  product: CardProduct
  wishForm: string
  eager?: boolean
  sizes?: string
  view?: 'grid' | 'list'
}) {
  const { name, price, comparePrice, picture, category, soldToday, rating, reviewCount } = product
  const to = productPath(product.slug, product)
  const off = percentOff(price, comparePrice)
  const { left, isLimited, soldOut } = stockBadges(product.inventory, product.trackInventory)
  const isList = view === 'list'
  return (
    <article
      className={`group relative flex h-full ${isList ? 'flex-wrap gap-4' : 'flex-col'} ${soldOut ? 'text-quiet' : ''}`}
    >
      <div
        className={`relative overflow-hidden rounded-card bg-sand ${isList ? 'w-[min(7rem,34%)] shrink-0 self-start md:w-44' : ''}`}
      >
        <PictureOrCloth
          picture={picture}
          alt={picture?.alt ?? ''}
          sizes={isList ? '(min-width: 768px) 176px, 112px' : sizes}
          eager={eager}
          className={soldOut ? 'opacity-60' : ''}
        />
        {product.isNew || off > 0 || left ? (
          <p
            className={`absolute top-2 left-2 flex flex-col items-start gap-1 ${isList ? 'right-2' : 'right-13'}`}
          >
            {product.isNew ? <span className={`${BADGE} bg-lake text-white`}>NEW</span> : null}
            {off > 0 ? <span className={`${BADGE} bg-sun text-ink`}>{`-${off}%`}</span> : null}
            {left ? (
              <span className={`${BADGE} bg-clay text-white`}>{`Only ${left} left!`}</span>
            ) : null}
          </p>
        ) : null}
      </div>
      <div className={`flex min-w-0 flex-1 flex-col ${isList ? 'basis-40 pr-12' : 'pt-3'}`}>
        {category ? (
          <p className="mb-1 self-start rounded-card bg-sand px-2 text-xs leading-5 text-quiet">
            {category.name}
          </p>
        ) : null}
        <h3 className="font-body text-base leading-snug font-semibold break-words text-ink">
          <Link
            to={to}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-lake"
          >
            {name}
          </Link>
        </h3>
        <Price price={price} comparePrice={comparePrice} className="mt-1" />
        <p className="text-sm text-quiet">
          {rating === null
            ? 'No reviews yet'
            : `★ ${rating.toFixed(1)} (${reviewCount} review${reviewCount === 1 ? '' : 's'})`}
        </p>
        {soldToday > 0 ? (
          <p className="text-sm font-semibold text-leaf">{`${soldToday} bought today`}</p>
        ) : null}
        {isLimited ? (
          <p className="text-sm font-semibold text-clay">Hurry! Limited stock remaining</p>
        ) : null}
        <div className={`mt-auto pt-2 ${isList ? 'max-w-40' : ''}`}>
          {soldOut ? (
            <button type="button" disabled className={`${ACT} bg-sand text-quiet`}>
              Out of Stock
            </button>
          ) : (
            // Below the name's link, which covers the card.
            <a
              href={to}
              tabIndex={-1}
              aria-label={`View ${name}`}
              className={`${ACT} text-lake group-hover:bg-lake-wash`}
            >
              View
            </a>
          )}
        </div>
      </div>
      {/* After the name, so that screen readers and the keyboard reach the product before its heart. */}
      <WishButton product={product} form={wishForm} />
    </article>
  )
})

const ACT =
  'inline-flex min-h-11 w-full items-center justify-center rounded-card border border-line text-sm font-semibold transition-colors'
