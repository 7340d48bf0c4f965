import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orderMessages } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { orderAnswerEmail } from '../../../rules/messages/emails/orders.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  type AnswerWay,
  LONGEST_MESSAGE,
  type OrderNotice,
} from '../../../rules/orders/order-messages.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { emailAbout } from '../notify-customer.ts'
import { listItems, lockOrder, type Order } from '../read-order.ts'
import { auditOrder } from '../staff/audit-order.ts'

/**
 * Staff write to the customer of an order: by an email that is sent with the text, or by a chat that they send
 * themselves, which is recorded too. No message of the order then waits for an answer, except after a `notice`. The
 * log says that and how they wrote, not what.
 */
export const answerMessage = (
  { db, jobs, config }: Pick<Services, 'db' | 'jobs' | 'config'>,
  actor: Actor,
  {
    orderId,
    text,
    by,
    notice = null,
  }: { orderId: string; text: string; by: AnswerWay; notice?: OrderNotice | null },
): Promise<
  | { ok: true; orderNumber: string; by: AnswerWay }
  | Refusal<
      'not-found' | 'message-empty' | 'message-too-long' | 'answer-no-email' | 'edited-meanwhile'
    >
> =>
  transact(db, async (db) => {
    if (text === '') return { ok: false, reason: 'message-empty' }
    const { length } = Array.from(text)
    if (length > LONGEST_MESSAGE) return { ok: false, reason: 'message-too-long', length }
    const order = await lockOrder(db, orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const { orderNumber } = order
    if (by === 'email' && order.email === '') return { ok: false, reason: 'answer-no-email' }
    // This press has already sent the answer; only the response was lost.
    if ((await listDone(db, actor, 'order', orderId)).length > 0)
      return (await isLastAnswer(db, actor, { orderId, text, by }))
        ? { ok: true, orderNumber, by }
        : { ok: false, reason: 'edited-meanwhile' }
    await db
      .insert(orderMessages)
      .values({ orderId, sentBy: by, text, isWaiting: false, byUser: actor.userId })
    if (!notice) await endWaiting(db, orderId)
    if (by === 'email') {
      const email = await emailAbout({ config, db }, order, await listItems(db, orderId))
      const kind = notice ?? ((await hasAsked(db, orderId)) ? 'answer' : 'message')
      await jobs.enqueue(db, 'send-email', orderAnswerEmail(email, text, kind))
    }
    await noteAnswer(db, actor, order, notice ? { notice, sentBy: by } : { answeredBy: by })
    return { ok: true, orderNumber, by }
  })

/** Who corrects the text after a lost answer must learn that the customer has the first one. */
async function isLastAnswer(
  db: Tx,
  { userId }: Actor,
  { orderId, text, by }: { orderId: string; text: string; by: AnswerWay },
) {
  const [last] = await db
    .select()
    .from(orderMessages)
    .where(
      and(
        eq(orderMessages.orderId, orderId),
        eq(orderMessages.byUser, userId),
        isNotNull(orderMessages.sentBy),
      ),
    )
    .orderBy(desc(orderMessages.id))
    .limit(1)
  return last?.text === text && last.sentBy === by
}

/** Staff set messages aside that need no answer, because somebody called or said thank you. */
export const setMessagesAside = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  orderId: string,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const count = await endWaiting(db, orderId)
    if (count > 0) await noteAnswer(db, actor, order, { messagesSetAside: count })
    return { ok: true }
  })

/** Whether the customer, or whoever has the link, has ever written about the order. */
const hasAsked = async (db: Tx, orderId: string) =>
  (await db.$count(
    orderMessages,
    and(eq(orderMessages.orderId, orderId), isNotNull(orderMessages.kind)),
  )) > 0

async function endWaiting(db: Tx, orderId: string) {
  const ended = await db
    .update(orderMessages)
    .set({ isWaiting: false })
    .where(and(eq(orderMessages.orderId, orderId), eq(orderMessages.isWaiting, true)))
    .returning({ id: orderMessages.id })
  return ended.length
}

const noteAnswer = (db: Tx, actor: Actor, order: Order, after: Record<string, unknown>) =>
  auditOrder(db, actor, order, {
    action: 'answered',
    after,
  })
