import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { posSaleItems, posSales } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { quote } from '../../rules/quote.ts'
import type { Refusal } from '../../rules/words.ts'
import { SHOP } from '../../shop.ts'
import { type ClaimedLine, readLines } from '../orders/read-lines.ts'
import { findLatestPayment, type Payment, recordPayment } from '../payments/payments.ts'
import { giveBackStock, sellReserved, takeStock } from '../stock/take-stock.ts'

export type Sale = typeof posSales.$inferSelect

/** What the till claims about a sale to be paid by mobile money. Amounts in whole kwacha. */
export type SaleClaim = {
  lines: ClaimedLine[]
  totalAmount: number
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  idempotencyKey: string
}

export type RungUp = { ok: true; sale: Sale; payment: Payment }

/**
 * Writes down a sale at the counter that the customer pays through the provider, and reserves its goods
 * under the same rule as an order. Refuses more than is on hand and a total that is not true.
 */
export async function ringUpProviderSale(
  shop: Shop,
  cashierId: string,
  claim: SaleClaim,
): Promise<RungUp | Refusal> {
  const now = shop.now()
  return transact<RungUp | Refusal>(shop.db, async (db) => {
    const read = await readLines(db, cashierId, claim.lines)
    if (!read.ok)
      return read.reason === 'cart-empty' ? { ok: false, reason: 'pos-empty-cart' } : read
    const { subtotal } = quote(read.lines, null, null)
    if (claim.totalAmount !== subtotal)
      return { ok: false, reason: 'total-changed', amount: subtotal }
    const [sale] = await db
      .insert(posSales)
      .values({
        saleNumber: sql`${`${SHOP.salePrefix}-${now.getUTCFullYear()}-`} || lpad(nextval('sale_numbers')::text, 6, '0')`,
        cashierId,
        customerName: claim.customerName,
        customerPhone: claim.customerPhone,
        notes: claim.notes,
        paymentMethod: 'paychangu',
        paymentStatus: 'pending',
        subtotal,
        totalAmount: subtotal,
        idempotencyKey: claim.idempotencyKey,
        createdAt: now,
      })
      .onConflictDoNothing({ target: posSales.idempotencyKey })
      .returning()
    if (!sale) return repeat(db, cashierId, claim, subtotal)
    await db.insert(posSaleItems).values(
      read.lines.map(({ price, ...line }, position) => ({
        ...line,
        posSaleId: sale.id,
        unitPrice: price,
        totalPrice: price * line.quantity,
        position,
      })),
    )
    const cause = { posSaleId: sale.id, byUser: cashierId }
    const taken = await takeStock(db, read.lines, 'reservation', cause)
    if (!taken.ok) return { ok: false, reason: 'pos-stock', available: taken.available }
    const payment = await recordPayment(db, { posSaleId: sale.id }, subtotal, shop.payments.name)
    const { reference } = payment
    const { paymentPollSeconds, paymentWindowMinutes } = shop.config
    await shop.jobs.enqueue(
      db,
      'check-payment',
      { reference },
      { afterSeconds: paymentPollSeconds },
    )
    await shop.jobs.enqueue(
      db,
      'expire-sale',
      { posSaleId: sale.id },
      { afterSeconds: paymentWindowMinutes * 60 },
    )
    return { ok: true, sale, payment }
  })
}

/** Answers a sale sent twice with what the first one made. */
async function repeat(
  db: Tx,
  cashierId: string,
  claim: SaleClaim,
  subtotal: number,
): Promise<RungUp | Refusal> {
  const [sale] = await db
    .select()
    .from(posSales)
    .where(eq(posSales.idempotencyKey, claim.idempotencyKey))
  const payment = sale && (await findLatestPayment(db, { posSaleId: sale.id }))
  if (!payment || sale.cashierId !== cashierId || sale.totalAmount !== subtotal)
    return { ok: false, reason: 'idempotency-reused' }
  return { ok: true, sale, payment }
}

/** Locks one sale until the transaction ends. */
export async function lockSale(db: Tx, id: string): Promise<Sale | undefined> {
  const [sale] = await db.select().from(posSales).where(eq(posSales.id, id)).for('update')
  return sale
}

/** A verified payment has arrived for a locked sale. One that was given up is taken up again. */
export async function receiveSaleMoney(db: Tx, sale: Sale) {
  if (sale.paymentStatus === 'completed') return
  const cause = { posSaleId: sale.id }
  if (sale.paymentStatus === 'failed') {
    const items = await db
      .select({ variantId: posSaleItems.variantId, quantity: posSaleItems.quantity })
      .from(posSaleItems)
      .where(eq(posSaleItems.posSaleId, sale.id))
    await takeStock(db, items, 'pos_sale', cause)
  } else await sellReserved(db, 'pos_sale', cause)
  await db.update(posSales).set({ paymentStatus: 'completed' }).where(eq(posSales.id, sale.id))
}

/** A sale that was not paid is closed and its goods go back on the shelf; true when it did so. */
export async function failSale(db: Tx, id: string): Promise<boolean> {
  const sale = await lockSale(db, id)
  if (sale?.paymentStatus !== 'pending') return false
  await giveBackStock(db, 'release', { posSaleId: sale.id, reason: 'Not paid' })
  await db.update(posSales).set({ paymentStatus: 'failed' }).where(eq(posSales.id, id))
  return true
}
