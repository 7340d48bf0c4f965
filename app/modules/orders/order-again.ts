import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { addToCart } from '../cart/add-to-cart.ts'

type Line = { variantId: string; name: string; quantity: number }

/**
 * Puts an order's items into the cart as far as they are still for sale, and returns the names of those that are
 * missing or are fewer. The same press again adds nothing more.
 */
export async function orderAgain(
  { db }: Pick<Shop, 'db'>,
  userId: string,
  lines: readonly Line[],
  request: string | null,
): Promise<{ ok: true; missing: string[] } | Refusal<'order-again-nothing'>> {
  const missing: string[] = []
  let added = 0
  // One after another, because each reads the cart that the one before has written.
  for (const { variantId, name, quantity } of lines) {
    const put = (count: number) =>
      addToCart({ db }, userId, { variantId, quantity: count, request })
    let done = await put(quantity)
    if (!done.ok) missing.push(name)
    const left = !done.ok && done.reason === 'cart-stock' ? done.available - (done.inCart ?? 0) : 0
    if (left > 0) done = await put(left)
    if (done.ok) added += 1
  }
  return added > 0 ? { ok: true, missing } : { ok: false, reason: 'order-again-nothing' }
}
