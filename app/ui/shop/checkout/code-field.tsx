import { type ReactNode, useRef } from 'react'
import { type CheckoutMessage, LONGEST } from '../../../rules/checkout/checkout.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

/** The buttons of a code send the whole checkout, and lead back to where the code is asked for. */
const actAt = (place: string) => ({
  name: 'intent',
  formNoValidate: true,
  formAction: `/checkout#${place}`,
})

type Code = {
  /** Its part of the checkout: `code`, `credit`. */
  place: string
  pressed: string | null
}

/** What the box of a code is given: what was typed in it, what was said to that, and which button was pressed. */
export type TypedCode = {
  typed: string
  message: CheckoutMessage | undefined
  pressed: string | null
}

/** A code that is typed and applied. */
export function CodeField({
  place,
  name,
  label,
  act,
  typed,
  pressed,
}: Code & { name: string; label: string; act: string; typed: string }) {
  const apply = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label}
        name={name}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST.code}
        defaultValue={typed}
        className="min-w-0 grow sm:max-w-72"
        onKeyDown={(event) => {
          // Enter in this field applies the code; elsewhere it sends the order.
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply.current?.click()
        }}
      />
      <Button
        ref={apply}
        tone="lake"
        {...actAt(place)}
        value={`apply-${place}`}
        aria-busy={pressed === `apply-${place}`}
      >
        {act}
      </Button>
    </div>
  )
}

/** A code that counts, what it does, and the way to take it out. */
export const AppliedCode = ({
  place,
  pressed,
  what,
  children,
}: Code & { what: string; children: ReactNode }) => (
  <div className="flex items-center gap-2 rounded-card border border-line bg-sheet py-2 pr-2 pl-4">
    <p className="min-w-0 grow wrap-anywhere">{children}</p>
    <button
      type="submit"
      {...actAt(place)}
      value={`remove-${place}`}
      aria-busy={pressed === `remove-${place}`}
      className="min-h-11 px-2 font-semibold text-lake underline-offset-4 hover:underline"
    >
      Remove<span className="sr-only"> {what}</span>
    </button>
  </div>
)
