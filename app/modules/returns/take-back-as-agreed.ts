import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { posSaleItems } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { ROLES } from '../../rules/accounts/roles.ts'
import { refundNeedsApproval } from '../../rules/till/till-sale.ts'
import { findPayment } from '../payments/payments.ts'
import { readMoney } from '../refunds/read-money.ts'
import { type Exchanged, notTakenBack } from '../till/returns/await-exchange.ts'
import { findRole } from '../till/sales/price-sale.ts'
import type { Sale } from '../till/sales/ring-up-sale.ts'
import { completeSale, isMoneyIn, lockSale } from '../till/sales/settle-sale.ts'
import { take, toTakeBack } from './exchange-by-mobile.ts'

/**
 * Mobile money has paid a sale for which items of an order come back: takes them back and completes the sale in
 * one step, once however often it is called. When they can no longer come back, the sale is not paid whole and
 * is put under review.
 */
export const takeBackAsAgreed = (
  shop: Services,
  { posSaleId, reference }: { posSaleId: string; reference: string },
): Promise<void> =>
  shop.db.transaction(async (db) => {
    const sale = await lockSale(db, posSaleId)
    const payment = await findPayment(db, reference)
    if (!sale || payment?.posSaleId !== sale.id || payment.status !== 'paid') return
    if (await isMoneyIn(db, sale)) return
    await completeSale(db, sale, payment, (isLate) => takeBackFor(shop, db, sale, isLate))
  })

async function takeBackFor(
  shop: Services,
  db: Tx,
  sale: Sale,
  isLate: boolean,
): Promise<Exchanged> {
  const { exchange, shiftId, cashierId: userId, deviceId, tillId, createdAt } = sale
  if (!exchange?.order || !shiftId || !deviceId || !tillId)
    throw new Error(`sale ${sale.saleNumber} awaits no order`)
  const { number, refund, approvedBy, order } = exchange
  const actor = { userId, ip: null, role: ROLES[0], deviceId, tillId }
  // The return has the sale's time, whenever the sale is paid.
  const then = { jobs: shop.jobs, config: shop.config, now: () => createdAt }
  const items = await db
    .select({ variantId: posSaleItems.variantId })
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, sale.id))
  const beside = items.flatMap(({ variantId }) => variantId ?? [])
  const asked = toTakeBack(exchange, order, shiftId, sale.id)
  const taken = await transact(db, (db) => take(then, db, actor, asked, { approvedBy, beside }))
  if (taken.ok) {
    const notes = isLate ? [{ code: 'exchange-late', number } as const] : []
    const isUnapproved = approvedBy === null && (await isAboveLimit(db, userId, order.id))
    const doubts = isUnapproved ? (['refund-unapproved'] as const) : []
    return { byCash: refund, inCash: sale.cashAmount - refund, notes, doubts }
  }
  const { saleNumber } = sale
  shop.log.warn({ saleNumber, number, reason: taken.reason }, 'order not exchanged')
  return notTakenBack(db, sale, exchange)
}

/**
 * Whether more of an order was refunded by now than that person may refund alone, because other sales were
 * agreed to meanwhile.
 */
const isAboveLimit = async (db: Tx, userId: string, orderId: string) =>
  refundNeedsApproval(await findRole(db, userId), (await readMoney(db, orderId)).refunded)
