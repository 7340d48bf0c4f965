import type { AppliedDiscount } from '../../../rules/checkout/checkout.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { AppliedCode, CodeField, type TypedCode } from './code-field.tsx'
import { InlineMessage } from './inline-message.tsx'
import { Folded } from './section.tsx'

/** A discount code: typed and applied, or the applied one with its amount. */
export const CodeBox = ({
  discount,
  amount,
  typed,
  message,
  pressed,
}: {
  discount: AppliedDiscount | null
  amount: number
} & TypedCode) => (
  <Folded
    title="Discount code"
    id="code"
    isOpen={discount !== null || typed !== '' || message?.at === 'code'}
  >
    {discount ? (
      <>
        <AppliedCode place="code" pressed={pressed} what={`discount code ${discount.code}`}>
          <strong>{discount.code}</strong>
          {discount.type === 'free_shipping'
            ? ': free delivery'
            : `: ${discount.type === 'percentage' ? `${discount.value}% off, ` : ''}you save ${formatKwacha(amount)}`}
        </AppliedCode>
        <input type="hidden" name="applied_code" value={discount.code} />
        <input type="hidden" name="seen_discount" value={amount} />
      </>
    ) : (
      <CodeField place="code" name="code" label="Code" act="Apply" {...{ typed, pressed }} />
    )}
    <InlineMessage message={message} at="code" />
  </Folded>
)
