import { Plus } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { ScanField } from '../stock/scan-field.tsx'

/** `hasMore`: other products hold the search as well. */
export type SearchResults = {
  products: readonly { id: string; name: string; sku: string }[]
  hasMore: boolean
}

/** A code adds its product, and one more unit of its variant; other words are searched, and the results are offered. */
export function FindField({
  search,
  found,
  mark,
}: {
  search: string
  found: SearchResults | null
  mark: string
}) {
  return (
    <div className="grid max-w-2xl gap-2">
      <ScanField search={search} mark={mark} act="Find" />
      {found ? (
        <ul
          aria-label="Found"
          className="max-h-96 overflow-y-auto rounded-card border border-line bg-sheet"
        >
          {found.products.map(({ id, name, sku }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 first:border-t-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <strong>{name}</strong>
                <span className="block text-sm text-quiet">{sku}</span>
              </span>
              <Button name="intent" value={`add:${id}`} aria-label={`Add ${name}`}>
                <Plus aria-hidden size={18} /> Add
              </Button>
            </li>
          ))}
          {found.products.length === 0 ? <li className="px-4 py-3">Nothing found.</li> : null}
        </ul>
      ) : null}
      {found?.hasMore ? (
        <p className="text-sm text-quiet">
          The first {found.products.length} are shown. Type more of the name to find the others.
        </p>
      ) : null}
    </div>
  )
}
