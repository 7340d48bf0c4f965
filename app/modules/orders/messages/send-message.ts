import { and, eq } from 'drizzle-orm'
import { orderMessages } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LIMITS, type RateLimit } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_MESSAGE, type MessageKind } from '../../../rules/orders/order-messages.ts'
import { lockOrder } from '../read-order.ts'

export type MessageRefusal = Refusal<
  | 'message-kind-missing'
  | 'message-empty'
  | 'message-too-long'
  | 'order-unknown'
  | 'too-many-attempts'
>

/**
 * A customer, or whoever has the order's link, writes to the shop about the order. The same text again, while it waits
 * for an answer, is the same message: a second tap, or one whose response was lost.
 */
export async function sendMessage(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  /** `buyerId`: the account that ordered; null for whoever has the link, who is counted by network. */
  from: { orderId: string; buyerId: string | null; network: string },
  { kind, text }: { kind: MessageKind | null; text: string },
): Promise<{ ok: true } | MessageRefusal> {
  if (kind === null) return { ok: false, reason: 'message-kind-missing' }
  if (text === '') return { ok: false, reason: 'message-empty' }
  const { length } = Array.from(text)
  if (length > LONGEST_MESSAGE) return { ok: false, reason: 'message-too-long', length }
  const { orderId, buyerId, network } = from
  return transact(db, async (db): Promise<{ ok: true } | MessageRefusal> => {
    // Counts first, in the order in which an erasure locks: otherwise the two would deadlock.
    const counted: [string, RateLimit][] = [
      [`order-message ${orderId} ${buyerId ?? network}`, LIMITS.orderMessagesHere],
    ]
    // Limits messages by link alone, so that whoever has the link cannot use up the customer's limit.
    if (buyerId === null) counted.push([`order-message ${orderId}`, LIMITS.orderLinkMessages])
    let wait = 0
    for (const [key, limit] of counted) {
      const { allowed, retryAfter } = await rateLimiter.take(key, limit, db)
      if (!allowed) wait = Math.max(wait, retryAfter)
    }
    const order = await lockOrder(db, orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'order-unknown' }
    const same = and(
      eq(orderMessages.orderId, orderId),
      eq(orderMessages.isWaiting, true),
      eq(orderMessages.kind, kind),
      eq(orderMessages.text, text),
    )
    if ((await db.$count(orderMessages, same)) > 0) return { ok: true }
    if (wait > 0) return refuseTooMany({ retryAfter: wait })
    await db.insert(orderMessages).values({ orderId, kind, text, isWaiting: true, byUser: buyerId })
    return { ok: true }
  })
}
