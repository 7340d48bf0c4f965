import { type KeyboardEvent, useRef } from 'react'
import { countFilters } from '../../../../rules/catalogue/product-filters.ts'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { FilterForm, type NarrowedList } from './filter-form.tsx'

// A popover is a sheet that opens without scripts. On wide screens it stands open beside the products, as it does in a
// browser that does not support popovers.
const SHEET =
  'inset-auto max-w-none border-0 bg-sheet p-0 text-ink open:fixed open:inset-x-0 open:bottom-0 open:m-0 open:max-h-[88dvh] open:w-full open:overflow-y-auto open:overscroll-contain open:rounded-t-card backdrop:bg-ink/50 lg:static lg:m-0 lg:block lg:w-full lg:rounded-card lg:border lg:border-line'

/** Keeps the keyboard focus inside the open sheet; browsers would move it to the page below, which is out of view. */
function keepFocus(event: KeyboardEvent<HTMLElement>) {
  const { key, shiftKey, target, currentTarget: sheet } = event
  if (key !== 'Tab' || !sheet.matches(':popover-open')) return
  const stops = [
    ...sheet.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, summary'),
  ].filter((stop) => stop.getClientRects().length > 0 && stop.tabIndex >= 0)
  if (target !== stops.at(shiftKey ? 0 : -1)) return
  event.preventDefault()
  stops.at(shiftKey ? -1 : 0)?.focus()
}

/** The sheet's id: a page has one list. */
const SHEET_ID = 'filter'

/** Opens the sheet on screens without a filter column. */
export function FilterButton({
  list: { filter },
  className = '',
}: {
  list: NarrowedList
  className?: string
}) {
  const used = countFilters(filter)
  return (
    <Button type="button" popoverTarget={SHEET_ID} className={`lg:hidden ${className}`}>
      {used > 0 ? (
        <span>
          Filter ({used})<span className="sr-only"> in use</span>
        </span>
      ) : (
        'Filter'
      )}
    </Button>
  )
}

/** The filter of a list: a sheet on phones, a column beside the products on wide screens. */
export function FilterPanel({ list }: { list: NarrowedList }) {
  const sheet = useRef<HTMLElement>(null)
  return (
    <div className="lg:w-64 lg:shrink-0">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a landmark, which the rule does not know */}
      <search
        ref={sheet}
        id={SHEET_ID}
        popover="auto"
        aria-label="Filter"
        onKeyDown={keepFocus}
        className={SHEET}
      >
        <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
          <p className="font-display text-xl">Filter</p>
          <Button
            type="button"
            tone="bare"
            size="icon"
            popoverTarget={SHEET_ID}
            popoverTargetAction="hide"
            aria-label="Close the filter"
            className="lg:invisible"
          >
            <Icon name="close" size={20} />
          </Button>
        </div>
        <FilterForm
          list={list}
          className="grid gap-y-5 p-4"
          onSubmit={() => sheet.current?.hidePopover?.()}
        />
      </search>
    </div>
  )
}
