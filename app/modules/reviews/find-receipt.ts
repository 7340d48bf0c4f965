import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { posSales, receiptDigits } from '../../db/tables.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import { readReceiptCode } from '../../rules/till/receipt-code.ts'

/**
 * The completed till sale whose receipt has this code. Wrong codes count for their network; a correct code does
 * not count.
 */
export async function findReceipt(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  asked: { code: string; ip: string },
): Promise<{ ok: true; saleId: string } | Refusal<'too-many-attempts' | 'receipt-code-unknown'>> {
  const key = `receipt code ${networkOf(asked.ip)}`
  const { allowed, retryAfter } = await rateLimiter.take(key, LIMITS.receiptCodes)
  if (!allowed) return refuseTooMany({ retryAfter })
  const digits = readReceiptCode(asked.code)
  const saleId = digits && (await findSale(db, digits))
  if (!saleId) return { ok: false, reason: 'receipt-code-unknown' }
  await rateLimiter.giveBack(key)
  return { ok: true, saleId }
}

/**
 * A basket that was started with a payment by phone and then paid in cash has two sales: takes the latest
 * completed one.
 */
async function findSale(db: Db, digits: string) {
  const [sale] = await db
    .select({ id: posSales.id })
    .from(posSales)
    .where(
      and(
        eq(receiptDigits(posSales.idempotencyKey), digits),
        eq(posSales.paymentStatus, 'completed'),
      ),
    )
    .orderBy(desc(posSales.createdAt))
    .limit(1)
  return sale?.id
}
