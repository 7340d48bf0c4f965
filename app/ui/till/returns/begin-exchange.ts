import { wasDone } from '../notify.ts'
import { addToBasket, beginExchange } from '../store/acts.ts'
import type { ExchangeInCart } from '../store/sales/exchange-in-cart.ts'
import type { Picked } from './taken-instead.tsx'

/** Puts an exchange and what was chosen for it into the cart; `onExchange` learns whether everything was chosen. */
export async function putInCart(
  exchange: ExchangeInCart,
  taken: readonly Picked[],
  onExchange: (isChosen: boolean) => void,
) {
  if (!wasDone(await beginExchange(exchange))) return
  let isChosen = taken.length > 0 && taken.length === exchange.lines.length
  for (const { product, variant, quantity } of taken)
    if (!wasDone(await addToBasket(product, variant, quantity))) isChosen = false
  onExchange(isChosen)
}
