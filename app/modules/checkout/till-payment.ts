import { and, eq, isNotNull } from 'drizzle-orm'
import { payments } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { findLatestPayment } from '../payments/payments.ts'
import { recordSalePayment } from '../till/sales/ring-up-sale.ts'
import { endSale, isTakingBack, lockSale } from '../till/sales/settle-sale.ts'
import { askWhileWaiting } from './ask-provider.ts'
import { askOnceMore } from './end-order.ts'
import { paySale, type StartRefusal } from './start-payment.ts'

/**
 * Opens a new payment page for a waiting sale. The page before stays payable and is still polled; if both are paid,
 * the sale is put under review. Opens none when there are more pages than the `seen` ones: then an earlier request
 * opened it, and its response was lost. Refuses a sale that is paid or given up.
 */
export async function openPageAgain(
  shop: Services,
  posSaleId: string,
  seen: number | null = null,
): Promise<{ ok: true } | StartRefusal | Refusal<'pos-payments-off' | 'pos-not-waiting'>> {
  if (shop.config.payments === 'off') return { ok: false, reason: 'pos-payments-off' }
  await askWhileWaiting(shop, { posSaleId }, { isAsked: true })
  const made = await shop.db.transaction(async (db) => {
    const sale = await lockSale(db, posSaleId)
    if (sale?.paymentStatus !== 'pending' || (await isTakingBack(db, sale))) return undefined
    const newest = await findLatestPayment(db, { posSaleId })
    const pages = and(eq(payments.posSaleId, posSaleId), isNotNull(payments.checkoutUrl))
    if (newest && seen !== null && (await db.$count(payments, pages)) > seen)
      return { sale, payment: newest }
    // An attempt that got no page is tried again before another is recorded.
    const isUnused =
      newest?.status === 'open' && !newest.checkoutUrl && newest.provider === shop.payments.name
    return { sale, payment: isUnused ? newest : await recordSalePayment(shop, db, sale) }
  })
  if (!made) return { ok: false, reason: 'pos-not-waiting' }
  const started = await paySale(shop, made.sale, made.payment)
  return started.ok ? { ok: true } : started
}

/**
 * Gives up a sale after asking the provider once more: a sale that is paid by then stays. Money that comes later is
 * still credited to it (modules/till/sales/settle-sale.ts).
 */
export async function giveUpSale(
  shop: Services,
  posSaleId: string,
  actor: Actor,
): Promise<boolean> {
  await askOnceMore(shop, { posSaleId })
  return shop.db.transaction(async (db) => {
    const sale = await endSale(db, posSaleId, 'cashier')
    if (sale)
      await recordAudit(db, actor, {
        action: 'payment given up',
        entity: 'pos_sale',
        entityId: sale.id,
        label: sale.saleNumber,
      })
    return sale !== undefined
  })
}
