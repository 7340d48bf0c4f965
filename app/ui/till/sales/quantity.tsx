import { useRef } from 'react'

/** The quantity of a line; a large number can be typed. */
export function Quantity({
  quantity,
  name,
  onSet,
}: {
  quantity: number
  name: string
  onSet: (quantity: number) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const commit = () => {
    const text = box.current?.value.trim()
    const typed = Number(text)
    // An empty field is the number 0, which would remove the line.
    if (text && Number.isInteger(typed) && typed !== quantity) onSet(typed)
    if (box.current) box.current.value = String(quantity)
  }
  return (
    <input
      ref={box}
      aria-label={`Quantity: ${name}`}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={quantity}
      maxLength={3}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      className="h-12 w-14 rounded-card bg-transparent text-center text-lg font-bold tabular-nums"
    />
  )
}
