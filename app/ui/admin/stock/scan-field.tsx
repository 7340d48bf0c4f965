import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { CameraButton } from '../form/camera-button.tsx'

/**
 * The field `find` for a scanner, the camera or typing, with the button `act`. First in its form, so that Enter presses
 * this button and no other.
 */
export function ScanField({
  search,
  mark,
  act,
}: {
  search: string
  /**
   * Changes with each scan: then the field shows `search` again, mostly nothing, and keeps the focus for the next scan.
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
    // Keeps what somebody types while the last search is loading.
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
