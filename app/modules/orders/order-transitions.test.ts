import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  endUndoTime,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { discounts, orderEvents, orders, stockMovements } from '../../db/tables.server.ts'
import {
  findTransition,
  ORDER_ACTORS,
  type OrderActor,
  type OrderTransition,
} from '../../rules/orders/order-transitions.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../rules/orders/orders.ts'
import { cancelOwnOrder } from '../checkout/cancel-own-order.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { giveUpOrder } from '../checkout/give-up-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { checkLedger } from '../health/check-stock.ts'
import { moveOrder } from './move-order.ts'
import { releaseParcel } from './parcels/release-parcel.ts'
import type { Order } from './read-order.ts'

// Walks the table of rules/orders/order-transitions.ts: each step is made by the real act of whoever makes it, and
// what the table says of it is looked for in the database.

const shop = useShop()
let dress: TestProduct
let buyer: string
let staff: { userId: string; ip: string }

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  buyer = (await aUser(shop)).userId
  staff = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  await aDiscount(shop, { code: 'TEN', maximumUses: 50 })
})

const read = async (id: string): Promise<Order> => {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('no such order')
  return order
}
const move = async (orderId: string, to: OrderStatus) =>
  moveOrder(shop, staff, { orderId, to, version: (await read(orderId)).version })
const later = (minutes: number) => {
  const then = new Date(Date.now() + minutes * 60_000)
  shop.now = () => then
}

/** Staff have made a link for who brings it. */
const LINK = { riderLinkVersion: 1, riderName: 'Bike 4' }

/** An order with a code that stands there; a cancelled one that is not paid has ended in time, if not by staff. */
async function anOrder(status: OrderStatus, isPaid: boolean, by: OrderActor) {
  const terms = { type: 'percentage', value: 10 } as const
  const rung = isPaid ? aPaidOrder : aPendingOrder
  const { order, payment } = await rung(shop, buyer, [{ product: dress }], {
    terms,
    discount: { code: 'TEN' },
  })
  if (status === 'cancelled' && by === 'payment') await giveUpOrder(shop, order.id)
  else await move(order.id, status)
  if (by === 'rider') await shop.db.update(orders).set({ ...LINK, riderLinkAt: shop.now() })
  return { order: await read(order.id), reference: payment.reference }
}

const ACTS: Record<
  OrderActor,
  (order: Order, to: OrderStatus, reference: string) => Promise<unknown>
> = {
  staff: (order, to) => move(order.id, to),
  rider({ id, releaseCode }) {
    const rider = { name: LINK.riderName, link: LINK.riderLinkVersion }
    const actor = { userId: null, ip: '10.0.0.2', request: null, rider }
    return releaseParcel(shop, actor, { orderId: id, code: releaseCode ?? '0000' })
  },
  async payment(_order, _to, reference) {
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
  },
  async timer({ id }) {
    later(31)
    await expireOrder(shop, id)
  },
  buyer: ({ orderNumber }) => cancelOwnOrder(shop, buyer, orderNumber),
  'failed-payment': ({ id }) => giveUpOrder(shop, id),
}

/** All that an order has to do with, as the database knows it. */
async function look(id: string) {
  await endUndoTime(shop)
  const [held] = await shop.db
    .select({ units: sql<number>`-sum(quantity)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, id))
  const [code] = await shop.db.select({ uses: discounts.usedCount }).from(discounts)
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job where name = 'send-email' and state = 'created'`,
  )
  const { rows: timers } = await shop.db.execute(
    sql`select id from pgboss.job where name = 'expire-order' and state = 'created'`,
  )
  const kinds = await shop.db
    .select({ kind: stockMovements.kind })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, id))
    .orderBy(stockMovements.id)
  return {
    order: await read(id),
    units: held?.units,
    uses: code?.uses ?? 0,
    emails: rows.map(({ subject }) => subject),
    timers: timers.length,
    kinds: kinds.map(({ kind }) => kind),
    history: await shop.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(orderEvents.id),
  }
}
type Looked = Awaited<ReturnType<typeof look>>

const SUBJECTS = {
  paid: 'is paid',
  review: 'is under review',
  shipped: 'is on the way',
  delivered: 'was delivered',
  cancelled: 'was cancelled',
  expired: 'was not paid in time',
}

function checkStep(step: OrderTransition, before: Looked, after: Looked, now: Date) {
  const from = before.order
  const { order } = after
  expect(order.status).toBe(step.to)
  expect(order.version).toBe(from.version + 1)
  const stamps = { shippedAt: from.shippedAt, deliveredAt: from.deliveredAt }
  expect(order).toMatchObject({
    ...stamps,
    cancelledAt: from.cancelledAt,
    ...Object.fromEntries(step.clears.map((stamp) => [stamp, null])),
    ...(step.stamp && { [step.stamp]: now }),
    paidAt: step.by === 'payment' ? now : from.paidAt,
  })
  expect([after.units, after.uses, order.discountRedeemed]).toEqual(
    order.status === 'cancelled' ? [0, 0, false] : [1, 1, true],
  )
  const moved = after.kinds.slice(before.kinds.length)
  const isPaid = order.paidAt !== null
  expect(moved).toEqual(
    {
      keep: [],
      sell: ['release', 'sale'],
      take: [isPaid ? 'sale' : 'reservation'],
      'give-back': [isPaid ? 'return' : 'release'],
    }[step.stock],
  )
  expect(after.emails).toEqual(
    step.email ? [`Your order ${order.orderNumber} ${SUBJECTS[step.email]}`] : [],
  )
  const isNewWindow = step.opensWindow === true && !isPaid
  expect(after.timers).toBe(isNewWindow ? 1 : 0)
  expect(order.reviewReason).toBe(
    step.review && from.paidAt
      ? step.review
      : step.answers?.some((reason) => reason === from.reviewReason)
        ? null
        : from.reviewReason,
  )
  expect(after.history.slice(before.history.length)).toMatchObject([
    { fromStatus: from.status, toStatus: step.to },
  ])
}

for (const by of ORDER_ACTORS)
  describe(`an order moved by ${by}`, () => {
    for (const isPaid of by === 'payment' ? [false] : [false, true])
      for (const from of ORDER_STATUSES)
        test(`from ${from}, ${isPaid ? 'paid' : 'not paid'}, has all effects of its table, and no others`, {
          tags: 'slow',
        }, async () => {
          const targets = by === 'staff' ? ORDER_STATUSES : [undefined]
          for (const to of targets) {
            const { order, reference } = await anOrder(from, isPaid, by)
            await endUndoTime(shop)
            await shop.db.execute('delete from pgboss.job')
            const before = await look(order.id)
            const at = new Date(Date.now() + 1000)
            shop.now = () => at
            await ACTS[by](order, to ?? 'cancelled', reference)
            const now = shop.now()
            const after = await look(order.id)
            const step = findTransition(by, order, to)
            if (step) checkStep(step, before, after, now)
            else expect(after).toEqual(before)
            shop.now = () => new Date()
            await move(order.id, 'cancelled')
          }
          expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
        })
  })
