import type { Tx } from '../../db/open.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isWholeAmount } from '../../rules/money.ts'
import { refundable, shareOfUnits } from '../../rules/refunds/refunds.ts'
import { listItems, type Order } from '../orders/read-order.ts'
import { type readMoney, readRefundedUnits } from './read-money.ts'

/** What is refunded: all that is left, units of lines, or a sum; the first two with or without the delivery. */
export type RefundWhat =
  | { kind: 'all'; withDelivery: boolean }
  | { kind: 'lines'; withDelivery: boolean; lines: readonly { lineId: string; units: number }[] }
  | { kind: 'amount'; amount: number }

type Parts = {
  ok: true
  amount: number
  deliveryAmount: number
  items: { orderItemId: string; quantity: number; amount: number }[]
}

/** The amount of a refund, and its parts for units and for the delivery. */
export async function readParts(
  db: Tx,
  order: Order,
  what: RefundWhat,
  money: Awaited<ReturnType<typeof readMoney>>,
): Promise<Parts | Refusal<'refund-amount-bad' | 'refund-lines-bad' | 'refund-nothing'>> {
  if (what.kind === 'amount')
    return isWholeAmount(what.amount) && what.amount > 0
      ? { ok: true, amount: what.amount, deliveryAmount: 0, items: [] }
      : { ok: false, reason: 'refund-amount-bad' }
  const left = refundable(money)
  const deliveryLeft = Math.min(left, Math.max(0, order.deliveryAmount - money.delivery))
  if (what.kind === 'all') {
    const amount = what.withDelivery ? left : left - deliveryLeft
    const deliveryAmount = what.withDelivery ? deliveryLeft : 0
    return amount > 0
      ? { ok: true, amount, deliveryAmount, items: [] }
      : { ok: false, reason: 'refund-nothing' }
  }
  const lines = await listItems(db, order.id)
  const refunded = await readRefundedUnits(db, order.id)
  const deliveryAmount = what.withDelivery ? deliveryLeft : 0
  const items: Parts['items'] = []
  for (const { lineId, units } of what.lines) {
    const before = refunded.get(lineId) ?? 0
    const line = lines.find(({ id }) => id === lineId)
    const isTwice = items.some(({ orderItemId }) => orderItemId === lineId)
    if (!line || isTwice || !Number.isInteger(units) || units < 1 || before + units > line.quantity)
      return { ok: false, reason: 'refund-lines-bad' }
    const amount = shareOfUnits({ ...order, lines }, lineId, units, before)
    items.push({ orderItemId: lineId, quantity: units, amount })
  }
  const amount = deliveryAmount + items.reduce((sum, item) => sum + item.amount, 0)
  if (amount === 0) return { ok: false, reason: 'refund-lines-bad' }
  return { ok: true, amount, deliveryAmount, items }
}
