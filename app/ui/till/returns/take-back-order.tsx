import { useState } from 'react'
import { formatDateTime } from '../../../rules/dates.ts'
import { RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import { NOT_RETURNABLE } from '../../../rules/messages/till/on-device.ts'
import { lateNeedsApproval, type OrderAtTill } from '../../../rules/returns/at-till.ts'
import { isKnownInTime, RETURN_REASONS, type ReturnReason } from '../../../rules/returns/returns.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { askServer, isUnknownThere } from '../payments/mobile/ask-server.ts'
import { flush } from '../store/sync/outbox.ts'
import { askReturn } from './ask-return.ts'
import { returnedOf } from './asked-returns.tsx'
import { type Back, pieceOf, type TakesBack } from './back.ts'
import { putInCart } from './begin-exchange.ts'
import { finishReturn } from './finish-return.ts'
import { TakeBackForm } from './take-back-form.tsx'

/**
 * Finds an order of the web shop by its number. Needs the connection, because only the server knows what came
 * back already.
 */
export async function findOrderToTakeBack(
  number: string,
  isOnline: boolean,
): Promise<{ ok: true; order: OrderAtTill } | { ok: false; message: string }> {
  if (!isOnline) return { ok: false, message: NOT_RETURNABLE.online }
  // The cash leaves the drawer of this shift, so the server must know the shift first.
  await flush({ isRequested: true })
  const query = new URLSearchParams({ number })
  const answer = await askServer<{ order: OrderAtTill }>(`/admin/pos/returns?${query}`)
  return answer.ok ? { ok: true, order: answer.body.order } : { ok: false, message: answer.message }
}

type Line = OrderAtTill['lines'][number]

const MAY_BE_MADE =
  ' It may be on record already: press again. Closed, it stands above the cart until that is clear.'

/** Takes items of an order back over the counter, for cash. */
export function TakeBackOrder({
  till,
  order,
  onTakenBack,
  onExchange,
}: TakesBack & { order: OrderAtTill }) {
  const { person, shift, connection } = till
  const [error, setError] = useState('')
  const [isAsked, setAsked] = useState(false)
  const role = person?.role ?? 'customer'
  const [now] = useState(() => new Date())
  const { status, deliveredAt } = order
  const sent = { status, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) }
  const isLate = lateNeedsApproval(role, sent, now)
  const take = async (back: Back<Line, ReturnReason>) => {
    const { id, lines, refund, reason, way, approval, taken } = back
    if (!shift) return
    if (way === 'exchange')
      return putInCart(
        {
          id,
          refund,
          approval,
          // What a code paid of the order goes back on a code.
          credit: refund > (order.moneyLeft ?? refund) ? { amount: refund, ending: '' } : null,
          number: order.orderNumber,
          order: { id: order.orderId, reason, isLate: !isKnownInTime(sent, now) },
          before: order.refunded,
          lines: lines.map((line) => ({
            ...pieceOf(line, till),
            lineId: line.id,
          })),
          reason: RETURN_REASON_WORDS[reason],
        },
        taken,
        onExchange,
      )
    const asked = {
      id,
      at: now.toISOString(),
      number: order.orderNumber,
      orderId: order.orderId,
      shiftId: shift.id,
      reason,
      lines: lines.map((line) => ({ ...pieceOf(line, till), lineId: line.id })),
      refund,
      way,
    }
    const answer = await askReturn(asked, approval)
    if (!answer.ok) {
      const isLost = answer.why === 'connection-lost'
      if (isLost) setAsked(true)
      else if (isUnknownThere(answer)) setAsked(false)
      return setError(answer.message + (isLost ? MAY_BE_MADE : ''))
    }
    // The sum on record is paid out.
    finishReturn(till, returnedOf(asked, answer.body), onTakenBack)
  }
  return (
    <TakeBackForm
      till={till}
      number={order.orderNumber}
      lines={order.lines}
      reasons={RETURN_REASONS.map((one) => [one, RETURN_REASON_WORDS[one]] as const)}
      firstReason="faulty"
      exchange="other-size"
      worthOf={({ worth }, units) => worth.slice(0, units).reduce((sum, unit) => sum + unit, 0)}
      needsApproval={({ refund }) =>
        isLate ? 'late' : refundNeedsApproval(role, order.refunded + refund) ? 'large' : null
      }
      isPossible={connection.isOnline}
      isAsked={isAsked}
      head={
        <>
          <p className="text-quiet">
            {order.orderNumber} · ordered online
            {order.deliveredAt ? ` · delivered ${formatDateTime(order.deliveredAt)}` : ''}
          </p>
          {isKnownInTime(sent, now) ? null : (
            <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
              {deliveredAt
                ? `It was delivered more than ${settings().returnsDays} days ago.`
                : 'It is not marked as delivered.'}
            </p>
          )}
          <p role="alert" className="font-semibold text-alarm empty:hidden">
            {error}
          </p>
        </>
      }
      onTake={take}
    />
  )
}
