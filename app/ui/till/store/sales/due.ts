import { creditPart } from '../../../../rules/credit/reserve.ts'
import { priceInExchange } from '../../../../rules/till/exchanges/paid-prices.ts'
import { exchangeParts, saleTotals } from '../../../../rules/till/till-sale.ts'
import type { Basket } from '../state.ts'

type Priced = Pick<Basket, 'lines' | 'exchange'>

/**
 * Returns the lines of a basket, each with its pieces by price. An exchange in the basket sets the price of the product
 * that comes back; the lines themselves keep the price of the list.
 */
export const priceLines = ({ lines, exchange }: Priced) =>
  priceInExchange(lines, exchange?.lines ?? [])

/** The price of a line before its discount, in kwacha. */
export const wholeOf = (basket: Priced, lineId: string) =>
  priceLines(basket)
    .filter(({ line }) => line.id === lineId)
    .flatMap(({ parts }) => parts)
    .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)

/** The price of a basket, in kwacha. */
export const totalsOf = (basket: Priced & Pick<Basket, 'discount'>) =>
  saleTotals(
    priceLines(basket).flatMap(({ parts }) => parts),
    basket.discount,
  )

/** Returns in kwacha the price of a basket, the parts that an exchange and a code pay, and the rest to pay. */
export function dueOf(basket: Pick<Basket, 'lines' | 'discount' | 'credit' | 'exchange'>) {
  const totals = totalsOf(basket)
  const worth = basket.exchange && {
    refund: basket.exchange.refund,
    credit: basket.exchange.credit?.amount ?? 0,
  }
  const exchanged = exchangeParts(worth, totals.total)
  const afterExchange = totals.total - exchanged.amount
  const credit = creditPart(basket.credit, afterExchange)
  return { totals, exchanged, afterExchange, credit, rest: afterExchange - credit }
}
