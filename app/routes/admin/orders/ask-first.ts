import { findTicked } from '../../../modules/orders/parcels/find-ticked.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { isOdd, questionFor, questionForOne } from '../../../ui/admin/orders/bulk-question.ts'
import type { MoveQuestion } from '../../../ui/admin/orders/status/move-question.tsx'

type Fields = MoveQuestion['fields']
/**
 * Whether the server must ask: a form without scripts requests the question; with scripts a dialog has asked it, or
 * there was none.
 */
export const isToAsk = (form: FormData) => form.has('ask')

/** The question before one order gets a status that is unusual for it; null when no question is needed. */
export async function askAboutMove(
  { db }: Shop,
  { order, to, back, fields }: { order: string; to: OrderStatus; back: string; fields: Fields },
): Promise<MoveQuestion | null> {
  const [one] = await findTicked(db, [order])
  if (!one || !isOdd(to, one)) return null
  return { ...questionForOne(to, one), names: [one.orderNumber], to, fields, back }
}

/** The question that is always asked before several orders get a status. */
export async function askAboutMoves(
  { db }: Shop,
  {
    orders,
    to,
    back,
  }: { orders: readonly { order: string; version: number }[]; to: OrderStatus; back: string },
): Promise<MoveQuestion | null> {
  const ticked = await findTicked(
    db,
    orders.map(({ order }) => order),
  )
  if (ticked.length === 0) return null
  const fields = orders.flatMap(({ order, version }) => [
    ['order', order] as const,
    [`version:${order}`, String(version)] as const,
  ])
  return {
    ...questionFor(to, ticked),
    names: ticked.map(({ orderNumber }) => orderNumber),
    to,
    fields: [['intent', 'move-many'], ...fields],
    back,
  }
}
