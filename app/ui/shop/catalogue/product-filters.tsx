import { countFilters } from '../../../rules/catalogue/product-filters.ts'
import { FilterForm, type NarrowedList } from './filters/filter-form.tsx'

/** The Filter panel of the home page: closed above its few products unless a filter is chosen. */
export function ProductFilters({ list }: { list: NarrowedList }) {
  const used = countFilters(list.filter)
  return (
    <details className="group rounded-card border border-line bg-sheet" open={used > 0}>
      <summary className="flex min-h-11 items-center justify-between px-4 py-2 font-semibold">
        <span>Filter{used > 0 ? <span className="text-clay"> ({used} in use)</span> : null}</span>
        <span aria-hidden="true" className="text-xl leading-none group-open:rotate-45">
          +
        </span>
      </summary>
      <FilterForm
        list={list}
        className="grid gap-x-8 gap-y-4 border-t border-line p-4 md:grid-cols-2 lg:grid-cols-4"
      />
    </details>
  )
}
