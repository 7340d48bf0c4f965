import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { countFilters } from '../../../../rules/catalogue/product-filters.ts'
import { useSlow } from '../../pending-screen.tsx'
import { GridSkeleton } from '../product-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { NarrowedList } from './filter-form.tsx'
import { FilterButton, FilterPanel } from './filter-panel.tsx'

/** Whether there is something to narrow, or to widen again. */
export const isNarrowable = (list: NarrowedList, isEmpty: boolean) =>
  !isEmpty || countFilters(list.filter) > 0

/**
 * Products beside their filter (none when the list is empty anyhow), below the chosen filters; placeholders while
 * others load. A list with the Filter button in a row of its own tools needs no other (`hasButton`), because a small
 * screen is for products, not for what sorts them.
 */
export const NarrowedProducts = ({
  list,
  path,
  isEmpty,
  hasButton = true,
  children,
}: {
  list: NarrowedList
  /** The list's path. */
  path: string
  isEmpty: boolean
  hasButton?: boolean
  children: ReactNode
}) => {
  const hasFilter = isNarrowable(list, isEmpty)
  return (
    <>
      {hasFilter && hasButton ? (
        <div className="mt-2 flex md:mt-4">
          <FilterButton list={list} className="max-md:grow" />
        </div>
      ) : null}
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
