import { useEffect, useRef } from 'react'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

/**
 * What a scanner types into, or a person: `find`, with the button that `act` names. First in its form, so that Enter
 * presses this button and no other.
 */
export function ScanField({
  search,
  mark,
  act,
}: {
  search: string
  /** Changes with each scan: the field is emptied then, and keeps the focus for the next one. */
  mark: string | number
  act: string
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
    <div ref={box} className="flex max-w-2xl items-end gap-2">
      <TextField
        className="min-w-0 grow"
        label="Scan, or search by name, SKU or barcode"
        name="find"
        defaultValue={search}
        autoComplete="off"
        maxLength={100}
      />
      <Button name="intent" value="find">
        {act}
      </Button>
    </div>
  )
}
