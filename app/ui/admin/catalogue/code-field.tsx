import { useId, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

export const randomPart = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** A code that can be typed, scanned, or generated. */
export function CodeField({
  make,
  onChange,
  defaultValue,
  error,
  hint,
  ...rest
}: {
  name: string
  label: string
  defaultValue: string
  error: string | undefined
  required?: boolean
  hint?: string | undefined
  maxLength: number | undefined
  make: (form: HTMLFormElement) => string
  onChange: () => void
}) {
  const [value, setValue] = useState(defaultValue)
  const id = useId()
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? id : undefined}
          value={value}
          autoComplete="off"
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          onKeyDown={(event) => {
            // A scanner ends its code with Enter, which must not save the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
          className="min-w-0 grow basis-24"
        />
        <Button
          type="button"
          aria-label={`Generate ${rest.label}`}
          onClick={({ currentTarget: { form } }) => {
            if (form) setValue(make(form))
            onChange()
          }}
        >
          Generate
        </Button>
      </div>
      {error || hint ? (
        <div id={id} className="mt-1 text-sm text-quiet">
          {hint ? <p>{hint}</p> : null}
          {error ? <p className="font-semibold text-alarm">{error}</p> : null}
        </div>
      ) : null}
    </div>
  )
}
