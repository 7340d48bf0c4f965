import { OPERATOR_WORDS } from '../../../rules/messages/refunds/payouts.ts'
import { WALLET_OPERATORS, type WalletOperator } from '../../../rules/refunds/payouts.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextField } from '../../kit/field.tsx'

/*
 * Within a `group/way`, fields of one way are hidden until that way is chosen, in browsers that support it; otherwise
 * they are shown, and ignored with another way. Outside of a group they are always shown.
 */
const ONLY_WALLET = 'group-not-has-[option[value=wallet]:checked]/way:hidden'

/** The wallet that the form proposes. */
export type ProposedWallet = { operator: WalletOperator | null; phone: string } | null

/** The wallet that is paid. */
export const WalletFields = ({ wallet }: { wallet: ProposedWallet }) => (
  <fieldset className={`grid gap-3 sm:grid-cols-2 ${ONLY_WALLET}`}>
    <legend className="mb-1 font-semibold">To which wallet?</legend>
    <p className="text-sm text-quiet sm:col-span-2">
      The payment service sends it at once. To another number than the payer’s, or one that staff
      have typed into the order, a second person agrees first.
    </p>
    <TextField
      label="Mobile number"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      maxLength={20}
      defaultValue={wallet?.phone ?? ''}
    />
    <SelectField label="Operator" name="operator" defaultValue={wallet?.operator ?? ''}>
      <option value="">Choose the operator</option>
      <Options of={WALLET_OPERATORS.map((one) => [one, OPERATOR_WORDS[one]])} />
    </SelectField>
    <Button
      name="intent"
      value="payout-balance"
      formNoValidate
      className="justify-self-start sm:col-span-2"
    >
      See the balance
    </Button>
  </fieldset>
)
