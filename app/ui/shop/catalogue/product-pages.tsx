import { useMemo, useState } from 'react'
import { useFetcher } from 'react-router'
import { furtherPath } from '../../../rules/catalogue/list-pages.ts'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { ADDED_PAGES, useAdded } from './added-pages.ts'
import { ProductGrid } from './product-grid.tsx'

type More = { page: { products: CardProduct[]; next: string | null } | null; cursor: string | null }

/**
 * A list page by page. `Show more` is a link to the next page, which search engines follow; with scripts the products
 * are added below instead. Needs a key that changes with the list.
 */
export function ProductPages({
  first,
  path,
  query,
  view,
  number = 1,
}: {
  first: { products: CardProduct[]; next: string | null }
  path: string
  /** The list's own query, without a cursor. */
  query: string
  view: 'grid' | 'list'
  /** The page number of `first`, from the address. */
  number?: number
}) {
  const fetcher = useFetcher<More>()
  const [added, setAdded] = useAdded()
  const next = added.length > 0 ? added.at(-1)?.page.next : first.next

  // A page that was loaded again (after a heart was pressed) replaces its earlier version.
  const [seen, setSeen] = useState<More | undefined>()
  if (fetcher.data !== seen) {
    setSeen(fetcher.data)
    const { page, cursor } = fetcher.data ?? { page: null, cursor: null }
    if (page && cursor)
      setAdded((all) =>
        all.some((one) => one.cursor === cursor)
          ? all.map((one) => (one.cursor === cursor ? { cursor, page } : one))
          : [...all, { cursor, page }],
      )
  }

  // Memoized, so that a tap on `Show more` does not render it again.
  const grid = useMemo(
    () => (
      <ProductGrid
        products={[...first.products, ...added.flatMap(({ page }) => page.products)]}
        // A phone's first row: over a slow connection, others would delay it.
        eagerCount={2}
        view={view}
      />
    ),
    [first, added, view],
  )

  return (
    <>
      {grid}
      <output className="sr-only">
        {added.length > 0 ? `${added.at(-1)?.page.products.length} more products shown` : ''}
      </output>
      {next ? (
        <div data-kept={ADDED_PAGES} className="mt-10 flex justify-center">
          <ButtonLink
            data-held=""
            to={furtherPath(path, query, next, number + added.length + 1)}
            rel="next"
            size="lg"
            aria-busy={fetcher.state !== 'idle'}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              void fetcher.load(event.currentTarget.href.slice(location.origin.length))
            }}
          >
            Show more
          </ButtonLink>
        </div>
      ) : null}
      {number > 1 ? (
        <p className="mt-6 text-center">
          <ButtonLink to={`${path}${query}`} tone="bare">
            Back to the first products
          </ButtonLink>
        </p>
      ) : null}
    </>
  )
}
