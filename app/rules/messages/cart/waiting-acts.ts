import { formatChoice } from '../catalogue/choice.ts'

/*
 * Messages about acts that wait on a device for the connection. They load with the recovery of a broken connection
 * (web/render/connection-recovery.ts).
 */
export const WAITS_UNSENT = 'Nothing was sent yet. It is sent when the connection is back.'
export const WAITS = 'It is sent again when the connection is back, and counts only once.'

type Line = { name: string; size: string | null; color: string | null }

const nameOf = ({ name, size, color }: Line) =>
  [name, formatChoice({ size, color })].filter(Boolean).join(', ')

/** Stands for a product whose name the page does not hold. */
export const SOME_PRODUCT = 'a product'

/** The label of each waiting act. */
export const WAITING = {
  add: (line: Line, quantity: number) => `Add to cart: ${quantity} × ${nameOf(line)}`,
  'put-back': () => 'Put an item back into the cart',
  'set-quantity': (line: Line, quantity: number) => `Change to ${quantity}: ${nameOf(line)}`,
  remove: (line: Line) => `Remove from cart: ${nameOf(line)}`,
  clear: (count = 0) =>
    count === 0 ? 'Clear cart' : `Clear cart: ${count} ${count === 1 ? 'item' : 'items'}`,
  'save-for-later': (line: Line) => `Save for later: ${nameOf(line)}`,
  wish: (name: string, isAdded: boolean) =>
    isAdded ? `Add to wishlist: ${name}` : `Remove from wishlist: ${name}`,
}
