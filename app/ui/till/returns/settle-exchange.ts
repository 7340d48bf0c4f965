import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import { creditNotKept, NOT_KEPT_HERE } from '../../../rules/messages/till/on-device.ts'
import { showToast } from '../../kit/toaster.tsx'
import { isUnknownThere } from '../payments/mobile/ask-server.ts'
import {
  dueOf,
  endExchange,
  noteExchangeAsked,
  noteExchangeRefused,
  noteExchangeSettled,
  setCredit,
} from '../store/acts.ts'
import { now } from '../store/live.ts'
import { type ExchangeInCart, isOnCode } from '../store/sales/exchange-in-cart.ts'
import type { Basket, MobileWait, OpenShift } from '../store/state.ts'
import { flush } from '../store/sync/outbox.ts'
import { askReserve, endReserves } from '../store/sync/reserves.ts'
import { linesOf, postReturn } from './ask-return.ts'

const NOT_KEPT = { ok: false, message: NOT_KEPT_HERE } as const

type TakeBackOptions = {
  /** What mobile money will pay; the server takes nothing back for a payment that it could not request. */
  mobileAmount?: number | null
  /** What the server does not have is not taken back now. */
  onlyIfKnown?: boolean
}

/**
 * Has the server take back the ordered items of this basket's exchange, once however often it is asked. For a receipt
 * it asks nothing, because that return is recorded with the sale.
 */
export async function settleExchange(
  { id: exchangeSaleId, exchange }: Basket,
  shift: OpenShift | null,
  { mobileAmount = null, onlyIfKnown = false }: TakeBackOptions = {},
): Promise<{ ok: true } | { ok: false; message: string }> {
  const shiftId = exchange?.shiftId ?? shift?.id
  if (!exchange?.order || exchange.isSettled || !shiftId) return { ok: true }
  // The cash leaves the drawer of this shift, so the server must know the shift first.
  await flush({ isRequested: true })
  const { id, order, refund, credit } = exchange
  const asked = await noteExchangeAsked(id, shiftId, mobileAmount)
  if (!asked.ok) return NOT_KEPT
  const how = { mobileAmount, onlyIfKnown }
  const answer = await askTakeBack({ ...exchange, order }, shiftId, exchangeSaleId, how)
  if (!answer.ok) {
    if (isUnknownThere(answer)) await noteExchangeRefused(id)
    return { ok: false, message: answer.message }
  }
  const { credit: reserve, creditCode } = answer.body
  const onCode = credit && { amount: refund, ending: reserve?.ending ?? '' }
  const noted = await noteExchangeSettled(id, onCode)
  if (!noted.ok) return NOT_KEPT
  if (!credit || reserve) return { ok: true }
  // The customer, who has the code by email, spent it first, or it is blocked. Ending the exchange closes its sheet.
  await endExchange()
  return { ok: false, message: nameCode(exchange.number, creditCode) }
}

type Order = NonNullable<ExchangeInCart['order']>
type TakeBackResult = { creditCode: string | null; credit?: CreditInCart | null }

/** Asked again under the same id, it is the same return. */
const askTakeBack = (
  { id, order, lines, refund, approval, credit }: ExchangeInCart & { order: Order },
  shiftId: string,
  exchangeSaleId: string,
  { mobileAmount = null, onlyIfKnown = false }: TakeBackOptions = {},
) =>
  postReturn<TakeBackResult>({
    id,
    orderId: order.id,
    shiftId,
    reason: order.reason,
    lines: linesOf(lines),
    refund,
    way: credit ? 'credit' : 'cash',
    approval: approval && { by: approval.by, proof: approval.proof },
    exchangeSaleId,
    mobileAmount,
    onlyIfKnown,
  })

function nameCode(number: string, code: string | null) {
  const message = creditNotKept({ number, code })
  showToast({ tone: 'bad', ...message })
  return message.description
}

/**
 * Mobile money was not paid, so the worth of the returned items is on its code again: reserves it for the cart that now
 * has the items, otherwise shows the code. Returns the last characters of a code that is reserved, otherwise null.
 */
export async function keepCodeAgain({ saleId, basket }: MobileWait, cartId: string | null) {
  const { exchange } = basket
  if (!exchange?.order || !isOnCode(exchange)) return null
  const { order, number } = exchange
  const answer = await askTakeBack({ ...exchange, order }, exchange.shiftId ?? '', saleId)
  const { credit: reserve, creditCode } = answer.ok ? answer.body : { creditCode: null }
  // A sale that never reached the server still has its reserve; that of a cancelled sale went back on the code.
  const kept = reserve ?? (await reserveFor(cartId, creditCode))
  if (kept && now().basket.id === cartId && (await setCredit(kept)).ok) return kept.ending
  // When nobody answered, a sale that never reached the server may still have its reserve.
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
 * Called before a cart gives up an exchange whose answer was lost: asks what became of it. A return that the server has
 * is answered as before; one that never arrived is not made now, because the cart gives it up.
 */
export async function settleAsked() {
  const { basket, shift } = now()
  const { exchange } = basket
  if (exchange?.isAsked)
    await settleExchange(basket, shift, {
      mobileAmount: exchange.mobileAmount ?? null,
      onlyIfKnown: true,
    })
}
