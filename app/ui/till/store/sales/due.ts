import { creditPart } from '../../../../rules/credit/reserve.ts'
import { exchangeParts, saleTotals } from '../../../../rules/till/till-sale.ts'
import type { Basket } from '../state.ts'

/** Returns in kwacha the price of a basket, the parts that an exchange and a code pay, and the rest to pay. */
export function dueOf(basket: Pick<Basket, 'lines' | 'discount' | 'credit' | 'exchange'>) {
  const totals = saleTotals(basket.lines, basket.discount)
  const worth = basket.exchange && {
    refund: basket.exchange.refund,
    credit: basket.exchange.credit?.amount ?? 0,
  }
  const exchanged = exchangeParts(worth, totals.total)
  const afterExchange = totals.total - exchanged.amount
  const credit = creditPart(basket.credit, afterExchange)
  return { totals, exchanged, afterExchange, credit, rest: afterExchange - credit }
}
