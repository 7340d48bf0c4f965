import type { CreditDetails } from '../../../modules/credit/find-credit.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import {
  REFUND_WAY_WORDS,
  VOUCHER_REFUND_REASON_WORDS,
} from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { isWholeVoucher } from '../../../rules/refunds/voucher-refunds.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Part } from '../list/side-panel.tsx'
import { DrawerField, ReferenceField } from '../refunds/refund-fields.tsx'
import { type VoucherMoney, VoucherRefundForm } from './voucher-refund-form.tsx'

/** The refund of a bought voucher: to pay, waiting for a second person, or paid. */
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
        <VoucherRefundForm credit={credit} money={money} />
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
