import { formatKwacha } from '../../../rules/money.ts'
import { notifySuccess, tryTo } from '../notify.ts'
import { settleAsked } from '../returns/settle-exchange.ts'
import { endExchange } from '../store/acts.ts'
import { now } from '../store/live.ts'
import { type ExchangeInCart, isOnCode } from '../store/sales/exchange-in-cart.ts'

async function leave({ refund, number }: ExchangeInCart) {
  await settleAsked()
  const settled = now().basket.exchange
  await tryTo(endExchange(), () => {
    const ending = settled?.credit?.ending ?? ''
    if (isOnCode(settled)) notifySuccess('exchange-on-code', { amount: refund, ending, number })
    else if (settled?.isSettled) notifySuccess('exchange-in-cash', { amount: refund, number })
  })
}

/**
 * Names the receipt or order that the cart's exchange belongs to, with the button that ends it, so that it does not pay
 * for somebody else's sale.
 */
export const ExchangeNote = ({ exchange }: { exchange: ExchangeInCart }) => (
  <p className="flex items-center justify-between gap-2 border-b border-line bg-lake-wash py-1 pr-1 pl-3 text-sm">
    <span>
      Exchange for <strong className="whitespace-nowrap">{exchange.number}</strong>:{' '}
      <span className="whitespace-nowrap tabular-nums">{formatKwacha(exchange.refund)}</span> come
      back
    </span>
    <button
      type="button"
      className="min-h-12 shrink-0 rounded-card px-3 font-semibold text-lake underline"
      onClick={() => void leave(exchange)}
    >
      {exchange.isSettled && !isOnCode(exchange) ? 'Give back in cash' : 'No exchange'}
    </button>
  </p>
)
