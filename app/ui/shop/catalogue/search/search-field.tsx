import type { ComponentProps } from 'react'
import { Icon } from '../../../kit/icon.tsx'

/** The text field of every search box of the shop. */
export const SearchField = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input
    type="search"
    name="search"
    aria-label="Search products"
    placeholder="Search products"
    maxLength={100}
    {...rest}
    className={`min-h-11 min-w-0 border border-edge bg-sheet ${className}`}
  />
)

/** The button beside the search field. */
export const SearchButton = ({ className }: { className: string }) => (
  <button
    type="submit"
    className={`flex min-h-11 shrink-0 items-center gap-2 bg-lake font-semibold text-white hover:bg-lake-deep ${className}`}
  >
    <Icon name="search" size={18} />
    Search
  </button>
)
