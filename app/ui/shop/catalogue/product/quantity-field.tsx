import { type RefObject, useEffect, useRef } from 'react'
import { MOST_OF_ONE } from '../../../../rules/catalogue/product-detail.ts'
import { onlyLeft } from '../../../../rules/messages/catalogue/on-page.ts'
import { useIsLive } from '../../../kit/use-is-live.ts'

const STEPS = {
  down: { label: 'One less', sign: '−', corner: 'rounded-l-card' },
  up: { label: 'One more', sign: '+', corner: 'rounded-r-card' },
}

function Step({ way, field }: { way: 'down' | 'up'; field: RefObject<HTMLInputElement | null> }) {
  const { label, sign, corner } = STEPS[way]
  const isLive = useIsLive()
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => {
        const box = field.current
        if (way === 'up') box?.stepUp()
        else box?.stepDown()
        // A step fires no input event.
        box?.setCustomValidity('')
      }}
      className={`grid size-[44px] place-items-center border border-edge bg-sheet text-lg font-semibold hover:bg-sand ${corner} ${isLive ? '' : 'invisible [@media(scripting:none)]:hidden'}`}
    >
      {sign}
    </button>
  )
}

/**
 * The quantity, at most `left` (null: more are left than anybody takes); the two buttons need scripts, the number
 * does not.
 */
export function QuantityField({ quantity, left }: { quantity: number; left: number | null }) {
  const field = useRef<HTMLInputElement>(null)
  // With each render, such as of another size: only an input event would clear it otherwise.
  useEffect(() => field.current?.setCustomValidity(''))
  return (
    <div>
      <label htmlFor="quantity" className="mb-2 block font-semibold">
        Quantity
      </label>
      <div className="flex">
        <Step way="down" field={field} />
        <input
          ref={field}
          id="quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={left ?? MOST_OF_ONE}
          onInvalid={({ currentTarget: box }) =>
            box.setCustomValidity(box.validity.rangeOverflow && left ? onlyLeft(left) : '')
          }
          onInput={({ currentTarget: box }) => box.setCustomValidity('')}
          step={1}
          required
          defaultValue={quantity}
          className="min-h-11 w-16 border-y border-edge bg-sheet text-center tabular-nums first-of-type:border-x [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <Step way="up" field={field} />
      </div>
    </div>
  )
}
