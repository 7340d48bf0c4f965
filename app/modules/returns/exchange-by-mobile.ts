import { eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { posReturns, posSales, refundItems, refunds, returns } from '../../db/tables.server.ts'
import { tryOut } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { AwaitedExchange } from '../../rules/till/till-events.ts'
import type { Actor } from '../audit/record-audit.ts'
import { listItems, lockOrder } from '../orders/read-order.ts'
import { lockProductsOf } from '../stock/lock-products.ts'
import type { ExchangeRequest } from '../till/returns/await-exchange.ts'
import { ringUpProviderSale, type SaleRequest } from '../till/sales/ring-up-sale.ts'
import { type AtTill, type TakenBackAtTill, takeBackLocked } from './take-back-at-till.ts'

type Order = NonNullable<AwaitedExchange['order']>

/**
 * Records a sale at the counter that mobile money pays. Where an order of the web shop is to come back for it, the
 * return is tried and rolled back first, so that whatever would be refused is refused before a payment is requested.
 */
export async function ringUpAtTill(
  shop: Services,
  actor: Actor & { role: Role },
  request: SaleRequest,
) {
  const { exchange: back } = request
  // Sent again: the sale exists, and its piece may have come back by now, so the trial is left out.
  if (!back?.order || (await isRungUp(shop.db, request)))
    return ringUpProviderSale(shop, actor.userId, request)
  const agreed = await agree(shop, actor, request, back, back.order)
  return agreed.ok
    ? ringUpProviderSale(shop, actor.userId, { ...request, agreed: agreed.exchange })
    : agreed
}

const isRungUp = async (db: Db, { idempotencyKey }: SaleRequest) =>
  (await db.$count(posSales, eq(posSales.idempotencyKey, idempotencyKey))) > 0

/** The return as it will be made once the sale is paid; refuses what could not come back now. */
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
      ? CHANGED
      : await tryOut(shop.db, async (db) => {
          const taken = await take(shop, db, { ...actor, deviceId, tillId }, asked)
          return taken.ok && !(await isWorth(db, exchange)) ? CHANGED : taken
        })
  if (!tried.ok) return tried
  const { approvedBy } = tried
  return { ok: true, exchange: { ...exchange, approvedBy } } as const
}

const CHANGED = { ok: false, reason: 'till-exchange-changed' } as const

/** Whether each line that was taken back is worth what the till asks for it: at that price another size may go out. */
async function isWorth(db: Tx, { id, lines }: Pick<AwaitedExchange, 'id' | 'lines'>) {
  const given = await db
    .select(columnsOf(refundItems, 'orderItemId', 'amount'))
    .from(refundItems)
    .where(eq(refundItems.refundId, id))
  const worth = new Map(given.map(({ orderItemId, amount }) => [orderItemId, amount]))
  return lines.every(({ lineId, amount }) => worth.get(lineId) === amount)
}

type ToTakeBack = TakenBackAtTill & { number: string }

/** The return that a request asks for, as it would be taken back. */
export const toTakeBack = (
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

/** Locks the order first, then the products. `beside`: the variants of the sale that is completed with it. */
export async function take(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  actor: AtTill,
  asked: ToTakeBack,
  agreed: { approvedBy: string | null; beside: string[] } | null = null,
): Promise<Awaited<ReturnType<typeof takeBackLocked>> | Refusal<'till-exchange-changed'>> {
  const order = await lockOrder(db, asked.orderId)
  const isNamed = order?.orderNumber === asked.number && !order.anonymizedAt
  if (!isNamed || (await isTaken(db, asked.id))) return CHANGED
  const items = await listItems(db, order.id)
  const own = items.map(({ variantId }) => variantId)
  if (agreed) await lockProductsOf(db, [...own, ...agreed.beside])
  return takeBackLocked(shop, db, actor, order, asked, agreed)
}

/** Whether another return or refund has this id: the job would fail on it for ever. */
const isTaken = async (db: Tx, id: string) =>
  (await db.$count(returns, eq(returns.id, id))) > 0 ||
  (await db.$count(refunds, eq(refunds.id, id))) > 0 ||
  (await db.$count(posReturns, eq(posReturns.id, id))) > 0
