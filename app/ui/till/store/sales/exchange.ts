import { SMALLEST_PAYMENT } from '../../../../rules/money.ts'
import type { CashSale, SaleReturn } from '../../../../rules/till/till-events.ts'
import type { ExchangeParts } from '../../../../rules/till/till-sale.ts'
import type { Basket, OpenShift, TillState } from '../state.ts'
import { mustApprove, type Standing } from './approval.ts'
import { dueOf } from './due.ts'
import { type ExchangeInCart, goesOnCode, isOnCode, isOwed } from './exchange-in-cart.ts'

type Split = { exchanged: ExchangeParts; creditCode: string | undefined }

/**
 * The return that goes on record with the sale `saleId`; undefined for an order of the web shop, which the server has
 * taken back itself. Null where it needs an approval and has none.
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

/**
 * Why mobile money cannot pay what is taken instead, or null: the server takes back with the payment what it knows of.
 */
export function refuseAwaited({ exchange, credit }: Basket, who: Standing) {
  if (exchange?.credit && credit) return 'till-exchange-code'
  // What goes on a code is asked for once more, and pays as any code does.
  if (isOwed(exchange) && !goesOnCode(exchange)) return 'till-exchange-cash'
  // It pays a part of the sale: nothing is given back.
  return mustApprove(exchange, who, 0) ? 'till-refund' : null
}

/**
 * Why mobile money cannot pay what is left beside so much cash (kwacha), or null. Asked before an order's piece is
 * taken back: it would be back for a payment that nobody can be asked for.
 */
export const refuseMobile = (basket: Basket, who: Standing, cashAmount: number) =>
  refuseAwaited(basket, who) ??
  (dueOf(basket).rest - cashAmount < SMALLEST_PAYMENT ? 'pos-too-small' : null)

/** Why what comes back of an order pays nothing yet, or not in this shift; null where it does. */
export function refuseUnsettled(exchange: Basket['exchange'], shiftId: string | undefined) {
  if (!exchange?.order) return null
  if (!exchange.isSettled) return 'till-exchange-first'
  if (!exchange.shiftId || exchange.shiftId === shiftId) return null
  return isOnCode(exchange) ? 'till-credit-over' : 'till-exchange-shift'
}

/** The same beside mobile money: what goes on no code comes back with the payment. */
export const refuseCode = ({ exchange }: Basket, shiftId: string | undefined) =>
  goesOnCode(exchange) ? refuseUnsettled(exchange, shiftId) : null

/**
 * A sale that was called off may still be paid, and what comes back comes back with it: here it is another return. What
 * is on a code has come back already.
 */
export function anew({ exchange }: Basket) {
  if (!exchange) return {}
  if (isOnCode(exchange)) return { exchange: null }
  return { exchange: { ...exchange, id: crypto.randomUUID(), approval: null } }
}

/** What pays of the sale beside cash, as it says: what came back, for its receipt too, and the code that pays. */
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
    // The code that had paid goes on paying.
    ...(exchanged.credit > 0
      ? { credit: { reserveId: id, ending, amount: exchanged.credit } }
      : {}),
  }
}
