import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { countFilters } from '../../../../rules/catalogue/product-filters.ts'
import { useSlow } from '../../pending-screen.tsx'
import { GridSkeleton } from '../product-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { NarrowedList } from './filter-form.tsx'
import { FilterPanel } from './filter-panel.tsx'

/**
 * Products beside what narrows them (nothing, where there are none anyhow), below what they are narrowed by; their
 * shapes while others come.
 */
export const NarrowedProducts = ({
  list,
  path,
  isEmpty,
  children,
}: {
  list: NarrowedList
  /** Of the list. */
  path: string
  isEmpty: boolean
  children: ReactNode
}) => (
  <>
    <h2 className="sr-only">Products</h2>
    <div className="mt-2 gap-8 md:mt-4 lg:flex lg:items-start">
      {isEmpty && countFilters(list.filter) === 0 ? null : <FilterPanel list={list} />}
      <div className="mt-3 min-w-0 grow md:mt-4 lg:mt-0">
        <FilterChips list={list} />
        <OrShapes path={path}>{children}</OrShapes>
      </div>
    </div>
  </>
)

/** By itself, so that a tap renders nothing else anew before it is seen, nor takes down what it hides. */
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
