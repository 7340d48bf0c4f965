import type { CreditDetails } from '../../../modules/credit/list-credits.ts'
import type { VoucherRefundOf } from '../../../modules/refunds/vouchers/find-voucher-refund.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import {
  REFUND_WAY_CHOICES,
  REFUND_WAY_WORDS,
  VOUCHER_REFUND_REASON_WORDS,
} from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import {
  isWholeVoucher,
  VOUCHER_REFUND_REASONS,
  VOUCHER_REFUND_WAYS,
} from '../../../rules/refunds/voucher-refunds.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { Part } from '../list/side-panel.tsx'
import { DrawerField, ReferenceField } from '../refunds/refund-fields.tsx'

export type VoucherMoney = VoucherRefundOf & {
  drawers: readonly OpenDrawer[]
  /** What the refund will be called: pressed twice, it is one. */
  nextRefund: string
  secondPersonFrom: number | null
  /** Of who looks. */
  userId: string
}

/** The money of a voucher that was bought: to give back, waiting for a second person, or given back. */
export function VoucherRefund({ credit, money }: { credit: CreditDetails; money: VoucherMoney }) {
  if (money.refund)
    return (
      <Part title="Money back">
        <Asked money={money} refund={money.refund} />
      </Part>
    )
  if (!money.isPaid || credit.balance === 0) return null
  return (
    <Part title="Money back">
      {isWholeVoucher(credit) ? (
        <RefundForm credit={credit} money={money} />
      ) : (
        <p className="text-sm">
          {credit.status === 'blocked'
            ? 'While the code is blocked, its money is not given back.'
            : 'Something was spent of it: the rest is not given back in money.'}
        </p>
      )}
    </Part>
  )
}

function Asked({
  money,
  refund,
}: {
  money: VoucherMoney
  refund: NonNullable<VoucherMoney['refund']>
}) {
  const { status, way, amount, reason, reference, endedAt, by, approvedBy } = refund
  const about = { refund: refund.id, version: refund.version }
  const why = VOUCHER_REFUND_REASON_WORDS[reason]
  if (status === 'done')
    return (
      <p className="wrap-anywhere">
        {formatKwacha(amount)} {REFUND_WAY_WORDS[way]}
        {endedAt ? `, ${formatDateTime(endedAt)}` : ''}, {approvedBy ?? by}
        {reference ? `, reference ${reference}` : ''}. {why}.
        {approvedBy ? ` Asked for by ${by}.` : ''}
      </p>
    )
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {by} asks to give {formatKwacha(amount)} back {REFUND_WAY_WORDS[way]}. {why}. Nobody can
        spend the code meanwhile.
      </p>
      {money.isOwn || refund.requestedBy === money.userId ? (
        <p className="text-sm">{SECOND}</p>
      ) : (
        <ActForm about={about} className="grid gap-3 rounded-card bg-sand p-4">
          {way === 'cash' ? (
            <DrawerField drawers={money.drawers} required />
          ) : (
            <ReferenceField required />
          )}
          <Button name="intent" value="voucher-give" tone="lake">
            Agree: the money has left
          </Button>
        </ActForm>
      )}
      <ActForm about={about}>
        <Button name="intent" value="voucher-keep">
          Call the refund off
        </Button>
      </ActForm>
    </div>
  )
}

const SECOND =
  'Somebody else of the staff has to agree, and gives the money: not who has asked for it, and not who has bought, been sent or sold the voucher.'

/** How and why, and how the money can be found; where a second person gives it, they say that. */
function RefundForm({ credit, money }: { credit: CreditDetails; money: VoucherMoney }) {
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
