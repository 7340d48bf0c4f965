import type { Choice } from '../catalogue/products.ts'
import type { LinePicture } from '../media/pictures.ts'
import { preorderOf } from '../stock/preorders.ts'
import { isUuid } from '../uuid.ts'

/** A cart line as screens show it: the stored line, with the product's current state. */
export type CartLineView = Choice & {
  id: string
  variantId: string
  productId: string
  slug: string
  name: string
  category: string | null
  quantity: number
  /** The price when the line was added. */
  price: number
  currentPrice: number
  isAvailable: boolean
  /** Units on hand; null when stock is not tracked. */
  inventory: number | null
  /** When none is on hand: the units that can be pre-ordered, and the day from which they ship. */
  preorderUnits: number
  preorderFrom: string | null
  picture: LinePicture | null
}

export type LineTrouble = 'gone' | 'sold-out' | 'too-many'

type Stock = Pick<CartLineView, 'inventory'> &
  Partial<Pick<CartLineView, 'preorderUnits' | 'preorderFrom'>>

/** The day from which a pre-ordered line ships; null for a line that is on hand, or sold out. */
export const preorderDayOf = ({ preorderUnits = 0, preorderFrom = null }: Stock) =>
  preorderOf({ preorderUnits, preorderFrom })?.from ?? null

/** The units of a line that can be ordered; null for any number. */
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
 * Whether a line is left out of sums and orders, because it cannot be bought at the moment; it stays in the cart. A
 * variant of the customer's own unpaid order (`held`) is not left out: that order can still be paid, or sent again.
 */
export const isLeftOut = (
  line: Parameters<typeof troubleOf>[0] & Pick<CartLineView, 'variantId'>,
  held: readonly string[] = [],
) => {
  const trouble = troubleOf(line)
  return (trouble === 'gone' || trouble === 'sold-out') && !held.includes(line.variantId)
}

/** The customer's own unpaid order that holds what a line lacks; null when it lacks nothing, or none holds it. */
export const heldBy = <O extends { variantIds: readonly string[] }>(
  line: Parameters<typeof isLeftOut>[0],
  waiting: readonly O[],
): O | null => {
  const trouble = troubleOf(line)
  if (trouble === null || trouble === 'gone') return null
  return waiting.find(({ variantIds }) => variantIds.includes(line.variantId)) ?? null
}

/** The lines that can be bought, given the customer's unpaid orders (`waiting`). */
export const listBuyable = <L extends Parameters<typeof isLeftOut>[0]>(
  lines: readonly L[],
  waiting: readonly { variantIds: readonly string[] }[],
): L[] => {
  const held = waiting.flatMap(({ variantIds }) => variantIds)
  return lines.filter((line) => !isLeftOut(line, held))
}

/** Lines at the current prices of their products, which a customer would be charged. */
export const atCurrentPrices = (lines: readonly { currentPrice: number; quantity: number }[]) =>
  lines.map(({ currentPrice, quantity }) => ({ price: currentPrice, quantity }))

/** Σ of the quantities. */
export const countItems = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** What a customer removed from a cart: a variant and its quantity. */
export type TakenOut = { variantId: string; quantity: number }
/** A removed item as one word of an address; `readTakenOut` reads it. */
export const writeTakenOut = ({ variantId, quantity }: TakenOut) => `${variantId}.${quantity}`

/** Reads what `writeTakenOut` wrote; null for any other text. */
export function readTakenOut(text: string | null): TakenOut | null {
  const [, variantId = '', quantity] = text?.match(/^([^.]+)\.([1-9]\d{0,2})$/) ?? []
  return isUuid(variantId) ? { variantId, quantity: Number(quantity) } : null
}

/** A cart line as the page showed it to whoever clears the cart: units that were added since then stay. */
export type SeenLine = { id: string; quantity: number }
/** A cart line as the page showed it, as one word of a form; `readSeenLine` reads it. */
export const writeSeenLine = ({ id, quantity }: SeenLine) => `${id}.${quantity}`

/** Reads what `writeSeenLine` wrote; null for any other text. */
export function readSeenLine(text: string): SeenLine | null {
  const [, id = '', quantity] = text.match(/^([^.]+)\.(\d{1,3})$/) ?? []
  return isUuid(id) ? { id, quantity: Number(quantity) } : null
}
