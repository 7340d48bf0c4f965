import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { posReturns, posSaleItems, posSales, refunds, returns } from '../../db/tables.server.ts'
import { transact, tryOut } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { ROLES, type Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { AwaitedExchange } from '../../rules/till/till-events.ts'
import { refundNeedsApproval } from '../../rules/till/till-sale.ts'
import type { Actor } from '../audit/record-audit.ts'
import { listItems, lockOrder } from '../orders/read-order.ts'
import { findPayment } from '../payments/payments.ts'
import { readMoney } from '../refunds/read-money.ts'
import { lockProductsOf } from '../stock/lock-products.ts'
import {
  type Exchanged,
  type ExchangeRequest,
  notTakenBack,
} from '../till/returns/await-exchange.ts'
import { findRole } from '../till/sales/price-sale.ts'
import { ringUpProviderSale, type Sale, type SaleRequest } from '../till/sales/ring-up-sale.ts'
import { completeSale, isMoneyIn, lockSale } from '../till/sales/settle-sale.ts'
import { type AtTill, type TakenBackAtTill, takeBackLocked } from './take-back-at-till.ts'

type Order = NonNullable<AwaitedExchange['order']>

/**
 * Writes down a sale at the counter that mobile money pays. What comes back for it of an order of the web shop is taken
 * back for a trial first: what would be refused is refused before a payment is asked for.
 */
export async function ringUpAtTill(
  shop: Services,
  actor: Actor & { role: Role },
  request: SaleRequest,
) {
  const { exchange: back } = request
  // Sent again it is the sale that is there, whose piece may have come back by now.
  if (!back?.order || (await isRungUp(shop.db, request)))
    return ringUpProviderSale(shop, actor.userId, request)
  const agreed = await agree(shop, actor, request, back, back.order)
  return agreed.ok
    ? ringUpProviderSale(shop, actor.userId, { ...request, agreed: agreed.exchange })
    : agreed
}

const isRungUp = async (db: Db, { idempotencyKey }: SaleRequest) =>
  (await db.$count(posSales, eq(posSales.idempotencyKey, idempotencyKey))) > 0

/** What comes back, as it is taken back once the sale is paid; refuses what could not come back now. */
async function agree(
  shop: Services,
  actor: Actor & { role: Role },
  { tillId, shiftId, deviceId, saleId }: SaleRequest,
  { approval, ...exchange }: ExchangeRequest,
  order: Order,
) {
  if (!tillId || !shiftId || !deviceId || !saleId)
    return { ok: false, reason: 'pos-shift' } as const
  const asked = { ...toTakeBack(exchange, order, shiftId, saleId), approval }
  const tried =
    exchange.credit > 0
      ? ({ ok: false, reason: 'till-exchange-changed' } as const)
      : await tryOut(shop.db, (db) => take(shop, db, { ...actor, deviceId, tillId }, asked))
  if (!tried.ok) return tried
  const { approvedBy } = tried
  return { ok: true, exchange: { ...exchange, approvedBy } } as const
}

type ToTakeBack = TakenBackAtTill & { number: string }

const toTakeBack = (
  { id, number, lines, refund }: Pick<AwaitedExchange, 'id' | 'number' | 'lines' | 'refund'>,
  { id: orderId, reason }: Order,
  shiftId: string,
  exchangeSaleId: string,
): ToTakeBack => ({
  id,
  number,
  orderId,
  shiftId,
  reason,
  refund,
  lines,
  exchangeSaleId,
  approval: null,
  way: 'cash',
})

/** Its order first, then the products: `beside`, those of the sale that is completed with it. */
async function take(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  actor: AtTill,
  asked: ToTakeBack,
  agreed: { approvedBy: string | null; beside: string[] } | null = null,
): Promise<Awaited<ReturnType<typeof takeBackLocked>> | Refusal<'till-exchange-changed'>> {
  const order = await lockOrder(db, asked.orderId)
  const isNamed = order?.orderNumber === asked.number && !order.anonymizedAt
  if (!isNamed || (await isTaken(db, asked.id)))
    return { ok: false, reason: 'till-exchange-changed' }
  const items = await listItems(db, order.id)
  const own = items.map(({ variantId }) => variantId)
  if (agreed) await lockProductsOf(db, [...own, ...agreed.beside])
  return takeBackLocked(shop, db, actor, order, asked, agreed)
}

/** Whether something else has come back under that id, which is of one return: the job would fail on it for ever. */
const isTaken = async (db: Tx, id: string) =>
  (await db.$count(returns, eq(returns.id, id))) > 0 ||
  (await db.$count(refunds, eq(refunds.id, id))) > 0 ||
  (await db.$count(posReturns, eq(posReturns.id, id))) > 0

/**
 * Mobile money has paid a sale that a piece of an order comes back for: both are done in one step, once however often
 * this is called. Where it cannot come back any more its sale is not paid whole, and a person is told.
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
  // Of the day of its sale, whenever that is paid.
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
 * Whether more of an order has gone back by now than that person gives back alone: other sales were agreed to
 * beside this.
 */
const isAboveLimit = async (db: Tx, userId: string, orderId: string) =>
  refundNeedsApproval(await findRole(db, userId), (await readMoney(db, orderId)).refunded)
