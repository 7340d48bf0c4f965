import { Plus } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { ScanField } from '../stock/scan-field.tsx'

/** A code adds its product, and one more unit of its variant; other words are searched, and the results are offered. */
export function FindField({
  search,
  found,
  mark,
}: {
  search: string
  found: readonly { id: string; name: string; sku: string }[] | null
  mark: string
}) {
  return (
    <div className="grid max-w-2xl gap-2">
      <ScanField search={search} mark={mark} act="Find" />
      {found ? (
        <ul aria-label="Found" className="rounded-card border border-line bg-sheet">
          {found.map(({ id, name, sku }) => (
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
          {found.length === 0 ? <li className="px-4 py-3">Nothing found.</li> : null}
        </ul>
      ) : null}
    </div>
  )
}
