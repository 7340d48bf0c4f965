import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { DiscountRefusal } from '../../rules/discounts/discounts.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { findDiscount, type StoredDiscount } from './hold-discount.ts'

/**
 * Counts a customer's guess at a code before the code is checked, however it came: typed, marked as applied, or in a
 * request to pay. When refused, even a correct code is not confirmed. `giveBack` returns the guess for a correct code,
 * so that nobody runs out of guesses by paying with valid codes.
 */
export async function takeCodeGuess(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  userId: string,
): Promise<{ ok: true; giveBack: () => Promise<void> } | Refusal<'too-many-attempts'>> {
  const key = `code:${userId}`
  const { allowed, retryAfter } = await rateLimiter.take(key, LIMITS.discountCodes)
  return allowed
    ? { ok: true, giveBack: () => rateLimiter.giveBack(key) }
    : refuseTooMany({ retryAfter })
}

/** Checks a customer's code against the cart total (kwacha); a wrong code counts as a guess. */
export async function tryCode(
  shop: Pick<Shop, 'db' | 'now' | 'rateLimiter'>,
  userId: string,
  code: string,
  total: number,
): Promise<
  { ok: true; discount: StoredDiscount } | DiscountRefusal | Refusal<'too-many-attempts'>
> {
  const guess = await takeCodeGuess(shop, userId)
  if (!guess.ok) return guess
  const found = await findDiscount(shop.db, code, total, shop.now())
  if (found.ok) await guess.giveBack()
  return found
}
