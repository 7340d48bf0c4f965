import type { ListedRefunds } from '../../../modules/refunds/list-refunds.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import {
  REFUND_REASON_WORDS,
  REFUND_STATUS_WORDS,
  REFUND_WAY_WORDS,
} from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { findRefundTransition } from '../../../rules/refunds/refund-transitions.ts'
import type { RefundStatus } from '../../../rules/refunds/refunds.ts'
import { Link } from '../../kit/link.tsx'
import { Badge, type BadgeTone } from '../badge.tsx'
import { RefundAct } from './refund-act.tsx'
import { DrawerField, ReferenceField } from './refund-fields.tsx'
import { RefundPayouts } from './refund-payouts.tsx'

const TONES: Record<RefundStatus, BadgeTone> = {
  awaiting: 'bad',
  requested: 'bad',
  sent: 'plain',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

export type Row = ListedRefunds['rows'][number]

/** One refund, with its acts. */
export function RefundRow({
  refund,
  drawers,
  mayAgree,
}: {
  refund: Row
  drawers: readonly OpenDrawer[]
  mayAgree: boolean
}) {
  const { status, way } = refund
  const canGive = findRefundTransition('staff', refund, 'done') !== null
  const canAgree = findRefundTransition('second-person', refund, 'requested') !== null
  const hasArrived = refund.payouts.some((payout) => payout.status === 'paid')
  const canPayOut = !hasArrived && findRefundTransition('staff', refund, 'sent') !== null
  const canCancel = findRefundTransition('staff', refund, 'cancelled') !== null
  return (
    <li className="border-t border-line py-2">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold tabular-nums">{formatKwacha(refund.amount)}</span>
        <Badge tone={TONES[status]}>{REFUND_STATUS_WORDS[status]}</Badge>
      </p>
      <p className="text-sm wrap-anywhere">
        {REFUND_REASON_WORDS[refund.reason]}, {REFUND_WAY_WORDS[way]}
        {refund.reference ? `, reference ${refund.reference}` : ''}
      </p>
      {refund.credit ? (
        <Link
          to={`/admin/credit?credit=${refund.credit}`}
          className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
        >
          See the store credit
        </Link>
      ) : null}
      <p className="text-sm text-quiet wrap-anywhere">
        {refund.by}, {formatDateTime(refund.createdAt)}
        {refund.approvedBy ? ` · agreed: ${refund.approvedBy}` : ''}
        {refund.endedAt
          ? ` · ${REFUND_STATUS_WORDS[status].toLowerCase()} ${formatDateTime(refund.endedAt)}`
          : ''}
      </p>
      <RefundPayouts refund={refund} />
      {refund.note ? <p className="text-sm wrap-anywhere">“{refund.note}”</p> : null}
      {canAgree && !mayAgree ? (
        <p className="mt-1 text-sm">Somebody else of the staff has to agree to it.</p>
      ) : null}
      <div className="mt-1 flex flex-wrap items-end gap-2 empty:hidden">
        {canAgree && mayAgree ? (
          <RefundAct refund={refund} intent="refund-approve" label="Agree to it" />
        ) : null}
        {canGive && (way === 'bank' || way === 'dashboard') ? (
          <RefundAct refund={refund} intent="refund-give" label="I have sent it">
            <ReferenceField required />
          </RefundAct>
        ) : null}
        {canGive && way === 'cash' ? (
          <RefundAct refund={refund} intent="refund-give" label="I have given it">
            <DrawerField drawers={drawers} required />
          </RefundAct>
        ) : null}
        {canGive && way === 'credit' ? (
          <RefundAct refund={refund} intent="refund-give" label="Send the code">
            <input type="hidden" name="credit" value="on" />
          </RefundAct>
        ) : null}
        {canPayOut ? (
          <RefundAct
            refund={refund}
            intent="payout"
            label={status === 'failed' ? 'Try it again' : 'Send it now'}
          />
        ) : null}
        {status === 'sent' ? (
          <RefundAct refund={refund} intent="payout-ask" label="Ask the provider" isPlain />
        ) : null}
        {status === 'sent' && refund.payouts.some(({ isEndable }) => isEndable) ? (
          <RefundAct refund={refund} intent="payout-end" label="It is not there: end it" isPlain />
        ) : null}
        {canCancel ? (
          <RefundAct refund={refund} intent="refund-cancel" label="Call it off" isPlain />
        ) : null}
      </div>
    </li>
  )
}
