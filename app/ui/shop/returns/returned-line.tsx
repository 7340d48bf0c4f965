import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { Choice } from '../../../rules/catalogue/products.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { Options } from '../../kit/field.tsx'
import { piecesWith } from './pieces-with.ts'

/**
 * `isSame`: what the line is itself. `units`: how many can be sent, where staff look; null where they are not counted.
 */
type Instead = Choice & { variantId: string; isSame: boolean; units?: number | null }
/** What can go out instead of a line: its sizes and colors that are there. */
export type InsteadOf = Readonly<Record<string, readonly Instead[]>>

/** How many pieces of a line come back, and what goes out instead of them. */
export const ReturnedLine = ({
  id,
  name,
  left,
  isOnly,
  choices = [],
  children,
}: {
  id: string
  /** With its size and color, for who cannot see where the field stands. */
  name: string
  left: number
  /** No other line can come back: who asks for it means this one. */
  isOnly: boolean
  choices?: InsteadOf[string] | undefined
  children: ReactNode
}) => {
  /** Its number was set by what goes out, and is taken back with it. */
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

/** What goes out instead of a line; nothing where nothing can. */
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
