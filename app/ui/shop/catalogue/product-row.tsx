import { type ReactNode, useId } from 'react'
import { useLocation } from 'react-router'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { Fragment } from '../../../web/render/fragment.ts'
import { ProductCard } from './product-card.tsx'
import { useWishes, WishForm } from './wish-button.tsx'

// On a phone declared narrower than they are: 160 pixels are enough for screens with up to 1.75 pixels for each.
const SMALL_CARD = '(min-width: 768px) 224px, 90px'

/** A few products in a row to swipe, under a heading; nothing when there are none. */
export function ProductRow({
  id,
  title,
  products,
  isInPage = false,
  children,
}: {
  id: string
  title: string
  /** Null when they could not be read: the row is an extra, and is left out. */
  products: CardProduct[] | null
  /** Whether an element around it has the page's margins. */
  isInPage?: boolean
  /** Rendered beside the heading. */
  children?: ReactNode
}) {
  const form = useId()
  const { pathname, search } = useLocation()
  const wishes = useWishes(products ?? [])
  if (wishes.shown.length === 0) return null
  return (
    <section
      aria-labelledby={id}
      className={isInPage ? 'mt-10' : 'mx-auto mt-6 max-w-7xl px-4 md:mt-10'}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-2xl md:text-3xl">
          {title}
        </h2>
        {children}
      </div>
      <WishForm id={form} back={`${pathname}${search}`} wishes={wishes} />
      <ul className="swipe-row -mx-4 scroll-px-4 gap-4 px-4 pb-3 md:gap-6">
        {wishes.shown.map((product) => (
          <Fragment
            as="li"
            key={product.id}
            className="w-30 shrink-0 snap-start md:w-56"
            part={ProductCard}
            props={{ product, wishForm: form, sizes: SMALL_CARD }}
          />
        ))}
      </ul>
    </section>
  )
}
