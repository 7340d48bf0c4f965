import { formatCreditCode } from '../../../rules/credit/credit.ts'
import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import { showToast } from '../../kit/toaster.tsx'
import { askServer } from '../mobile/ask-server.ts'
import {
  endExchange,
  noteExchangeAsked,
  noteExchangeRefused,
  noteExchangeSettled,
} from '../store/acts.ts'
import { deviceId } from '../store/db.ts'
import { now } from '../store/live.ts'
import type { Basket, OpenShift } from '../store/state.ts'
import { flush } from '../store/sync/outbox.ts'

const NOT_KEPT = { ok: false, message: 'The device could not keep it. Try again.' } as const

/**
 * What was ordered online and comes back for this basket is taken back by the server, once however often it is asked;
 * of a receipt nothing is asked: its return goes on record with the sale.
 */
export async function settleExchange(
  { id: exchangeSaleId, exchange }: Basket,
  shift: OpenShift | null,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const shiftId = exchange?.shiftId ?? shift?.id
  if (!exchange?.order || exchange.isSettled || !shiftId) return { ok: true }
  // The cash goes out of this shift, which must be known there.
  await flush({ isRequested: true })
  const { id, order, lines, refund, approval, credit } = exchange
  const asked = await noteExchangeAsked(id, shiftId)
  if (!asked.ok) return NOT_KEPT
  const answer = await askServer<{ creditCode: string | null; credit?: CreditInCart | null }>(
    '/admin/pos/returns',
    {
      headers: { 'X-Till-Device': await deviceId() },
      body: {
        id,
        orderId: order.id,
        shiftId,
        reason: order.reason,
        lines: lines.map(({ lineId, quantity, isRestocked }) => ({
          lineId,
          quantity,
          isRestocked,
        })),
        refund,
        way: credit ? 'credit' : 'cash',
        approval: approval && { by: approval.by, proof: approval.proof },
        exchangeSaleId,
      },
    },
  )
  if (!answer.ok) {
    // It says so after it has looked whether it has this return; whom it does not let in it says nothing of that.
    const isKnown = answer.why === 'refused' && answer.reason !== null
    if (isKnown && answer.reason !== 'till-not-this-device') await noteExchangeRefused(id)
    return { ok: false, message: answer.message }
  }
  const { credit: held, creditCode } = answer.body
  const onCode = credit && { amount: refund, ending: held?.ending ?? '' }
  const noted = await noteExchangeSettled(id, onCode)
  if (!noted.ok) return NOT_KEPT
  if (!credit || held) return { ok: true }
  // Its customer, who has the code by email, was quicker, or it is blocked. The sheet of the exchange goes with it.
  await endExchange()
  const title = 'Store credit was not kept for this sale'
  const message = `${exchange.number} is taken back as store credit ${formatCreditCode(creditCode ?? '')}. Use the code.`
  showToast({ tone: 'bad', title, description: message })
  return { ok: false, message }
}

/** Before a cart lets go of it: the same is asked once more where the answer was lost. */
export async function settleAsked() {
  const { basket, shift } = now()
  if (basket.exchange?.isAsked) await settleExchange(basket, shift)
}
