import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returns } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  findReturnTransition,
  LONGEST_RETURN_ANSWER,
  type ReturnActor,
  type ReturnStatus,
} from '../../rules/returns/returns.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockOrder, type Order } from '../orders/change-order.ts'
import { noteRefund } from '../orders/handle-review.ts'
import { notifyReturn } from './notify-return.ts'

export type Return = typeof returns.$inferSelect
export type ReturnShop = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>
/** `version` is that of the return as the person saw it. */
export type SeenReturn = { returnId: string; version: number }
export type MovedReturn = { ok: true; orderNumber: string; to: ReturnStatus }
export type MoveReturnRefusal = Refusal<'not-found' | 'edited-meanwhile'>

/** Staff agree to a return, refuse it with a sentence, note that it has arrived, or call it off. */
export const decideReturn = (
  shop: ReturnShop,
  actor: Actor,
  {
    to,
    answer,
    ...seen
  }: SeenReturn & {
    to: 'approved' | 'refused' | 'received' | 'cancelled'
    answer: string | null
  },
): Promise<MovedReturn | MoveReturnRefusal | Refusal<'return-answer-missing'>> =>
  moveReturn<Refusal<'return-answer-missing'>>(shop, { by: 'staff', actor, seen, to }, async () => {
    const length = Array.from(answer ?? '').length
    if (to === 'refused' && (length === 0 || length > LONGEST_RETURN_ANSWER))
      return { ok: false, reason: 'return-answer-missing' as const }
    return { ok: true as const, set: to === 'refused' ? { answer } : {} }
  })

type Move = { by: ReturnActor; actor: Actor; seen: SeenReturn; to: ReturnStatus }
type Work<R> = (
  db: Tx,
  order: Order,
  one: Return,
) => Promise<{ ok: true; set: Partial<typeof returns.$inferInsert> } | R>

/**
 * Makes a step of a return behind the lock of its order: `work` does what comes with it. One that stands there already
 * is left as it is.
 */
export const moveReturn = <R extends { ok: false }>(
  shop: ReturnShop,
  { by, actor, seen, to }: Move,
  work: Work<R>,
): Promise<MovedReturn | MoveReturnRefusal | R> =>
  transact(shop.db, async (db): Promise<MovedReturn | MoveReturnRefusal | R> => {
    const [found] = await db
      .select({ orderId: returns.orderId })
      .from(returns)
      .where(eq(returns.id, seen.returnId))
    const order = found && (await lockOrder(db, found.orderId))
    // Read behind the lock of its order.
    const [one] = await db.select().from(returns).where(eq(returns.id, seen.returnId))
    if (!order || !one) return { ok: false, reason: 'not-found' }
    const moved = { ok: true as const, orderNumber: order.orderNumber, to }
    if (one.status === to) return moved
    const step = findReturnTransition(by, one, to)
    if (!step || one.version !== seen.version) return { ok: false, reason: 'edited-meanwhile' }
    const done = await work(db, order, one)
    if (!done.ok) return done
    await db
      .update(returns)
      .set({
        ...done.set,
        status: to,
        [step.stamp]: shop.now(),
        version: sql`${returns.version} + 1`,
      })
      .where(eq(returns.id, one.id))
    await noteRefund(db, order, { byUser: actor.userId })
    await recordAudit(db, actor, {
      action: 'return moved',
      entity: 'order',
      entityId: order.id,
      label: order.orderNumber,
      before: { status: one.status },
      after: { status: to },
    })
    if (step.email) await notifyReturn(shop, db, order, step.email, done.set.answer ?? null)
    return moved
  })

/** The account that ordered keeps what it wanted to send back. */
export const callOffReturn = (
  shop: ReturnShop,
  userId: string,
  ip: string,
  seen: SeenReturn,
): Promise<MovedReturn | MoveReturnRefusal> =>
  moveReturn<Refusal<'not-found'>>(
    shop,
    { by: 'buyer', actor: { userId, ip }, seen, to: 'cancelled' },
    async (_db, order) =>
      order.userId === userId ? { ok: true, set: {} } : { ok: false, reason: 'not-found' },
  )
