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
  type ReturnTransition,
} from '../../rules/returns/returns.ts'
import type { Actor, Signed } from '../audit/record-audit.ts'
import { noteGivingBack } from '../orders/handle-review.ts'
import { lockOrder, type Order } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { isOwnOrder } from '../orders/staff/own-order.ts'
import {
  dropExchangeUnits,
  hasExchangeUnits,
  releaseExchangeUnits,
  reserveExchangeUnits,
} from './exchange-units.ts'
import { notifyReturn } from './notify-return.ts'

export type Return = typeof returns.$inferSelect
export type ReturnShop = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>
/** `version` is the return's version that the person saw. */
export type SeenReturn = { returnId: string; version: number }
export type MovedReturn = {
  ok: true
  orderNumber: string
  to: ReturnStatus
  /** Units were refunded already, so less goes out in exchange than came. */
  isRefunded?: boolean
}
export type MoveReturnRefusal = Refusal<'not-found' | 'edited-meanwhile' | 'return-own'>

/** Staff approve a return, refuse it with a sentence, note its arrival, or call it off. */
export const decideReturn = (
  shop: ReturnShop,
  actor: Actor,
  {
    to,
    answer,
    forMoney,
    ...seen
  }: SeenReturn & {
    to: 'approved' | 'refused' | 'received' | 'cancelled'
    answer: string | null
    /** Approved without the chosen size or color, to be refunded; undefined when none was chosen. */
    forMoney?: boolean | undefined
  },
): Promise<MovedReturn | MoveReturnRefusal | DecideRefusal> =>
  moveReturn<DecideRefusal>(
    shop,
    { by: 'staff', actor, seen, to },
    async (db, order, one): Promise<{ ok: true; set: Partial<Return> } | DecideRefusal> => {
      const length = Array.from(answer ?? '').length
      if (to === 'refused' && (length === 0 || length > LONGEST_RETURN_ANSWER))
        return { ok: false, reason: 'return-answer-missing' }
      if (to === 'approved') {
        if (forMoney) await dropExchangeUnits(db, one.id)
        const kept = await reserveExchangeUnits(db, order, one.id, actor.userId)
        if (!kept.ok) return kept
      }
      if (to === 'cancelled') await releaseExchangeUnits(db, order, one.id, actor.userId)
      return { ok: true, set: to === 'refused' ? { answer } : {} }
    },
    // Who has decided otherwise, or corrects the form after a lost answer, must learn what is on record.
    async (db, one) => {
      if (to === 'refused') return one.answer === answer
      if (to !== 'approved' || forMoney === undefined) return true
      return forMoney !== (await hasExchangeUnits(db, one.id))
    },
  )
type DecideRefusal = Refusal<'return-answer-missing' | 'exchange-sold-out' | 'return-too-late'>

/** `actor`: an account, or nobody when the order's link calls the return off. */
type Move = { seen: SeenReturn; to: ReturnStatus } & (
  | { by: Exclude<ReturnActor, 'buyer'>; actor: Actor }
  | { by: 'buyer'; actor: Signed }
)
type Work<R> = (
  db: Tx,
  order: Order,
  one: Return,
) => Promise<
  | {
      ok: true
      set: Partial<typeof returns.$inferInsert>
      /** A further step that is made with this one. */
      then?: ReturnStatus | undefined
      isRefunded?: boolean
    }
  | R
>

/**
 * Moves a return under the lock of its order; `work` does what the step involves. A return that has this status
 * already, by the same act or an equal one, is left as it is.
 */
export const moveReturn = <R extends { ok: false }>(
  shop: ReturnShop,
  { by, actor, seen, to }: Move,
  work: Work<R>,
  comesToSame: (db: Tx, one: Return, order: Order) => boolean | Promise<boolean> = () => true,
): Promise<MovedReturn | MoveReturnRefusal | R> =>
  transact(shop.db, async (db): Promise<MovedReturn | MoveReturnRefusal | R> => {
    const [found] = await db
      .select({ orderId: returns.orderId })
      .from(returns)
      .where(eq(returns.id, seen.returnId))
    const order = found && (await lockOrder(db, found.orderId))
    // Read after its order is locked.
    const [one] = await db.select().from(returns).where(eq(returns.id, seen.returnId))
    if (!order || !one) return { ok: false, reason: 'not-found' }
    const moved = { ok: true as const, orderNumber: order.orderNumber, to }
    const isThrough = one.status === 'settled' && one.exchangeOrderId !== null
    if (one.status === to || (isThrough && to === 'inspected'))
      return (await comesToSame(db, one, order))
        ? { ...moved, to: one.status }
        : { ok: false, reason: 'edited-meanwhile' }
    const step = findReturnTransition(by, one, to)
    if (!step || one.version !== seen.version) return { ok: false, reason: 'edited-meanwhile' }
    // Staff do not confirm arrival or inspection of their own order: a refund or another piece follows from it.
    const isSeen = to === 'received' || to === 'inspected'
    if (isSeen && actor.userId && (await isOwnOrder(db, order.id, actor.userId)))
      return { ok: false, reason: 'return-own' }
    const done = await work(db, order, one)
    if (!done.ok) return done
    await writeStep(shop, db, actor, { order, one, step, set: done.set })
    // A return with nothing left to settle is settled at once.
    const next = done.then && findReturnTransition(by, { status: to }, done.then)
    if (!next) return done.isRefunded ? { ...moved, isRefunded: true } : moved
    await writeStep(shop, db, actor, { order, one: { ...one, status: to }, step: next, set: {} })
    return { ...moved, to: next.to }
  })

type Step = {
  order: Order
  one: Return
  step: ReturnTransition
  set: Partial<typeof returns.$inferInsert>
}

async function writeStep(shop: ReturnShop, db: Tx, actor: Signed, { order, one, step, set }: Step) {
  await db
    .update(returns)
    .set({
      ...set,
      status: step.to,
      [step.stamp]: shop.now(),
      version: sql`${returns.version} + 1`,
    })
    .where(eq(returns.id, one.id))
  await noteGivingBack(db, order, { byUser: actor.userId })
  await auditOrder(db, actor, order, {
    action: 'return moved',
    before: { status: one.status },
    after: { status: step.to },
  })
  if (!step.email) return
  const isExchange = await hasExchangeUnits(db, one.id)
  await notifyReturn(shop, db, order, step.email, { answer: set.answer ?? null, isExchange })
}

/** The account that ordered calls off its return, also one that was requested by the order's link. */
export const callOffReturn = (
  shop: ReturnShop,
  userId: string,
  ip: string,
  seen: SeenReturn,
): Promise<MovedReturn | MoveReturnRefusal> =>
  callOff(shop, { userId, ip }, seen, (order) => order.userId === userId)

/** Whoever has the link by which a return was requested calls it off, as long as the link is valid. */
export const callOffReturnByLink = (
  shop: ReturnShop,
  { linkVersion, ip }: { linkVersion: number; ip: string },
  /** `orderId`: the order that the link opens. */
  { orderId, ...seen }: SeenReturn & { orderId: string },
): Promise<MovedReturn | MoveReturnRefusal> =>
  callOff(
    shop,
    { userId: null, ip },
    seen,
    (order, one) =>
      order.id === orderId && order.linkVersion === linkVersion && one.linkVersion === linkVersion,
  )

const callOff = (
  shop: ReturnShop,
  actor: Signed,
  seen: SeenReturn,
  mayCallOff: (order: Order, one: Return) => boolean,
) =>
  moveReturn<Refusal<'not-found'>>(
    shop,
    { by: 'buyer', actor, seen, to: 'cancelled' },
    async (db, order, one) => {
      if (!mayCallOff(order, one)) return { ok: false, reason: 'not-found' }
      await releaseExchangeUnits(db, order, one.id, actor.userId)
      return { ok: true, set: {} }
    },
  )
