import { eq } from 'drizzle-orm'
import { beginOfNumbers, nextNumber } from '../../../db/next-number.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { posSales } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { cashOfExchange } from '../../../rules/till/till-events.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { isCode } from '../../credit/issue-at-till.ts'
import { takeForSale } from '../../credit/reserves/use-reserve.ts'
import { findLatestPayment, type Payment, recordPayment } from '../../payments/payments.ts'
import { priceSale, type SaleRefusal, type SaleRequest } from './price-sale.ts'
import { reserveItems } from './reserve-items.ts'

export type { SaleRequest }
export type Sale = typeof posSales.$inferSelect

export type RungUp = { ok: true; sale: Sale; payment: Payment }

type RingUpRefusal = SaleRefusal | Refusal<'pos-payments-off' | 'idempotency-reused' | 'pos-stock'>

/**
 * Records a sale at the counter that the customer pays through the provider, and reserves its items by the same rule
 * as an order. Refuses more units than are on hand, a wrong total, a discount above the cashier's limit without
 * approval, and a shift that is not open or not the cashier's.
 */
export async function ringUpProviderSale(
  shop: Services,
  cashierId: string,
  request: SaleRequest,
): Promise<RungUp | RingUpRefusal> {
  const now = shop.now()
  return transact(shop.db, async (db) => {
    const earlier = await findEarlier(db, cashierId, request)
    if (earlier) return earlier
    if (shop.config.payments === 'off') return { ok: false, reason: 'pos-payments-off' }
    const pricedSale = await priceSale(shop, db, cashierId, request)
    if (!pricedSale.ok) return pricedSale
    const { lines, totals, cashAmount, creditAmount, voucherAmount, ...priced } = pricedSale
    // The voucher's code gets the sale's id, so no other code may have it.
    if (voucherAmount > 0 && request.saleId && (await isCode(db, request.saleId)))
      return { ok: false, reason: 'idempotency-reused' }
    const { subtotal, discountAmount, total } = totals
    const [sale] = await db
      .insert(posSales)
      .values({
        ...(request.saleId ? { id: request.saleId } : {}),
        ...priced.place,
        saleNumber: nextNumber('sale_numbers', beginOfNumbers(SALE_PREFIX, now)),
        cashierId,
        customerName: request.customerName,
        customerPhone: request.customerPhone,
        notes: request.notes,
        paymentMethod: 'paychangu',
        paymentStatus: 'pending',
        subtotal,
        discountAmount,
        totalAmount: total,
        cashAmount,
        creditAmount,
        voucherAmount,
        approvedBy: priced.approvedBy,
        exchange: priced.exchange,
        sentBy: cashierId,
        deviceId: request.deviceId ?? null,
        idempotencyKey: request.idempotencyKey,
        createdAt: now,
      })
      // A second request with the same key waits here until the first has ended, then returns its sale.
      .onConflictDoNothing()
      .returning()
    if (!sale)
      return (
        (await findEarlier(db, cashierId, request)) ?? { ok: false, reason: 'idempotency-reused' }
      )
    const taken = await reserveItems(db, sale, lines)
    if (!taken.ok) return taken
    if (request.credit) {
      // Only the code that the customer pays with; the part that a return carries over is taken once the sale is paid.
      const { reserveId, amount } = request.credit
      const deviceId = request.deviceId ?? ''
      const use = { reserveId, deviceId, posSaleId: sale.id, amount, byUser: cashierId }
      if ((await takeForSale(db, use)) < amount) return { ok: false, reason: 'till-credit-over' }
    }
    const payment = await recordSalePayment(shop, db, sale)
    const afterSeconds = shop.config.paymentWindowMinutes * 60
    await shop.jobs.enqueue(db, 'expire-pos-sale', { posSaleId: sale.id }, { afterSeconds })
    return { ok: true, sale, payment }
  })
}

/**
 * Records a payment for what cash and code do not pay of a sale, and polls the provider until its outcome is known.
 */
export async function recordSalePayment(shop: Services, db: Tx, sale: Sale): Promise<Payment> {
  const amount = sale.totalAmount - sale.cashAmount - sale.creditAmount
  const payment = await recordPayment(db, { posSaleId: sale.id }, amount, shop.payments.name)
  const { reference } = payment
  const afterSeconds = shop.config.paymentPollSeconds
  await shop.jobs.enqueue(db, 'poll-payment', { reference }, { afterSeconds })
  return payment
}

/** Returns the sale that an earlier request with this key made. */
async function findEarlier(
  db: Tx,
  cashierId: string,
  request: SaleRequest,
): Promise<RungUp | Refusal<'idempotency-reused'> | undefined> {
  const [sale] = await db
    .select()
    .from(posSales)
    .where(eq(posSales.idempotencyKey, request.idempotencyKey))
  if (!sale) return undefined
  const payment = await findLatestPayment(db, { posSaleId: sale.id })
  const isSame =
    sale.cashierId === cashierId &&
    sale.totalAmount === request.totalAmount &&
    sale.exchange?.id === request.exchange?.id &&
    sale.cashAmount === (request.cashAmount ?? 0) + cashOfExchange(request.exchange) &&
    sale.creditAmount === (request.credit?.amount ?? 0) + (request.exchange?.credit ?? 0) &&
    sale.voucherAmount === (request.voucher ?? 0)
  return payment && isSame
    ? { ok: true, sale, payment }
    : { ok: false, reason: 'idempotency-reused' }
}
