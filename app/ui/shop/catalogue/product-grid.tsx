import { useId } from 'react'
import { useLocation } from 'react-router'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { Fragment } from '../../../web/render/fragment.ts'
import { ProductCard } from './product-card.tsx'
import { useWishes, WishForm } from './wish-button.tsx'

// Two columns of a phone become one with large type, because the width is measured in rem.
const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4'
const LIST = 'grid grid-cols-1 gap-6 lg:grid-cols-2'

/** Product cards as a grid or a list; the pictures of the first `eagerCount` load at once. */
export function ProductGrid({
  products,
  eagerCount = 0,
  view = 'grid',
}: {
  products: CardProduct[]
  eagerCount?: number
  view?: 'grid' | 'list'
}) {
  const form = useId()
  const { pathname, search } = useLocation()
  const wishes = useWishes(products)
  return (
    <>
      <WishForm id={form} back={`${pathname}${search}`} wishes={wishes} />
      <ul className={view === 'list' ? LIST : GRID}>
        {wishes.shown.map((product, index) => (
          // Twenty cards are half of a page's rendering: as fragments, the server renders a card again only when
          // it changed.
          <Fragment
            as="li"
            key={product.id}
            part={ProductCard}
            props={{ product, wishForm: form, eager: index < eagerCount, view }}
          />
        ))}
      </ul>
    </>
  )
}

/** Placeholders while products load. */
export function GridSkeleton({ count }: { count: number }) {
  return (
    <div>
      <output className="sr-only">Loading...</output>
      <div aria-hidden="true" className={GRID}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index}>
            <div className="aspect-4/5 animate-pulse rounded-card bg-sand" />
            <div className="mt-3 h-4 w-3/4 animate-pulse rounded-card bg-sand" />
            <div className="mt-2 h-4 w-1/2 animate-pulse rounded-card bg-sand" />
          </div>
        ))}
      </div>
    </div>
  )
}
