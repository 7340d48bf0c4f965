import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import { creditNotKept, NOT_KEPT_HERE } from '../../../rules/messages/till/on-device.ts'
import { showToast } from '../../kit/toaster.tsx'
import { askServer } from '../payments/mobile/ask-server.ts'
import {
  dueOf,
  endExchange,
  noteExchangeAsked,
  noteExchangeRefused,
  noteExchangeSettled,
  setCredit,
} from '../store/acts.ts'
import { deviceId } from '../store/db.ts'
import { now } from '../store/live.ts'
import { type ExchangeInCart, isOnCode } from '../store/sales/exchange-in-cart.ts'
import type { Basket, MobileWait, OpenShift } from '../store/state.ts'
import { flush } from '../store/sync/outbox.ts'
import { askReserve, endReserves } from '../store/sync/reserves.ts'

const NOT_KEPT = { ok: false, message: NOT_KEPT_HERE } as const

/**
 * What was ordered online and comes back for this basket is taken back by the server, once however often it is asked;
 * of a receipt nothing is asked: its return goes on record with the sale. `mobileAmount`: what mobile money is to pay
 * beside it; the server takes nothing back for a payment that it could not ask for.
 */
export async function settleExchange(
  { id: exchangeSaleId, exchange }: Basket,
  shift: OpenShift | null,
  mobileAmount: number | null = null,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const shiftId = exchange?.shiftId ?? shift?.id
  if (!exchange?.order || exchange.isSettled || !shiftId) return { ok: true }
  // The cash goes out of this shift, which must be known there.
  await flush({ isRequested: true })
  const { id, order, refund, credit } = exchange
  const asked = await noteExchangeAsked(id, shiftId, mobileAmount)
  if (!asked.ok) return NOT_KEPT
  const answer = await askTakeBack({ ...exchange, order }, shiftId, exchangeSaleId, mobileAmount)
  if (!answer.ok) {
    // It says so after it has looked whether it has this return; whom it does not let in it says nothing of that.
    const isKnown = answer.why === 'refused' && answer.reason !== null
    if (isKnown && answer.reason !== 'till-not-this-device') await noteExchangeRefused(id)
    return { ok: false, message: answer.message }
  }
  const { credit: reserve, creditCode } = answer.body
  const onCode = credit && { amount: refund, ending: reserve?.ending ?? '' }
  const noted = await noteExchangeSettled(id, onCode)
  if (!noted.ok) return NOT_KEPT
  if (!credit || reserve) return { ok: true }
  // Its customer, who has the code by email, was quicker, or it is blocked. The sheet of the exchange goes with it.
  await endExchange()
  return { ok: false, message: nameCode(exchange.number, creditCode) }
}

type Order = NonNullable<ExchangeInCart['order']>
type TakeBackResult = { creditCode: string | null; credit?: CreditInCart | null }

/** Asked again it is the same return. */
const askTakeBack = async (
  { id, order, lines, refund, approval, credit }: ExchangeInCart & { order: Order },
  shiftId: string,
  exchangeSaleId: string,
  mobileAmount: number | null = null,
) =>
  askServer<TakeBackResult>('/admin/pos/returns', {
    headers: { 'X-Till-Device': await deviceId() },
    body: {
      id,
      orderId: order.id,
      shiftId,
      reason: order.reason,
      lines: lines.map(({ lineId, quantity, isRestocked }) => ({ lineId, quantity, isRestocked })),
      refund,
      way: credit ? 'credit' : 'cash',
      approval: approval && { by: approval.by, proof: approval.proof },
      exchangeSaleId,
      mobileAmount,
    },
  })

function nameCode(number: string, code: string | null) {
  const message = creditNotKept({ number, code })
  showToast({ tone: 'bad', ...message })
  return message.description
}

/**
 * Mobile money was not paid, so what came back for the sale is on its code again: it is kept for the cart that has the
 * items now, else the code is named. Gives the end of a code that is kept.
 */
export async function keepCodeAgain({ saleId, basket }: MobileWait, cartId: string | null) {
  const { exchange } = basket
  if (!exchange?.order || !isOnCode(exchange)) return null
  const { order, number } = exchange
  const answer = await askTakeBack({ ...exchange, order }, exchange.shiftId ?? '', saleId)
  const { credit: reserve, creditCode } = answer.ok ? answer.body : { creditCode: null }
  // What never reached the server holds it still; of a sale that is over it has gone back.
  const kept = reserve ?? (await reserveFor(cartId, creditCode))
  if (kept && now().basket.id === cartId && (await setCredit(kept)).ok) return kept.ending
  // Where nobody answered, what never reached the server may be kept still.
  void endReserves([kept?.id ?? exchange.id])
  nameCode(number, creditCode)
  return null
}

async function reserveFor(cartId: string | null, code: string | null) {
  const { basket } = now()
  if (!code || basket.id !== cartId) return null
  const done = await askReserve(crypto.randomUUID(), code, dueOf(basket).rest)
  return done.ok ? done.credit : null
}

/**
 * Before a cart lets go of it: the same is asked once more where the answer was lost, for the same mobile money. What
 * the server knows it gives as it was; what never arrived it refuses as it would have done then.
 */
export async function settleAsked() {
  const { basket, shift } = now()
  const { exchange } = basket
  if (exchange?.isAsked) await settleExchange(basket, shift, exchange.mobileAmount)
}
