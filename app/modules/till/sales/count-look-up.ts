import type { Shop } from '../../../platform/shop.server.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isSaleNumber } from './find-till-sale.ts'

/**
 * A sale names who bought, and its number can be guessed: somebody at a till calls so many sales by their number in ten
 * minutes, whether found or not and whatever their state; then this is the refusal. The basket's own id cannot be
 * guessed: by it a till follows its sale as often as it takes.
 */
export async function countLookUp(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  userId: string,
  called: string,
): Promise<Refusal<'too-many-attempts'> | null> {
  if (!isSaleNumber(called)) return null
  const { allowed, retryAfter } = await rateLimiter.take(`receipts ${userId}`, LIMITS.receipts)
  return allowed
    ? null
    : { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(retryAfter / 60) }
}
