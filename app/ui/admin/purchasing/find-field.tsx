import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

/**
 * What a scanner types into, or a person: a code adds its product, and one more unit of the size that it names; other
 * words are searched. First in its form, so that Enter presses this button and no other.
 */
export function FindField({
  search,
  found,
  mark,
}: {
  search: string
  found: readonly { id: string; name: string; sku: string }[] | null
  /** Changes with each scan: the field is emptied then, and keeps the focus for the next one. */
  mark: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(mark)
  useEffect(() => {
    if (last.current === mark) return
    last.current = mark
    const field = box.current?.querySelector<HTMLInputElement>('input')
    if (field && field.value !== '') {
      field.value = ''
      field.focus()
    }
  }, [mark])
  return (
    <div ref={box} className="grid max-w-2xl gap-2">
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 grow"
          label="Scan, or search by name, SKU or barcode"
          name="find"
          defaultValue={search}
          autoComplete="off"
          maxLength={100}
        />
        <Button name="intent" value="find">
          Add
        </Button>
      </div>
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
