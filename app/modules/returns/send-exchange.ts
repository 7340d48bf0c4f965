import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/open.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { refundable, shareOfUnits } from '../../rules/refunds/refunds.ts'
import type { Actor } from '../audit/record-audit.ts'
import { nothingToPay } from '../checkout/settle-payment.ts'
import { changeStatus } from '../orders/change-order.ts'
import { notifyCustomer } from '../orders/notify-customer.ts'
import { lockOrder, type Order, type OrderItem } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { readMoney, readRefundedUnits } from '../refunds/read-money.ts'
import { passOnReserved } from '../stock/exchange-stock.ts'
import { setLine } from './exchange-units.ts'
import { insertExchange } from './insert-exchange.ts'
import type { Return } from './move-return.ts'
import { linesOfReturns } from './request-return.ts'

type Exchanged = {
  order: Order
  one: Return
  items: readonly OrderItem[]
  /** The customer is at the counter, and gets them now. */
  isHandedOver: boolean
}

/**
 * Sends the chosen variants for the units of a return that came, as an order of its own at the price that was paid.
 * The worth of those units covers the new order and is no longer refundable on the first. Units or money that were
 * refunded already are not exchanged. What was reserved and is not sent is for sale again. `isAll`: no unit is left
 * that needs a refund. `isRefunded`: less goes out than came, because of a refund.
 */
export async function sendExchange(
  shop: Services,
  db: Tx,
  actor: Actor,
  { order, one, items, isHandedOver }: Exchanged,
): Promise<{ orderId: string | null; isAll: boolean; isRefunded: boolean }> {
  const back = await linesOfReturns(db, [one.id])
  const mayGo = order.status !== 'cancelled' && order.anonymizedAt === null
  const before = await readRefundedUnits(db, order.id)
  const asked = back.flatMap(({ orderItemId, restocked, faulty, reserved, wantedVariantId }) => {
    const item = items.find(({ id }) => id === orderItemId)
    if (!item || !wantedVariantId) return []
    const came = restocked + faulty
    const units = Math.min(came, Math.max(0, item.quantity - (before.get(item.id) ?? 0)))
    return [{ item, came, reserved, variantId: wantedVariantId, units }]
  })
  const worth = asked.reduce(
    (sum, { item, units }) =>
      sum + shareOfUnits({ ...order, lines: items }, item.id, units, before.get(item.id) ?? 0),
    0,
  )
  const money = await readMoney(db, order.id)
  // Without a payment for the first order there is nothing to cover the exchange, and the customer
  // pays nothing either.
  const hasPaid = money.paid + money.exchanged > 0
  const isCovered = !hasPaid || worth <= refundable(money)
  const lines = asked.map((line) => ({ ...line, units: mayGo && isCovered ? line.units : 0 }))
  const orderId = randomUUID()
  const out = lines.filter(({ units }) => units > 0)
  if (out.length > 0)
    await insertExchange(shop, db, orderId, order, { out, coveredAmount: hasPaid ? worth : 0 })
  const kept = lines.map(({ variantId, reserved, units }) => ({ variantId, reserved, sent: units }))
  const cause = { orderId: order.id, byUser: actor.userId }
  await passOnReserved(db, kept, cause, out.length > 0 ? orderId : null)
  for (const { item, units } of lines)
    await setLine(db, one.id, item.id, { reserved: 0, exchanged: units })
  const isRefunded = mayGo && lines.some(({ came, units }) => units < came)
  if (out.length === 0) return { orderId: null, isAll: false, isRefunded }
  await nothingToPay(shop, db, orderId, { isSilent: isHandedOver, isExchange: true })
  if (isHandedOver) await handOver(shop, db, actor, orderId)
  const isAll = back.every(
    ({ restocked, faulty, wantedVariantId }) => restocked + faulty === 0 || wantedVariantId,
  )
  return { orderId, isAll: isAll && !isRefunded, isRefunded }
}

/** The new order is delivered as it is made: one email says so, in place of those on its way. */
async function handOver(shop: Services, db: Tx, actor: Actor, orderId: string) {
  const order = await lockOrder(db, orderId)
  if (!order) throw new Error('an exchange was made and is gone')
  const moved = await changeStatus(db, order, 'delivered', shop.now(), actor.userId)
  if (!moved.ok) throw new Error(`an exchange is not handed over: ${moved.reason}`)
  await auditOrder(db, actor, order, {
    action: 'status changed',
    before: { status: order.status },
    after: { status: 'delivered' },
  })
  await notifyCustomer(shop, db, order, 'delivered')
}
