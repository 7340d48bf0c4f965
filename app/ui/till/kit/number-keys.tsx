import { Delete } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const

/** Big number keys that type into `box`. `hasPairs`: with a key 00, for amounts. */
export function NumberPad({
  box,
  onKey,
  onBack,
  hasPairs = true,
}: {
  box: RefObject<HTMLInputElement | null>
  onKey: (digits: string) => void
  onBack: () => void
  hasPairs?: boolean
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is pressed are the buttons in it
    <fieldset
      aria-label="Number pad"
      className="grid grid-cols-3 gap-2"
      onMouseDown={(event) => {
        // The focus stays in the field, so that keys of a real keyboard go there too.
        event.preventDefault()
        box.current?.focus()
      }}
    >
      {KEYS.map((key) =>
        key === '00' && !hasPairs ? (
          <span key={key} />
        ) : (
          <PadKey key={key} onClick={() => onKey(key)}>
            {key}
          </PadKey>
        ),
      )}
      <PadKey aria-label="Delete the last digit" onClick={onBack}>
        <Delete aria-hidden size={26} />
      </PadKey>
    </fieldset>
  )
}

const PadKey = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    {...props}
    className="grid min-h-12 place-items-center rounded-card bg-sand text-2xl md:min-h-14 font-semibold tabular-nums hover:bg-line active:bg-line"
  />
)
