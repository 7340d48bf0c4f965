import type { Choice } from '../catalogue/products.ts'
import type { LinePicture } from '../media/pictures.ts'
import { preorderOf } from '../stock/preorders.ts'
import { isUuid } from '../uuid.ts'

/** A cart line as screens show it: what was put in, and the product as it is now. */
export type CartLineView = Choice & {
  id: string
  variantId: string
  productId: string
  slug: string
  name: string
  category: string | null
  quantity: number
  /** Copied when the line was added. */
  price: number
  currentPrice: number
  isAvailable: boolean
  /** Units on hand; null when stock is not tracked. */
  inventory: number | null
  /** Where none is on hand: how many can be ordered before they arrive, to ship from that day. */
  preorderUnits: number
  preorderFrom: string | null
  picture: LinePicture | null
}

export type LineTrouble = 'gone' | 'sold-out' | 'too-many'

type Stock = Pick<CartLineView, 'inventory'> &
  Partial<Pick<CartLineView, 'preorderUnits' | 'preorderFrom'>>

/** The day from which a line ships that is ordered before it arrives; null for one that is on hand, or sold out. */
export const preorderDayOf = ({ preorderUnits = 0, preorderFrom = null }: Stock) =>
  preorderOf({ preorderUnits, preorderFrom })?.from ?? null

/** How many of a line can be ordered; null for any number. */
export const orderableOf = ({ inventory, preorderUnits = 0 }: Stock) =>
  inventory === null ? null : inventory + preorderUnits

/** Why a line could not be bought as it stands; null when it can. */
export function troubleOf(
  line: Pick<CartLineView, 'isAvailable' | 'quantity'> & Stock,
): LineTrouble | null {
  if (!line.isAvailable) return 'gone'
  const most = orderableOf(line)
  if (most === null || line.quantity <= most) return null
  return most <= 0 ? 'sold-out' : 'too-many'
}

/**
 * What cannot be bought at the moment is left out of sums and orders, and stays in the cart. Not what an unpaid order
 * of the same customer holds (`held`, its variants): that one can still be paid, or sent again.
 */
export const isLeftOut = (
  line: Parameters<typeof troubleOf>[0] & Pick<CartLineView, 'variantId'>,
  held: readonly string[] = [],
) => {
  const trouble = troubleOf(line)
  return (trouble === 'gone' || trouble === 'sold-out') && !held.includes(line.variantId)
}

/** The lines that are bought, as unpaid orders of the customer leave them. */
export const listBuyable = <L extends Parameters<typeof isLeftOut>[0]>(
  lines: readonly L[],
  waiting: readonly { variantIds: readonly string[] }[],
): L[] => {
  const held = waiting.flatMap(({ variantIds }) => variantIds)
  return lines.filter((line) => !isLeftOut(line, held))
}

/** Lines at what their products cost now: what a customer would be charged. */
export const atCurrentPrices = (lines: readonly { currentPrice: number; quantity: number }[]) =>
  lines.map(({ currentPrice, quantity }) => ({ price: currentPrice, quantity }))

/** Σ of the quantities. */
export const countItems = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** What was taken out of a cart, as an address can carry it: a variant and how many. */
export type TakenOut = { variantId: string; quantity: number }
/** What was taken out of a cart, as one word of an address; `readTakenOut` reads it. */
export const writeTakenOut = ({ variantId, quantity }: TakenOut) => `${variantId}.${quantity}`

/** What `writeTakenOut` wrote; null for all else. */
export function readTakenOut(text: string | null): TakenOut | null {
  const [, variantId = '', quantity] = text?.match(/^([^.]+)\.([1-9]\d{0,2})$/) ?? []
  return isUuid(variantId) ? { variantId, quantity: Number(quantity) } : null
}

/** A line as somebody saw it who clears the cart: what has come to it since then stays. */
export type SeenLine = { id: string; quantity: number }
/** A line of a cart as the page showed it, as one word of a form; `readSeenLine` reads it. */
export const writeSeenLine = ({ id, quantity }: SeenLine) => `${id}.${quantity}`

/** What `writeSeenLine` wrote; null for all else. */
export function readSeenLine(text: string): SeenLine | null {
  const [, id = '', quantity] = text.match(/^([^.]+)\.(\d{1,3})$/) ?? []
  return isUuid(id) ? { id, quantity: Number(quantity) } : null
}
