import type { ReactNode } from 'react'
import { GridSkeleton } from '../product-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { NarrowedList } from './filter-form.tsx'
import { FilterPanel } from './filter-panel.tsx'

/** Products beside what narrows them, below what they are narrowed by; their shapes while others come. */
export const NarrowedProducts = ({
  list,
  isLoading,
  children,
}: {
  list: NarrowedList
  isLoading: boolean
  children: ReactNode
}) => (
  <>
    <h2 className="sr-only">Products</h2>
    <div className="mt-4 gap-8 lg:flex lg:items-start">
      <FilterPanel list={list} />
      <div className="mt-4 min-w-0 grow lg:mt-0">
        <FilterChips list={list} />
        {isLoading ? <GridSkeleton count={12} /> : children}
      </div>
    </div>
  </>
)
