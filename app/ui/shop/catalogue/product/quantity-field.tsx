import { useRef } from 'react'
import { MOST_OF_ONE } from '../../../../rules/catalogue/product-detail.ts'
import { useIsLive } from '../../../kit/use-is-live.ts'

const Step = ({
  label,
  corner,
  ...rest
}: {
  label: string
  corner: string
  hidden: boolean
  onClick: () => void
  children: string
}) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={`grid size-[44px] place-items-center border border-edge bg-sheet text-lg font-semibold hover:bg-sand ${corner}`}
  />
)

/** How many, of those that are left (null: more than anybody takes); the two buttons need scripts, the number itself does not. */
export function QuantityField({ quantity, left }: { quantity: number; left: number | null }) {
  const field = useRef<HTMLInputElement>(null)
  const isLive = useIsLive()
  return (
    <div>
      <label htmlFor="quantity" className="mb-2 block font-semibold">
        Quantity
      </label>
      <div className="flex">
        <Step
          label="One less"
          hidden={!isLive}
          onClick={() => field.current?.stepDown()}
          corner="rounded-l-card"
        >
          −
        </Step>
        <input
          ref={field}
          id="quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={left ?? MOST_OF_ONE}
          onInvalid={({ currentTarget: box }) =>
            box.setCustomValidity(box.validity.rangeOverflow && left ? `Only ${left} left` : '')
          }
          onInput={({ currentTarget: box }) => box.setCustomValidity('')}
          step={1}
          required
          defaultValue={quantity}
          className="min-h-11 w-16 border-y border-edge bg-sheet text-center tabular-nums first-of-type:border-x [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <Step
          label="One more"
          hidden={!isLive}
          onClick={() => field.current?.stepUp()}
          corner="rounded-r-card"
        >
          +
        </Step>
      </div>
    </div>
  )
}
