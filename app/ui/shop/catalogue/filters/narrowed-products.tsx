import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { countFilters } from '../../../../rules/catalogue/product-filters.ts'
import { useSlow } from '../../pending-screen.tsx'
import { GridSkeleton } from '../product-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { NarrowedList } from './filter-form.tsx'
import { FilterButton, FilterPanel } from './filter-panel.tsx'

/**
 * Products beside their filter (none when the list is empty anyhow), below the chosen filters; placeholders while
 * others load. The count, the Filter button of a phone and the view links share one row, because a small screen is for
 * products, not for what sorts them.
 */
export const NarrowedProducts = ({
  list,
  path,
  isEmpty,
  count,
  views,
  children,
}: {
  list: NarrowedList
  /** The list's path. */
  path: string
  isEmpty: boolean
  count?: ReactNode
  views?: ReactNode
  children: ReactNode
}) => {
  const hasFilter = !isEmpty || countFilters(list.filter) > 0
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 empty:hidden md:mt-4">
        {count}
        {hasFilter ? <FilterButton list={list} /> : null}
        {views}
      </div>
      <h2 className="sr-only">Products</h2>
      <div className="gap-8 lg:mt-4 lg:flex lg:items-start">
        {hasFilter ? <FilterPanel list={list} /> : null}
        <div className="mt-3 min-w-0 grow md:mt-4 lg:mt-0">
          <FilterChips list={list} />
          <OrShapes path={path}>{children}</OrShapes>
        </div>
      </div>
    </>
  )
}

/** A component of its own, so that a tap renders nothing else and what is hidden stays mounted. */
function OrShapes({ path, children }: { path: string; children: ReactNode }) {
  const { state, location } = useNavigation()
  const isSlow = useSlow(state === 'loading' && location.pathname === path ? path : null) !== null
  return (
    <>
      {isSlow ? <GridSkeleton count={12} /> : null}
      <div hidden={isSlow}>{children}</div>
    </>
  )
}
