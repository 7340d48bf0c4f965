import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { type CartLineView, orderableOf, writeTakenOut } from '../../../rules/cart/cart.ts'
import { Icon } from '../../kit/icon.tsx'
import { MINUS, PLUS } from '../shapes.ts'

const STEP =
  'grid size-[44px] place-items-center rounded-card hover:bg-sand disabled:opacity-40 disabled:hover:bg-transparent'

/** Minus, a number that can be typed, and plus, as real forms; minus is disabled at 1 (docs/product.md, Cart). */
export function QuantityForm({ line, title }: { line: CartLineView; title: string }) {
  const { id, quantity, isAvailable } = line
  const left = orderableOf(line)
  const fetcher = useFetcher({ key: `quantity-${id}` })
  const form = useRef<HTMLFormElement>(null)
  const most = left === null ? 999 : Math.min(left, 999)
  const isBusy = fetcher.state !== 'idle'
  const isAll = isAvailable && left !== null && quantity === most
  return (
    <div>
      <fetcher.Form
        ref={form}
        method="post"
        action="/cart"
        preventScrollReset
        aria-busy={isBusy}
        className="flex w-fit items-center rounded-card border border-edge bg-sheet"
      >
        {/* First in the form: the button that Enter in the number presses. */}
        <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
        <input type="hidden" name="intent" value="set-quantity" />
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name="item" value={writeTakenOut(line)} />
        <button
          type="submit"
          name="to"
          value={quantity - 1}
          disabled={quantity <= 1}
          aria-label={`One ${title} fewer`}
          className={STEP}
        >
          <Icon shape={MINUS} size={18} />
        </button>
        <input
          key={quantity}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          defaultValue={quantity}
          aria-label={`Quantity of ${title}`}
          onBlur={(event) => {
            const { value } = event.currentTarget
            if (value === String(quantity)) return
            if (/^\d+$/.test(value.trim())) form.current?.requestSubmit()
            else event.currentTarget.value = String(quantity)
          }}
          className="size-11 rounded-card text-center font-semibold tabular-nums"
        />
        <button
          type="submit"
          name="to"
          value={quantity + 1}
          disabled={!isAvailable || quantity >= most}
          aria-label={`One ${title} more`}
          className={STEP}
        >
          <Icon shape={PLUS} size={18} />
        </button>
      </fetcher.Form>
      <p aria-live="polite" className="text-sm text-quiet">
        {isAll ? 'That is all we have' : null}
      </p>
    </div>
  )
}
