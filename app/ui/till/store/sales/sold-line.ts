import type { SoldLine } from '../../../../rules/till/till-events.ts'
import type { BasketLine } from '../state.ts'

/** What is sold of a line, without what the till shows of it. */
export const toSoldLine = ({
  onHand: _onHand,
  picture: _picture,
  hasOwnPicture: _hasOwn,
  ...line
}: BasketLine): SoldLine => line
