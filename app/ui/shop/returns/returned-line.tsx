import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { Choice } from '../../../rules/catalogue/products.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { Options } from '../../kit/field.tsx'
import { piecesWith } from './pieces-with.ts'

/**
 * `isSame`: the variant of the line itself. `units`: how many can be sent, for staff; null when the stock is
 * not tracked.
 */
type Instead = Choice & { variantId: string; isSame: boolean; units?: number | null }
/** By line, the available sizes and colors for an exchange. */
export type InsteadOf = Readonly<Record<string, readonly Instead[]>>

/** A line's number of pieces that come back, and the exchange for them. */
export const ReturnedLine = ({
  id,
  name,
  left,
  isOnly,
  choices = [],
  children,
}: {
  id: string
  /** With size and color, for screen readers. */
  name: string
  left: number
  /** Whether no other line can come back, so that a return must mean this one. */
  isOnly: boolean
  choices?: InsteadOf[string] | undefined
  children: ReactNode
}) => {
  /** Whether the exchange has set the number, and resets it. */
  const isSet = useRef(false)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
      <label className="text-sm text-quiet">
        Pieces<span className="sr-only"> of {name}</span>
        <input
          type="number"
          inputMode="numeric"
          name={unitsOf(id)}
          min={0}
          max={left}
          defaultValue={isOnly && left === 1 ? 1 : 0}
          onInput={() => {
            isSet.current = false
          }}
          className="block min-h-11 w-18 rounded-card border border-edge bg-sheet px-2 text-base text-ink"
        />
      </label>
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <ExchangeField
        id={id}
        name={name}
        choices={choices}
        onChange={({ currentTarget: { form, value } }) => {
          const pieces = form?.elements.namedItem(unitsOf(id))
          if (!(pieces instanceof HTMLInputElement)) return
          const next = piecesWith(value, { value: pieces.value, isSet: isSet.current })
          pieces.value = next.value
          isSet.current = next.isSet
        }}
        className="col-span-2 pb-2"
      />
    </li>
  )
}

const unitsOf = (id: string) => `units:${id}`

const nameInstead = ({ isSame, units, ...choice }: Instead) =>
  [
    isSame
      ? ['The same once more', formatChoice(choice)].filter(Boolean).join(': ')
      : formatChoice(choice),
    typeof units === 'number' && `${units} in stock`,
  ]
    .filter(Boolean)
    .join(', ')

/** Chooses the exchange for a line; nothing when there is none to choose. */
export const ExchangeField = ({
  id,
  name,
  choices,
  className,
  ...select
}: {
  id: string
  name: string
  choices: InsteadOf[string]
  className: string
} & Omit<ComponentProps<'select'>, 'id' | 'name' | 'className'>) =>
  choices.length > 0 ? (
    <label className={`grid gap-1 text-sm ${className}`}>
      <span className="text-quiet">
        Exchange for<span className="sr-only"> instead of {name}</span>
      </span>
      <select
        defaultValue=""
        {...select}
        name={`wanted:${id}`}
        className="min-h-11 w-full max-w-sm rounded-card border border-edge bg-sheet px-2 text-base text-ellipsis aria-invalid:border-2 aria-invalid:border-alarm"
      >
        <option value="">No exchange</option>
        <Options of={choices.map((choice) => [choice.variantId, nameInstead(choice)])} />
      </select>
    </label>
  ) : null
