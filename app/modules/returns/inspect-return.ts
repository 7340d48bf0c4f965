import type { Tx } from '../../db/open.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { refundReasonOf } from '../../rules/returns/returns.ts'
import type { Actor } from '../audit/record-audit.ts'
import { listItems, type Order } from '../orders/read-order.ts'
import { type GiveRefusal } from '../refunds/give-refund.ts'
import { type RefundRequest, requestLocked } from '../refunds/request-refund.ts'
import { takeBack } from '../stock/return-to-stock.ts'
import { lockProductsOfOrder, setLine } from './exchange-units.ts'
import {
  type MovedReturn,
  type MoveReturnRefusal,
  moveReturn,
  type Return,
  type ReturnShop,
  type SeenReturn,
} from './move-return.ts'
import { linesOfReturns } from './request-return.ts'
import { sendExchange } from './send-exchange.ts'

/** Units of a line that go back to stock or are written off; the remaining units did not arrive. */
export type Inspected = { lineId: string; restocked: number; faulty: number }

type BadLines = Refusal<'inspected-too-many'>

/**
 * Staff have inspected each unit. Sound units go back to stock and faulty ones are written off, once. The chosen
 * variants go out for the units that came, and when no money is left to refund the return is settled at once. Units
 * that were refunded already are not exchanged; `isRefunded` says so to the staff member. `isHandedOver`: the customer
 * is at the counter and gets the chosen variants now, so that their order is delivered at once, with that one email.
 */
export const inspectReturn = (
  shop: Services,
  actor: Actor,
  {
    lines,
    isHandedOver = false,
    ...seen
  }: SeenReturn & { lines: readonly Inspected[]; isHandedOver?: boolean },
): Promise<MovedReturn | MoveReturnRefusal | BadLines> =>
  moveReturn<BadLines>(
    shop,
    { by: 'staff', actor, seen, to: 'inspected' },
    async (db, order, one) => {
      const items = await listItems(db, order.id)
      await lockProductsOfOrder(db, items)
      const back: { variantId: string; restocked: number; faulty: number }[] = []
      for (const { orderItemId, quantity } of await linesOfReturns(db, [one.id])) {
        const { restocked, faulty } = countOf(lines, orderItemId)
        const isWhole = Number.isInteger(restocked) && Number.isInteger(faulty)
        if (!isWhole || restocked < 0 || faulty < 0 || restocked + faulty > quantity)
          return { ok: false as const, reason: 'inspected-too-many' as const }
        const item = items.find(({ id }) => id === orderItemId)
        if (!item) throw new Error('a line was returned that the order has not')
        await setLine(db, one.id, orderItemId, { restocked, faulty })
        back.push({ variantId: item.variantId, restocked, faulty })
      }
      const sent = await sendExchange(shop, db, actor, { order, one, items, isHandedOver })
      const isHeld = order.status !== 'cancelled'
      await takeBack(db, back, { orderId: order.id, byUser: actor.userId, isHeld })
      return {
        ok: true as const,
        set: sent.orderId ? { exchangeOrderId: sent.orderId } : {},
        then: sent.isAll ? ('settled' as const) : undefined,
        isRefunded: sent.isRefunded,
      }
    },
    // Two people count the same units at once, and one of them differently: that one must learn it.
    async (db, one) =>
      (await linesOfReturns(db, [one.id])).every((line) => {
        const { restocked, faulty } = countOf(lines, line.orderItemId)
        return line.restocked === restocked && line.faulty === faulty
      }),
  )

const countOf = (lines: readonly Inspected[], orderItemId: string) =>
  lines.find(({ lineId }) => lineId === orderItemId) ?? { restocked: 0, faulty: 0 }

/** The refund of a return; null when none is made. */
export type SettledBy = Pick<RefundRequest, 'way' | 'given' | 'wallet'> & {
  refundId: string
  withDelivery: boolean
}

/** Settles a return: with a refund of the units that came, made like any other refund, or without one. */
export const settleReturn = (
  shop: ReturnShop,
  actor: Actor,
  { by, ...seen }: SeenReturn & { by: SettledBy | null },
): Promise<MovedReturn | MoveReturnRefusal | SettleRefusal> =>
  moveReturn<SettleRefusal>(
    shop,
    { by: 'staff', actor, seen, to: 'settled' },
    async (db, order, one) => {
      if (!by) return { ok: true, set: {} }
      const refunded = await requestLocked(shop, db, actor, await refundOf(db, order, one, by))
      return refunded.ok ? { ok: true, set: { refundId: by.refundId } } : refunded
    },
    // Two people settle it at once, each with a payment of their own, or one corrects the form after a lost answer:
    // who paid in vain must learn it.
    async (db, one, order) =>
      one.refundId === (by?.refundId ?? null) &&
      (!by || (await requestLocked(shop, db, actor, await refundOf(db, order, one, by))).ok),
  )

/** The refund of the units that came and were not exchanged. */
async function refundOf(
  db: Tx,
  order: Order,
  one: Return,
  { refundId: id, withDelivery, way, given, wallet }: SettledBy,
): Promise<RefundRequest> {
  const lines = (await linesOfReturns(db, [one.id])).flatMap(
    ({ orderItemId, restocked, faulty, exchanged }) => {
      const units = restocked + faulty - exchanged
      return units > 0 ? [{ lineId: orderItemId, units }] : []
    },
  )
  return {
    id,
    orderId: order.id,
    version: order.version,
    what: { kind: 'lines', withDelivery, lines },
    way,
    reason: refundReasonOf(one.reason),
    note: null,
    given,
    wallet,
  }
}

type SettleRefusal = GiveRefusal | Extract<Awaited<ReturnType<typeof requestLocked>>, { ok: false }>
