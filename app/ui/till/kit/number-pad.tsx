import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { formatAmount } from '../../../rules/money.ts'
import { NumberPad } from './number-keys.tsx'

const MOST_DIGITS = 9

const onlyDigits = (text: string) => text.replace(/\D/g, '')

type Digits = { label: string; onEnter?: () => void; isFirst?: boolean; hasPad?: boolean }

/** A field of digits and the pad that types into it. */
function DigitsField({
  label,
  digits,
  onDigits,
  onEnter,
  isFirst = false,
  hasPad = true,
  hasPairs = true,
  renderFrame = (input) => input,
  ...rest
}: Digits & {
  digits: string
  onDigits: (digits: string) => void
  hasPairs?: boolean
  renderFrame?: (input: ReactNode) => ReactNode
} & Pick<ComponentProps<'input'>, 'type' | 'value' | 'className'>) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Typing begins here when a screen or a sheet opens.
    if (isFirst) box.current?.focus()
  }, [isFirst])
  return (
    <div className="grid gap-3">
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {label}
        </label>
        {renderFrame(
          <input
            id={id}
            // The pad is below, and the device's own keyboard would hide it.
            inputMode={hasPad ? 'none' : 'numeric'}
            autoComplete="off"
            ref={box}
            data-first={isFirst || undefined}
            onChange={(event) => onDigits(onlyDigits(event.target.value))}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && onEnter) {
                event.preventDefault()
                onEnter()
              }
            }}
            {...rest}
          />,
        )}
      </div>
      {hasPad ? (
        <NumberPad
          box={box}
          hasPairs={hasPairs}
          onKey={(key) => onDigits(digits + key)}
          onBack={() => onDigits(digits.slice(0, -1))}
        />
      ) : null}
    </div>
  )
}

/** A whole amount in kwacha, typed or tapped. `amount` is null while the field is empty. */
export const AmountField = ({
  amount,
  onAmount,
  unit = 'MK',
  ...rest
}: Digits & {
  amount: number | null
  onAmount: (amount: number | null) => void
  unit?: 'MK' | '%'
}) => (
  <DigitsField
    {...rest}
    digits={amount === null ? '' : String(amount)}
    onDigits={(digits) => onAmount(digits === '' ? null : Number(digits.slice(0, MOST_DIGITS)))}
    value={amount === null ? '' : formatAmount(amount)}
    className="min-h-14 w-full min-w-0 rounded-card bg-transparent px-3 text-right text-3xl font-bold tabular-nums outline-none"
    renderFrame={(input) => (
      <div className="flex items-center rounded-card border-2 border-edge bg-sheet focus-within:border-lake">
        <span aria-hidden className={`px-3 text-xl text-quiet ${unit === '%' ? 'order-last' : ''}`}>
          {unit}
        </span>
        {input}
      </div>
    )}
  />
)

/** Digits that are no amount: a PIN of 4 to 8 digits, hidden, or a code of `most` digits that a customer says aloud. */
export const PinField = ({
  pin,
  onPin,
  most = 8,
  isShown = false,
  ...rest
}: Digits & { pin: string; onPin: (pin: string) => void; most?: number; isShown?: boolean }) => (
  <DigitsField
    {...rest}
    digits={pin}
    onDigits={(digits) => onPin(digits.slice(0, most))}
    hasPairs={false}
    type={isShown ? 'text' : 'password'}
    value={pin}
    className="min-h-14 w-full rounded-card border-2 border-edge bg-sheet px-4 text-center text-3xl tracking-[0.4em]"
  />
)
