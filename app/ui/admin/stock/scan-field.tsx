import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { CameraButton } from '../form/camera-button.tsx'

/**
 * What a scanner types into, the camera or a person: `find`, with the button that `act` names. First in its form, so
 * that Enter presses this button and no other.
 */
export function ScanField({
  search,
  mark,
  act,
}: {
  search: string
  /**
   * Changes with each scan: the field then holds `search` again, mostly nothing, and keeps the focus for the next one.
   */
  mark: string | number
  act: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const last = useRef(`${mark} ${search}`)
  const isBusy = useNavigation().state !== 'idle'
  const take = (code: string) => {
    const field = box.current?.querySelector<HTMLInputElement>('input')
    if (field) field.value = code
    button.current?.form?.requestSubmit(button.current)
  }
  useEffect(() => {
    const now = `${mark} ${search}`
    if (last.current === now) return
    last.current = now
    const field = box.current?.querySelector<HTMLInputElement>('input')
    // Who types the next one while the last is looked for keeps what they type.
    if (!field || field.value === search || (search && field === document.activeElement)) return
    field.value = search
    field.focus()
  }, [mark, search])
  return (
    <div ref={box} className="flex max-w-2xl items-end gap-2 max-sm:flex-wrap">
      <TextField
        className="min-w-0 grow max-sm:basis-full"
        label="Scan, or search by name, SKU or barcode"
        name="find"
        defaultValue={search}
        autoComplete="off"
        maxLength={100}
      />
      <CameraButton onCode={take} isMany isBusy={isBusy} />
      <Button ref={button} name="intent" value="find">
        {act}
      </Button>
    </div>
  )
}
