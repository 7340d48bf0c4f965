import type { ComponentProps } from 'react'
import { Icon } from '../../../kit/icon.tsx'

/** Where the words are typed that are searched for. */
export const SearchField = (field: ComponentProps<'input'>) => (
  <input
    type="search"
    name="search"
    aria-label="Search products"
    placeholder="Search products"
    maxLength={100}
    {...field}
  />
)

export const SearchButton = ({ className }: { className: string }) => (
  <button
    type="submit"
    className={`flex min-h-11 items-center gap-2 bg-lake font-semibold text-white ${className}`}
  >
    <Icon name="search" size={18} />
    Search
  </button>
)
