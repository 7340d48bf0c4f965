import type { AppliedCredit } from '../../../rules/checkout/checkout.ts'
import { formatCreditCode } from '../../../rules/credit/credit.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { AppliedCode, CodeField, type TypedCode } from './code-field.tsx'
import { InlineMessage } from './inline-message.tsx'
import { Folded } from './section.tsx'

/** A gift voucher or store credit: typed and applied, or the applied one with what it pays and what stays on it. */
export const CreditBox = ({
  credit,
  amount,
  typed,
  message,
  pressed,
}: {
  credit: AppliedCredit | null
  /** The part of this order that it pays. */
  amount: number
} & TypedCode) => (
  <Folded
    title="Gift voucher or store credit"
    id="credit"
    isOpen={credit !== null || typed !== '' || message?.at === 'credit'}
  >
    {credit ? (
      <>
        <AppliedCode place="credit" pressed={pressed} what="store credit">
          <strong>{formatCreditCode(credit.code)}</strong>: pays {formatKwacha(amount)}
          {credit.balance > amount
            ? `, ${formatKwacha(credit.balance - amount)} stays on it`
            : ', all that is on it'}
        </AppliedCode>
        <input type="hidden" name="applied_credit" value={credit.code} />
        <input type="hidden" name="seen_balance" value={credit.balance} />
      </>
    ) : (
      <CodeField
        place="credit"
        name="credit"
        label="Voucher or credit"
        act="Use it"
        {...{ typed, pressed }}
      />
    )}
    <InlineMessage message={message} at="credit" />
  </Folded>
)
