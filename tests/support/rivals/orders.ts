import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { discounts, orders, payments, posSales } from '../../../app/db/tables.server.ts'
import { cancelOwnOrder } from '../../../app/modules/checkout/cancel-own-order.ts'
import { expireOrder, expirePosSale } from '../../../app/modules/checkout/expire-order.ts'
import { giveUpOrder } from '../../../app/modules/checkout/give-up-order.ts'
import { pollPayment } from '../../../app/modules/checkout/poll-payment.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { paySale } from '../../../app/modules/checkout/start-payment.ts'
import { giveUpSale } from '../../../app/modules/checkout/till-payment.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import { releaseParcel } from '../../../app/modules/orders/parcels/release-parcel.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { type Shop } from '../../../app/platform/shop.server.ts'
import { MOST_RELEASE_TRIES } from '../../../app/rules/orders/orders.ts'
import {
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
} from '../factories.ts'
import { aSaleRequest } from './counter.ts'
import { isOk, onHand, type Rivals } from './rivals.ts'

const ORDER_ACTS = {
  pay: ({ shop, reference }) =>
    payAtProvider(shop, reference).then(
      () => settlePayment(shop, reference),
      // The provider refuses money for a closed page: nothing was paid.
      () => null,
    ),
  webhook: ({ shop, reference }) => settlePayment(shop, reference),
  return: ({ shop, reference }) => settlePayment(shop, reference),
  poll: ({ shop, reference }) => pollPayment(shop, reference),
  expire: ({ late, orderId }) => expireOrder(late, orderId),
  'cancel by its buyer': ({ shop, userId, orderNumber }) =>
    cancelOwnOrder(shop, userId, orderNumber),
  'give up at the page': ({ shop, orderId }) => giveUpOrder(shop, orderId),
  'cancel by staff': ({ shop, actor, orderId, version }) =>
    moveOrder(shop, actor, { orderId, version, to: 'cancelled' }),
  'ship by staff': ({ shop, actor, orderId, version }) =>
    moveOrder(shop, actor, { orderId, version, to: 'shipped' }),
} satisfies Record<string, (order: WaitingOrder) => Promise<unknown>>
type OrderAct = keyof typeof ORDER_ACTS
type WaitingOrder = {
  shop: Shop
  late: Shop
  actor: { userId: string; ip: string }
  userId: string
  orderId: string
  orderNumber: string
  version: number
  reference: string
}

/** An order of two units that waits for its payment, and two acts on it. `isPaid`: the provider has the payment. */
export const onOrder =
  (one: OrderAct, other: OrderAct, isPaid = false) =>
  async (shop: Shop): Promise<Rivals> => {
    const product = await aProduct(shop, { stock: 5 })
    const code = await aDiscount(shop, {
      code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
      maximumUses: 1,
    })
    const { userId } = await aUser(shop)
    const staff = await aUser(shop, 'admin')
    const terms = { type: code.type, value: code.value }
    const placed = await aPendingOrder(shop, userId, [{ product, quantity: 2 }], {
      discount: { code: code.code },
      terms,
    })
    const { id: orderId, orderNumber, version } = placed.order
    const { reference } = placed.payment
    if (isPaid) await payAtProvider(shop, reference)
    const order: WaitingOrder = {
      shop,
      late: { ...shop, now: () => new Date(Date.now() + 3_600_000) },
      actor: { userId: staff.userId, ip: '10.0.0.1' },
      userId,
      orderId,
      orderNumber,
      version,
      reference,
    }
    return {
      acts: [() => ORDER_ACTS[one](order), () => ORDER_ACTS[other](order)],
      check: async () => {
        // The next poll finds a payment that came meanwhile.
        await settlePayment(shop, reference)
        const [after] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
        const attempts = await shop.db.select().from(payments).where(eq(payments.orderId, orderId))
        const verdict = await shop.payments.verify(reference)
        const [use] = await shop.db.select().from(discounts).where(eq(discounts.id, code.id))
        const isGone = after?.status === 'cancelled'
        expect(attempts.filter(({ status }) => status === 'paid')).toHaveLength(
          verdict.state === 'paid' ? 1 : 0,
        )
        expect(await onHand(shop, product)).toBe(isGone ? 5 : 3)
        expect(use?.usedCount).toBe(after?.discountRedeemed ? 1 : 0)
        const subjects = await listSubjects(shop, orderNumber)
        expect(new Set(subjects).size, subjects.join()).toBe(subjects.length)
        const ofMoney = subjects.filter((subject) => /is paid|into the payment/.test(subject))
        expect(ofMoney, subjects.join()).toHaveLength(verdict.state === 'paid' ? 1 : 0)
        if (verdict.state !== 'paid') return expect(after?.paidAt).toBeNull()
        // A payment that came is never lost: its order continues, or it goes under review.
        expect(after?.paidAt).not.toBeNull()
        if (isGone) expect(after.reviewReason).not.toBeNull()
      },
    }
  }

/** The subjects of the emails about an order. */
async function listSubjects({ db }: Shop, orderNumber: string) {
  const { rows } = await db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job
        where name = 'send-email' and strpos(data ->> 'subject', ${orderNumber}) > 0`,
  )
  return rows.map(({ subject }) => subject)
}

/** Two attempts with release codes for one parcel that has one try left. */
export const releaseWith =
  (one: 'right' | 'wrong', other: 'right' | 'wrong') =>
  async (shop: Shop): Promise<Rivals> => {
    const product = await aProduct(shop, { stock: 5 })
    const { userId } = await aUser(shop)
    const actor = await anAdmin(shop)
    const { order } = await aPaidOrder(shop, userId, [{ product }])
    const { releaseCode } = await readOrder(shop, order.id)
    await shop.db
      .update(orders)
      .set({ releaseTries: MOST_RELEASE_TRIES - 1 })
      .where(eq(orders.id, order.id))
    const codes = { right: releaseCode ?? '', wrong: releaseCode === '0000' ? '1111' : '0000' }
    const placeWith = (which: keyof typeof codes) => () =>
      releaseParcel(shop, actor, { orderId: order.id, code: codes[which] })
    return {
      acts: [placeWith(one), placeWith(other)],
      check: async (results) => {
        const after = await readOrder(shop, order.id)
        const isOut = results.some(isOk)
        expect(after.status).toBe(isOut ? 'delivered' : 'processing')
        // There is only one last try, whoever makes it.
        expect(after.releaseTries).toBeLessThanOrEqual(MOST_RELEASE_TRIES)
        if (one === other) expect(isOut).toBe(one === 'right')
        if (!isOut) expect(after.releaseTries).toBe(MOST_RELEASE_TRIES)
      },
    }
  }

const SALE_ACTS = {
  pay: ({ shop, reference }) =>
    payAtProvider(shop, reference).then(
      () => settlePayment(shop, reference),
      () => null,
    ),
  webhook: ({ shop, reference }) => settlePayment(shop, reference),
  poll: ({ shop, reference }) => pollPayment(shop, reference),
  expire: ({ shop, saleId }) => expirePosSale(shop, saleId),
  'give up': ({ shop, saleId, actor }) => giveUpSale(shop, saleId, actor),
} satisfies Record<
  string,
  (sale: {
    shop: Shop
    actor: { userId: string; ip: string }
    saleId: string
    reference: string
  }) => Promise<unknown>
>
type SaleAct = keyof typeof SALE_ACTS

export const onSale =
  (one: SaleAct, other: SaleAct, isPaid = false) =>
  async (shop: Shop): Promise<Rivals> => {
    const product = await aProduct(shop, { stock: 3 })
    const { userId } = await aUser(shop, 'cashier')
    const rung = await ringUpProviderSale(shop, userId, aSaleRequest(product))
    if (!rung.ok) throw new Error(rung.reason)
    const opened = await paySale(shop, rung.sale, rung.payment)
    if (!opened.ok) throw new Error('no page')
    const { reference } = rung.payment
    if (isPaid) await payAtProvider(shop, reference)
    const sale = { shop, actor: { userId, ip: '10.0.0.1' }, saleId: rung.sale.id, reference }
    return {
      acts: [() => SALE_ACTS[one](sale), () => SALE_ACTS[other](sale)],
      check: async () => {
        await settlePayment(shop, reference)
        const [after] = await shop.db.select().from(posSales).where(eq(posSales.id, sale.saleId))
        const isMoneyIn = (await shop.payments.verify(reference)).state === 'paid'
        expect(after?.paymentStatus === 'completed').toBe(isMoneyIn)
        expect(await onHand(shop, product)).toBe(isMoneyIn ? 2 : 3)
      },
    }
  }
