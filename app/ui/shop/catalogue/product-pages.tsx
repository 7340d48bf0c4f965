import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { Button } from '../../kit/button.tsx'
import { ProductGrid } from './product-grid.tsx'

type More = { page: { products: CardProduct[]; next: string | null } | null; cursor: string | null }
type Added = { cursor: string; page: NonNullable<More['page']> }[]

const MOST_PLACES = 20
/** What was added at each place in the history: who comes back finds it there, and stands where they stood. */
const addedAt = new Map<string, Added>()

function useAdded() {
  const { key } = useLocation()
  const [added, setAdded] = useState<Added>(() => addedAt.get(key) ?? [])
  useEffect(() => {
    if (added.length === 0) return
    addedAt.delete(key)
    addedAt.set(key, added)
    for (const oldest of addedAt.keys()) {
      if (addedAt.size <= MOST_PLACES) break
      addedAt.delete(oldest)
    }
  }, [key, added])
  return [added, setAdded] as const
}

/**
 * A list page by page. `Show more` is a form that leads to the next page; with scripts its products
 * are added below instead. Give it a key that changes with what is listed.
 */
export function ProductPages({
  first,
  path,
  query,
  view,
}: {
  first: { products: CardProduct[]; next: string | null }
  path: string
  /** The list's own query, without a cursor. */
  query: string
  view: 'grid' | 'list'
}) {
  const fetcher = useFetcher<More>()
  const [added, setAdded] = useAdded()
  const next = added.length > 0 ? added.at(-1)?.page.next : first.next

  // A page that comes again (after a heart was pressed) takes its own place.
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

  return (
    <>
      <ProductGrid
        products={[...first.products, ...added.flatMap(({ page }) => page.products)]}
        eagerCount={4}
        view={view}
      />
      <output className="sr-only">
        {added.length > 0 ? `${added.at(-1)?.page.products.length} more products shown` : ''}
      </output>
      {next ? (
        <fetcher.Form action={path} className="mt-10 flex justify-center">
          {[...new URLSearchParams(query)].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="cursor" value={next} />
          <Button size="lg" aria-busy={fetcher.state !== 'idle'}>
            Show more
          </Button>
        </fetcher.Form>
      ) : null}
    </>
  )
}
