import type { Nearest } from '../../../modules/catalogue/list-products.ts'
import type { FilterCounts } from '../../../rules/catalogue/filter-counts.ts'
import { type ProductFilter, productQuery } from '../../../rules/catalogue/product-filters.ts'
import { type CardProduct, SHOP_SORTS } from '../../../rules/catalogue/products.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { EmptyPlace } from '../empty-place.tsx'
import { NearProducts } from './near-products.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid } from './product-grid.tsx'
import { SortLinks, ViewLinks } from './product-sorts.tsx'

export type View = 'grid' | 'list'

type Shown = { filter: ProductFilter; view: View }

const FeaturedViews = ({ filter, view }: Shown) => (
  <ViewLinks
    current={view}
    hrefOf={(next) =>
      `/${productQuery(filter, {}, { view: next === 'list' ? 'list' : null })}#products`
    }
  />
)

/** Featured Products, with filters and sorts that each have an address of their own. */
export function Featured({
  products,
  near,
  counts,
  filter,
  view,
}: Shown & {
  /** null when the products could not be read. */
  products: CardProduct[] | null
  near: Nearest | null
  counts: FilterCounts | null
}) {
  const kept = { view: view === 'list' ? 'list' : null }
  const hrefOf = (changes: Partial<ProductFilter>) =>
    `/${productQuery(filter, changes, kept)}#products`
  const chips = [
    ['Flash Sale', filter.onSale, { onSale: !filter.onSale }],
    ['New Arrivals', filter.sort === 'newest', { sort: 'newest' }],
    ['Top Rated', filter.sort === 'rating', { sort: 'rating' }],
    // Free shipping narrows to what is in stock (docs/product.md, Lists and search).
    ['Free Shipping', filter.inStock, { inStock: !filter.inStock }],
  ] as const satisfies readonly (readonly [string, boolean, Partial<ProductFilter>])[]
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-2 md:mb-6">
        <h2 id="products-title" className="text-2xl md:text-4xl">
          Featured Products
        </h2>
        <FeaturedViews filter={filter} view={view} />
      </div>
      <ul aria-label="Quick choices" className="swipe-row -mx-4 gap-2 px-4 md:mx-0 md:px-0">
        {chips.map(([label, isOn, changes]) => (
          <li key={label}>
            <Link
              to={hrefOf(changes)}
              preventScrollReset
              aria-current={isOn ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-4 text-sm font-semibold whitespace-nowrap hover:bg-sand aria-[current]:border-clay aria-[current]:bg-clay aria-[current]:text-white"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4 space-y-4">
        <SortLinks sorts={SHOP_SORTS} current={filter.sort} hrefOf={(sort) => hrefOf({ sort })} />
        <ProductFilters list={{ filter, counts, hrefOf }} />
      </div>
      <div className="cards-when-near mt-8">
        {products === null ? (
          <EmptyPlace>Error loading products.</EmptyPlace>
        ) : products.length === 0 ? (
          <>
            <EmptyPlace>No products found.</EmptyPlace>
            <NearProducts near={near} search={filter.search} view={view} />
          </>
        ) : (
          <ProductGrid products={products} view={view} />
        )}
      </div>
      <div className="mt-10 flex justify-center">
        <ButtonLink to="/products" tone="lake" size="lg">
          Load More Products
        </ButtonLink>
      </div>
    </>
  )
}
