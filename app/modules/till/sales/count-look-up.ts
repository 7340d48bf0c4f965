import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isSaleNumber } from './find-till-sale.ts'

/**
 * Limits how many sales somebody at a till looks up by number in ten minutes, found or not, in any state: a sale names
 * its buyer, and its number can be guessed. Look-ups by the basket's id are not limited, because the id cannot be
 * guessed and a till polls its sale by it.
 */
export async function countLookUp(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  userId: string,
  called: string,
): Promise<Refusal<'too-many-attempts'> | null> {
  if (!isSaleNumber(called)) return null
  const { allowed, retryAfter } = await rateLimiter.take(`receipts ${userId}`, LIMITS.receipts)
  return allowed ? null : refuseTooMany({ retryAfter })
}
