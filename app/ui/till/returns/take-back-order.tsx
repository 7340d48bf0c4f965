import { useState } from 'react'
import { formatDateTime } from '../../../rules/dates.ts'
import { RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import { lateNeedsApproval, type OrderAtTill } from '../../../rules/returns/at-till.ts'
import { isReturnable, RETURN_REASONS, type ReturnReason } from '../../../rules/returns/returns.ts'
import { settings } from '../../../rules/settings/settings.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { Options, SelectField } from '../../kit/field.tsx'
import { askServer } from '../mobile/ask-server.ts'
import type { Paid } from '../payment/paid.ts'
import { deviceId } from '../store/db.ts'
import type { TillState } from '../store/state.ts'
import { flush } from '../store/sync/outbox.ts'
import { ApproveRefund } from './approve-refund.tsx'
import { BackInCash } from './back-in-cash.tsx'
import { finishReturn } from './finish-return.ts'
import { type Choice, ReturnLine } from './return-line.tsx'

/** An order of the web shop, by its number: what came back already is known to the server alone. */
export async function findOrderToTakeBack(
  number: string,
  isOnline: boolean,
): Promise<{ ok: true; order: OrderAtTill } | { ok: false; message: string }> {
  if (!isOnline)
    return {
      ok: false,
      message:
        'Not without the network: what was ordered online is taken back where the server can be asked.',
    }
  // The cash goes out of this shift, which must be known there.
  await flush({ isRequested: true })
  const query = new URLSearchParams({ number })
  const answer = await askServer<{ order: OrderAtTill }>(`/admin/pos/returns?${query}`)
  return answer.ok ? { ok: true, order: answer.body.order } : { ok: false, message: answer.message }
}

type Line = OrderAtTill['lines'][number]

/** Items of an order come back over the counter: which, how many, in stock or not, and the cash for them. */
export function TakeBackOrder({
  till: state,
  order,
  onTakenBack,
}: {
  till: TillState
  order: OrderAtTill
  onTakenBack: (back: Paid) => void
}) {
  const { person, shift, line: connection } = state
  const [id] = useState(() => crypto.randomUUID())
  const [isApproving, setApproving] = useState(false)
  const [choices, setChoices] = useState<Record<string, Partial<Choice>>>({})
  const [reason, setReason] = useState<ReturnReason>('faulty')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const choiceOf = (line: Line): Choice => ({
    quantity: 0,
    isRestocked: reason !== 'faulty',
    ...choices[line.id],
  })
  const worthOf = (line: Line) =>
    line.worth.slice(0, choiceOf(line).quantity).reduce((sum, unit) => sum + unit, 0)
  const refund = order.lines.reduce((sum, line) => sum + worthOf(line), 0)
  const role = person?.role ?? 'customer'
  const back = order.lines.filter((line) => choiceOf(line).quantity > 0)
  const [now] = useState(() => new Date())
  const { status, deliveredAt } = order
  const sent = { status, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) }
  const isLate = lateNeedsApproval(role, sent, now)
  const needsApproval = isLate || refundNeedsApproval(role, order.refunded + refund)
  const take = async (approval: Approval | null) => {
    if (back.length === 0 || isBusy || !shift) return
    if (needsApproval && !approval) return setApproving(true)
    setBusy(true)
    const answer = await askServer('/admin/pos/returns', {
      headers: { 'X-Till-Device': await deviceId() },
      body: {
        id,
        orderId: order.orderId,
        shiftId: shift.id,
        reason,
        lines: back.map((line) => ({ lineId: line.id, ...choiceOf(line) })),
        refund,
        approval: approval && { by: approval.by, proof: approval.proof },
      },
    })
    setBusy(false)
    setApproving(false)
    // Sent again after a lost answer it is the same return: the button stays.
    if (!answer.ok) return setError(answer.message)
    const at = now.toISOString()
    const lines = back.map((line) => ({
      ...line,
      quantity: choiceOf(line).quantity,
      amount: worthOf(line),
    }))
    const { orderNumber: saleNumber } = order
    const returned = { at, saleNumber, refund, reason: RETURN_REASON_WORDS[reason], lines }
    finishReturn(state, returned, onTakenBack)
  }
  if (isApproving)
    return (
      <ApproveRefund
        till={state}
        number={order.orderNumber}
        asked={{ returnId: id, refund }}
        isLate={isLate}
        isBusy={isBusy}
        onApproved={take}
        onBack={() => setApproving(false)}
      />
    )
  return (
    <div className="grid gap-4">
      <p className="text-quiet">
        {order.orderNumber} · ordered online
        {order.deliveredAt ? ` · delivered ${formatDateTime(order.deliveredAt)}` : ''}
      </p>
      {isReturnable(sent, now) ? null : (
        <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
          {deliveredAt
            ? `It was delivered more than ${settings().returnsDays} days ago.`
            : 'It is not delivered yet.'}
        </p>
      )}
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {error}
      </p>
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <ReturnLine
            key={line.id}
            line={line}
            choice={choiceOf(line)}
            worth={worthOf(line)}
            onChoose={(choice) =>
              setChoices((before) => ({ ...before, [line.id]: { ...before[line.id], ...choice } }))
            }
          />
        ))}
      </ul>
      <SelectField
        label="Reason"
        value={reason}
        onChange={({ target }) =>
          setReason(RETURN_REASONS.find((one) => one === target.value) ?? 'faulty')
        }
      >
        <Options of={RETURN_REASONS.map((one) => [one, RETURN_REASON_WORDS[one]])} />
      </SelectField>
      <BackInCash
        {...{ refund, needsApproval, isBusy }}
        isExchange={reason === 'other-size'}
        isNothing={back.length === 0 || !connection.isOnline}
        onTake={() => void take(null)}
      />
    </div>
  )
}
