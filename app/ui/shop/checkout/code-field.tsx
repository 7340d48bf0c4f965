import { type ReactNode, useRef } from 'react'
import { type CheckoutMessage, LONGEST } from '../../../rules/checkout/checkout.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

/** A code's buttons send the whole checkout and return to the code's section. */
const actAt = (place: string) => ({
  name: 'intent',
  formNoValidate: true,
  formAction: `/checkout#${place}`,
})

type Code = {
  /** The section of the checkout: `code`, `credit`. */
  place: string
  pressed: string | null
}

/** Props of a code's box: the text typed in it, the message about it, and the pressed button. */
export type TypedCode = {
  typed: string
  message: CheckoutMessage | undefined
  pressed: string | null
}

/** A field to type and apply a code. */
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

/** An applied code, its effect, and the button to remove it. */
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
