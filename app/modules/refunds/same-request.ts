import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { refundItems, refundWallets } from '../../db/tables.server.ts'
import { readWalletPhone, type Wallet } from '../../rules/refunds/payouts.ts'
import { refundable } from '../../rules/refunds/refunds.ts'
import type { Order } from '../orders/read-order.ts'
import { isGivenBy, type Refund } from './give-refund.ts'
import type { WalletInput } from './payouts/wallets.ts'
import { readMoney } from './read-money.ts'
import type { RefundWhat } from './read-parts.ts'
import type { RefundRequest } from './request-refund.ts'

/**
 * After a lost answer the form can be changed and sent again: who has then paid out of another drawer, for other lines,
 * by another reference or another sum must learn that the first one is on record.
 */
export const isSameRequest = async (
  db: Tx,
  order: Order,
  known: Refund,
  { way, what, given, wallet }: RefundRequest,
): Promise<boolean> =>
  known.way === way &&
  (given === null || isGivenBy(known, given)) &&
  (way !== 'wallet' || (await isSameWallet(db, known, wallet))) &&
  (await isSameWhat(db, order, known, what))

async function isSameWhat(db: Tx, order: Order, known: Refund, what: RefundWhat) {
  const items = await db.select().from(refundItems).where(eq(refundItems.refundId, known.id))
  const lines = items.map(({ orderItemId, quantity }) => `${orderItemId} ${quantity}`)
  const asked = what.kind === 'lines' ? what.lines.map((of) => `${of.lineId} ${of.units}`) : []
  if (lines.sort().join() !== asked.sort().join()) return false
  if (what.kind === 'amount') return known.deliveryAmount === 0 && known.amount === what.amount
  const money = await readMoney(db, order.id)
  const deliveryLeft = Math.max(0, order.deliveryAmount - money.delivery)
  // A request with the delivery has no part for it when all of it was refunded before.
  if (what.withDelivery ? known.deliveryAmount === 0 && deliveryLeft > 0 : known.deliveryAmount > 0)
    return false
  return what.kind === 'lines' || refundable(money) <= (what.withDelivery ? 0 : deliveryLeft)
}

async function isSameWallet(db: Tx, { id }: Refund, asked: WalletInput | null | undefined) {
  const [to]: Wallet[] = await db.select().from(refundWallets).where(eq(refundWallets.refundId, id))
  return to?.operator === asked?.operator && to?.phone === readWalletPhone(asked?.phone ?? '')
}
