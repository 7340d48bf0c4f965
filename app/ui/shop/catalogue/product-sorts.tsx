import type { ProductSort } from '../../../rules/catalogue/products.ts'
import { SORT_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'

/** Links that sort the list; each has an address of its own. */
export function SortLinks({
  sorts,
  current,
  hrefOf,
  className = '-mx-4 px-4',
}: {
  sorts: readonly ProductSort[]
  current: ProductSort
  hrefOf: (sort: ProductSort) => string
  /** How far it reaches to the edges of a phone. */
  className?: string
}) {
  return (
    <nav
      aria-label="Sort products"
      className={`swipe-row gap-2 py-1 md:mx-0 md:flex-wrap md:px-0 ${className}`}
    >
      {sorts.map((sort) => (
        <Link
          key={sort}
          to={hrefOf(sort)}
          preventScrollReset
          aria-current={sort === current ? 'true' : undefined}
          className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-edge bg-sheet px-4 text-sm font-semibold hover:bg-sand aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
        >
          {SORT_LABELS[sort]}
        </Link>
      ))}
    </nav>
  )
}

/** Links for grid and list; each has an address of its own. A phone shows only the link to the other view. */
export function ViewLinks({
  current,
  hrefOf,
}: {
  current: 'grid' | 'list'
  hrefOf: (view: 'grid' | 'list') => string
}) {
  return (
    <nav aria-label="Grid or list" className="flex shrink-0">
      {(['grid', 'list'] as const).map((view) => (
        <Link
          key={view}
          to={hrefOf(view)}
          preventScrollReset
          aria-current={view === current ? 'true' : undefined}
          aria-label={view === 'grid' ? 'Show as grid' : 'Show as list'}
          className="grid size-11 place-items-center border border-line bg-sheet hover:bg-sand max-md:rounded-card max-md:aria-[current]:hidden md:first:rounded-l-card md:last:-ml-px md:last:rounded-r-card md:aria-[current]:border-ink md:aria-[current]:bg-ink md:aria-[current]:text-paper"
        >
          <Icon
            shape={
              view === 'grid'
                ? 'M2 2h7v7H2zm9 0h7v7h-7zM2 11h7v7H2zm9 0h7v7h-7z'
                : 'M2 3h4v4H2zm6 0h10v4H8zM2 8h4v4H2zm6 0h10v4H8zM2 13h4v4H2zm6 0h10v4H8z'
            }
            viewBox="0 0 20 20"
            size={20}
            fill="currentColor"
            stroke="none"
          />
        </Link>
      ))}
    </nav>
  )
}
