import { SlidersHorizontal } from 'lucide-react'
import { useId } from 'react'

/**
 * Opens the filters on a phone, with or without scripts, and shows how many are set. It opens its sibling
 * by `peer/filters`.
 */
export function FiltersBox({ count, isOpen }: { count: number; isOpen: boolean }) {
  const id = useId()
  return (
    <>
      <input
        type="checkbox"
        id={id}
        defaultChecked={isOpen}
        className="peer/filters sr-only md:hidden"
      />
      <label
        htmlFor={id}
        className="min-h-11 rounded-card border border-edge bg-sheet px-3 inline-flex cursor-pointer items-center gap-2 font-semibold hover:bg-sand peer-checked/filters:bg-sand peer-focus-visible/filters:outline-3 peer-focus-visible/filters:outline-offset-2 peer-focus-visible/filters:outline-lake md:hidden"
      >
        <SlidersHorizontal aria-hidden size={18} />
        <span className="max-sm:sr-only">Filters</span>
        {count > 0 ? ` (${count})` : ''}
      </label>
    </>
  )
}
