import type { SoldLine } from '../../../../rules/till/till-events.ts'
import type { BasketLine } from '../state.ts'

/** A line as it is sold, without what only the till shows. */
export const toSoldLine = ({
  onHand: _onHand,
  picture: _picture,
  hasOwnPicture: _hasOwn,
  ...line
}: BasketLine): SoldLine => line
