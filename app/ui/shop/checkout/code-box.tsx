import { useRef } from 'react'
import {
  type AppliedDiscount,
  type CheckoutMessage,
  LONGEST,
} from '../../../rules/checkout/checkout.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { InlineMessage } from './inline-message.tsx'
import { Folded } from './section.tsx'

const ACT = { name: 'intent', formNoValidate: true, formAction: '/checkout#code' }

/** A discount code: typed and applied, or the one that counts, with its amount. */
export function CodeBox({
  discount,
  amount,
  typed,
  said,
  pressed,
}: {
  discount: AppliedDiscount | null
  amount: number
  typed: string
  said: CheckoutMessage | undefined
  pressed: string | null
}) {
  const apply = useRef<HTMLButtonElement>(null)
  return (
    <Folded
      title="Discount code"
      id="code"
      isOpen={discount !== null || typed !== '' || said?.at === 'code'}
    >
      {discount ? (
        <div className="flex items-center gap-2 rounded-card border border-line bg-sheet py-2 pr-2 pl-4">
          <p className="min-w-0 grow wrap-anywhere">
            <strong>{discount.code}</strong>
            {discount.type === 'free_shipping'
              ? ': free delivery'
              : `: ${discount.type === 'percentage' ? `${discount.value}% off, ` : ''}you save ${formatKwacha(amount)}`}
          </p>
          <input type="hidden" name="applied_code" value={discount.code} />
          <input type="hidden" name="seen_discount" value={amount} />
          <button
            type="submit"
            {...ACT}
            value="remove-code"
            aria-busy={pressed === 'remove-code'}
            className="min-h-11 px-2 font-semibold text-lake underline-offset-4 hover:underline"
          >
            Remove<span className="sr-only"> discount code {discount.code}</span>
          </button>
        </div>
      ) : (
        <div className="flex items-end gap-2">
          <TextField
            label="Code"
            name="code"
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
            {...ACT}
            value="apply-code"
            aria-busy={pressed === 'apply-code'}
          >
            Apply
          </Button>
        </div>
      )}
      <InlineMessage said={said} at="code" />
    </Folded>
  )
}
