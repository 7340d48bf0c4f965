import type { CreditDetails } from '../../../modules/credit/find-credit.ts'
import type { VoucherRefundOf } from '../../../modules/refunds/vouchers/find-voucher-refund.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import {
  REFUND_WAY_CHOICES,
  VOUCHER_REFUND_REASON_WORDS,
} from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import {
  VOUCHER_REFUND_REASONS,
  VOUCHER_REFUND_WAYS,
} from '../../../rules/refunds/voucher-refunds.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { DrawerField, ReferenceField } from '../refunds/refund-fields.tsx'

export type VoucherMoney = VoucherRefundOf & {
  drawers: readonly OpenDrawer[]
  /** The id of the refund: pressed twice, it is one. */
  nextRefund: string
  secondPersonFrom: number | null
  /** The id of the person who looks at it. */
  userId: string
}

/** How and why the money is refunded, and how it can be found; when a second person pays it, they note that. */
export function VoucherRefundForm({
  credit,
  money,
}: {
  credit: CreditDetails
  money: VoucherMoney
}) {
  const { isOwn, secondPersonFrom } = money
  const isSecond = needsSecondPerson(
    { amount: credit.amount, refunded: 0, isOwn },
    secondPersonFrom,
  )
  return (
    <Folded label="Give the money back…">
      <ActForm
        about={{ credit: credit.id, version: credit.version, refund: money.nextRefund }}
        className="group/way mt-2 grid gap-4 rounded-card bg-sand p-4"
      >
        <p>
          {formatKwacha(credit.amount)}, all of it. The code is over with it.
          {isSecond
            ? ' A second person agrees first, gives the money and notes how; until then nobody can spend the code.'
            : ' Send or take out the money first, then note it here.'}
        </p>
        <SelectField label="Why" name="reason" required defaultValue="">
          <option value="">Choose a reason</option>
          <Options
            of={VOUCHER_REFUND_REASONS.map((one) => [one, VOUCHER_REFUND_REASON_WORDS[one]])}
          />
        </SelectField>
        <SelectField label="How" name="way" required defaultValue="">
          <option value="">Choose a way</option>
          <Options of={VOUCHER_REFUND_WAYS.map((way) => [way, REFUND_WAY_CHOICES[way]])} />
        </SelectField>
        {isSecond ? null : (
          <>
            <ReferenceField />
            <DrawerField drawers={money.drawers} />
          </>
        )}
        <Button name="intent" value="voucher-refund" tone="lake">
          {isSecond ? 'Ask for it' : 'The money has left'}
        </Button>
      </ActForm>
    </Folded>
  )
}
