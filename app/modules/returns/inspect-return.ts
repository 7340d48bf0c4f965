import { and, eq } from 'drizzle-orm'
import { returnItems } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from '../audit/record-audit.ts'
import { listItems } from '../orders/change-order.ts'
import { type GiveRefusal } from '../refunds/give-refund.ts'
import { type RefundRequest, requestLocked } from '../refunds/request-refund.ts'
import { takeBack } from '../stock/return-to-stock.ts'
import {
  type MovedReturn,
  type MoveReturnRefusal,
  moveReturn,
  type ReturnShop,
  type SeenReturn,
} from './move-return.ts'
import { linesOfReturns } from './request-return.ts'

/** Of a line's units: back to stock, and written off; what is in neither did not come. */
export type Inspected = { lineId: string; restocked: number; faulty: number }

/** Staff have looked at each unit: what is sound stands in stock again, what is not is written off, once. */
export const inspectReturn = (
  shop: ReturnShop,
  actor: Actor,
  { lines, ...seen }: SeenReturn & { lines: readonly Inspected[] },
): Promise<MovedReturn | MoveReturnRefusal | Refusal<'return-lines-bad'>> =>
  moveReturn<Refusal<'return-lines-bad'>>(
    shop,
    { by: 'staff', actor, seen, to: 'inspected' },
    async (db, order, one) => {
      const items = await listItems(db, order.id)
      const back: { variantId: string; restocked: number; faulty: number }[] = []
      for (const { orderItemId, quantity } of await linesOfReturns(db, [one.id])) {
        const { restocked = 0, faulty = 0 } =
          lines.find(({ lineId }) => lineId === orderItemId) ?? {}
        const isWhole = Number.isInteger(restocked) && Number.isInteger(faulty)
        if (!isWhole || restocked < 0 || faulty < 0 || restocked + faulty > quantity)
          return { ok: false as const, reason: 'return-lines-bad' as const }
        const item = items.find(({ id }) => id === orderItemId)
        if (!item) throw new Error('a line was returned that the order has not')
        await db
          .update(returnItems)
          .set({ restocked, faulty })
          .where(and(eq(returnItems.returnId, one.id), eq(returnItems.orderItemId, orderItemId)))
        back.push({ variantId: item.variantId, restocked, faulty })
      }
      await takeBack(db, back, { orderId: order.id, byUser: actor.userId })
      return { ok: true as const, set: {} }
    },
  )

/** The money for what came back; null where none is given. */
export type SettledBy = Pick<RefundRequest, 'way' | 'given'> & {
  refundId: string
  withDelivery: boolean
}

/** A return is over: with the money for the units that came, by the same refund as any other, or without. */
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
      const lines = (await linesOfReturns(db, [one.id])).flatMap(
        ({ orderItemId, restocked, faulty }) =>
          restocked + faulty > 0 ? [{ lineId: orderItemId, units: restocked + faulty }] : [],
      )
      const { refundId: id, withDelivery, way, given } = by
      const refunded = await requestLocked(shop, db, actor, {
        id,
        orderId: order.id,
        version: order.version,
        what: { kind: 'lines', withDelivery, lines },
        way,
        reason:
          one.reason === 'wrong-item'
            ? 'wrong-item'
            : one.reason === 'other-size'
              ? 'goodwill'
              : 'faulty',
        note: null,
        given,
      })
      return refunded.ok ? { ok: true, set: { refundId: id } } : refunded
    },
  )
type SettleRefusal = GiveRefusal | Extract<Awaited<ReturnType<typeof requestLocked>>, { ok: false }>
