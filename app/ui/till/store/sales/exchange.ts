import { SMALLEST_PAYMENT } from '../../../../rules/money.ts'
import type { CashSale, SaleReturn } from '../../../../rules/till/till-events.ts'
import type { ExchangeParts } from '../../../../rules/till/till-sale.ts'
import type { Basket, OpenShift, TillState } from '../state.ts'
import { mustApprove, type Standing } from './approval.ts'
import { dueOf } from './due.ts'
import { type ExchangeInCart, goesOnCode, isOnCode, isOwed } from './exchange-in-cart.ts'

type Split = { exchanged: ExchangeParts; creditCode: string | undefined }

/**
 * Makes the return that is recorded with the sale `saleId`; undefined for an order of the web shop, which the server
 * has taken back itself. Null when its approval is missing.
 */
export function returnOf(
  exchange: ExchangeInCart,
  saleId: string,
  {
    exchanged: { amount, credit, onCode, back },
    creditCode,
    person,
    approvers,
    shift,
  }: Split & { person: NonNullable<TillState['person']>; shift: OpenShift } & Pick<
      TillState,
      'approvers'
    >,
): SaleReturn | null | undefined {
  const { id, number, order, lines, refund, reason, approval } = exchange
  if (order) return undefined
  if (mustApprove(exchange, { person, approvers }, onCode + back)) return null
  return {
    kind: 'return',
    id,
    cashierId: person.id,
    at: new Date().toISOString(),
    shiftId: shift.id,
    saleNumber: number,
    lines: lines.map(({ lineId, quantity, amount: worth, isRestocked }) => ({
      lineId,
      quantity,
      isRestocked,
      amount: worth,
    })),
    refund,
    reason,
    approval,
    exchangeSaleId: saleId,
    ...(amount > 0 ? { exchange: { amount, credit } } : {}),
    ...(onCode > 0 ? { creditBack: onCode } : {}),
    ...(creditCode && back > 0 ? { creditCode } : {}),
  }
}

/** Why mobile money cannot pay what is taken instead, or null. The server takes the items back with the payment. */
export function refuseAwaited({ exchange, credit }: Basket, who: Standing) {
  if (exchange?.credit && credit) return 'till-exchange-code'
  // An exchange on a code is asked for once more, and pays as any code does.
  if (isOwed(exchange) && !goesOnCode(exchange)) return 'till-exchange-cash'
  // 0, because the exchange pays a part of the sale: nothing is paid back.
  return mustApprove(exchange, who, 0) ? 'till-refund' : null
}

/**
 * Why mobile money cannot pay the rest beside `cashAmount` kwacha, or null. Checked before an order's items are taken
 * back, so that they are not taken back for a payment that cannot be requested.
 */
export const refuseMobile = (basket: Basket, who: Standing, cashAmount: number) =>
  refuseAwaited(basket, who) ??
  (dueOf(basket).rest - cashAmount < SMALLEST_PAYMENT ? 'pos-too-small' : null)

/** Why the returned items of an order cannot pay yet, or not in this shift; null when they can. */
export function refuseUnsettled(exchange: Basket['exchange'], shiftId: string | undefined) {
  if (!exchange?.order) return null
  if (!exchange.isSettled) return 'till-exchange-first'
  if (!exchange.shiftId || exchange.shiftId === shiftId) return null
  return isOnCode(exchange) ? 'till-credit-over' : 'till-exchange-shift'
}

/**
 * The same for a sale by mobile money: only an exchange that goes on a code is settled before, any other comes back
 * with the payment.
 */
export const refuseCode = ({ exchange }: Basket, shiftId: string | undefined) =>
  goesOnCode(exchange) ? refuseUnsettled(exchange, shiftId) : null

/**
 * The exchange for the basket of a cancelled sale. That sale may still be paid and its items then come back with it, so
 * the basket gets another return. Items that are on a code have come back already.
 */
export function anew({ exchange }: Basket) {
  if (!exchange) return {}
  if (isOnCode(exchange)) return { exchange: null }
  return { exchange: { ...exchange, id: crypto.randomUUID(), approval: null } }
}

/** What pays the sale beside cash, as it is recorded and printed: the returned items and the code. */
export function tenderOf(
  { exchange, credit: reserve }: Basket,
  { exchanged, credit, creditCode }: Split & { credit: number },
): Pick<CashSale, 'exchange' | 'credit'> {
  const byCode =
    reserve && credit > 0
      ? { credit: { reserveId: reserve.id, ending: reserve.ending, amount: credit } }
      : {}
  if (!exchange) return byCode
  const { id, number, lines, refund } = exchange
  const ending = exchange.credit?.ending ?? ''
  return {
    ...byCode,
    exchange: {
      number,
      refund,
      amount: exchanged.amount,
      carried: exchanged.credit,
      lines: lines.map(({ name, size, color, quantity, amount }) => ({
        name,
        size,
        color,
        quantity,
        amount,
      })),
      ...(exchanged.onCode > 0 ? { onCode: { amount: exchanged.onCode, ending } } : {}),
      ...(creditCode && exchanged.back > 0 ? { onNewCode: exchanged.back } : {}),
    },
    // The code that had paid the returned items pays again.
    ...(exchanged.credit > 0
      ? { credit: { reserveId: id, ending, amount: exchanged.credit } }
      : {}),
  }
}
