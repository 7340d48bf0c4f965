import type { SoldLine } from '../../../../rules/till/till-events.ts'
import type { Basket } from '../state.ts'
import { priceLines } from './due.ts'

/**
 * The lines of a basket as they are sold, without what only the till shows. Pieces of one line at two prices become two
 * lines, of which the second gets an id of its own.
 */
export const soldLines = (basket: Pick<Basket, 'lines' | 'exchange'>): SoldLine[] =>
  priceLines(basket).flatMap(({ line, parts }) => {
    const { onHand: _onHand, picture: _picture, hasOwnPicture: _hasOwn, ...sold } = line
    return parts.map(({ isPaid: _isPaid, ...priced }, at) => ({
      ...sold,
      ...priced,
      id: at === 0 ? line.id : crypto.randomUUID(),
    }))
  })
