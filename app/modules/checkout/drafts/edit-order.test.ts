import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ADDRESS,
  aCheckoutRequest,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, discounts, orderItems, products } from '../../../db/tables.server.ts'
import { runCheck } from '../../health/check-health.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { findLatestPayment, recordPayment } from '../../payments/payments.ts'
import { findStock } from '../../stock/read-stock-levels.ts'
import { expireOrder } from '../expire-order.ts'
import { placeOrder } from '../place-order.ts'
import { settlePayment } from '../settle-payment.ts'
import { payOrder } from '../start-payment.ts'
import { editOrder, type OrderEdit } from './edit-order.ts'

const shop = useShop()
let dress: TestProduct
let bag: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  bag = await aProduct(shop, { name: 'Tote Bag', price: 10_000, stock: 5 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const left = async ({ variantId }: TestProduct) => (await findStock(shop, variantId))?.onHand
const line = ({ productId, variantId }: TestProduct, quantity: number) => ({
  productId,
  variantId,
  quantity,
})
async function anEdit(
  orderId: string,
  lines: OrderEdit['lines'],
  change: Partial<OrderEdit['customer']> & { version?: number; hours?: number } = {},
): Promise<OrderEdit> {
  const { version, hours = 24, ...customer } = change
  return {
    orderId,
    version: version ?? (await readOrder(shop, orderId)).version,
    lines,
    hours,
    customer: {
      address: ADDRESS,
      email: 'person@example.com',
      courierId: 'bike-riders',
      collectAt: null,
      notes: null,
      code: null,
      ...customer,
    },
  }
}
const edit = async (...[orderId, lines, change]: Parameters<typeof anEdit>) =>
  editOrder(shop, admin, await anEdit(orderId, lines, change))
const itemsOf = (orderId: string) =>
  shop.db
    .select({ name: orderItems.name, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position)
async function trueBooks() {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  for (const check of ['reservations', 'redemptions', 'totals'] as const)
    expect((await runCheck(shop, check)).code).toBe(`${check}-agree`)
}

describe('an unpaid order that staff edit', () => {
  test('has lines with the costs of their products at that moment', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 3 }])
    await shop.db.update(products).set({ costPrice: 700 }).where(eq(products.id, dress.productId))
    expect(await edit(order.id, [line(dress, 1), line(bag, 2)])).toMatchObject({ ok: true })
    const lines = await shop.db.select().from(orderItems).orderBy(orderItems.position)
    expect(lines.map(({ unitCost }) => unitCost)).toEqual([700, null])
  })

  test('gets other lines, delivery and total, reserves its new units, and says who edited it', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 3 }])
    const address = { ...ADDRESS, address: 'Plot 9', city: 'Zomba', district: 'Zomba' }
    expect(await edit(order.id, [line(dress, 1), line(bag, 2)], { address })).toMatchObject({
      ok: true,
    })
    expect(await readOrder(shop, order.id)).toMatchObject({
      status: 'pending',
      subtotal: 40_000,
      totalAmount: 42_000,
      shippingAddress: address,
    })
    expect(await itemsOf(order.id)).toEqual([
      { name: 'Chitenje Dress', quantity: 1 },
      { name: 'Tote Bag', quantity: 2 },
    ])
    expect([await left(dress), await left(bag)]).toEqual([4, 3])
    expect((await readOrderEvents(shop, order.id)).at(-1)).toMatchObject({
      note: { code: 'edited' },
      byUser: admin.userId,
    })
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.at(-1)).toMatchObject({
      action: 'edited',
      before: { totalAmount: 62_000 },
      after: { totalAmount: 42_000 },
    })
    await trueBooks()
  })

  test('is no sign that the provider makes no payment pages, however often its sum changes', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    for (const quantity of [2, 1, 2, 1, 2])
      expect(await edit(order.id, [line(dress, quantity)])).toMatchObject({ ok: true })
    expect(await runCheck(shop, 'openings')).toEqual({ code: 'openings-work' })
  })

  test('keeps the last unit that it holds, and is refused more than is in stock', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 5 }])
    const moved = await edit(order.id, [line(dress, 5), line(bag, 1)])
    expect(moved).toMatchObject({ ok: true })
    expect(await edit(order.id, [line(dress, 6)])).toMatchObject({
      reason: 'out-of-stock',
      product: 'Chitenje Dress',
    })
    expect(await itemsOf(order.id)).toHaveLength(2)
    await trueBooks()
  })

  test('keeps its use of a code, redeems another, or gives it back', async () => {
    await aDiscount(shop, { code: 'TEN', maximumUses: 1 })
    await aDiscount(shop, { code: 'HALF', value: 50 })
    const uses = async () =>
      (await shop.db.select().from(discounts).orderBy(discounts.code)).map((one) => one.usedCount)
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }], {
      terms: { type: 'percentage', value: 10 },
      discount: { code: 'TEN' },
    })
    expect(await edit(order.id, [line(dress, 2)], { code: 'TEN' })).toMatchObject({ ok: true })
    expect(await readOrder(shop, order.id)).toMatchObject({ discountAmount: 4_000 })
    expect(await uses()).toEqual([0, 1])
    expect(await edit(order.id, [line(dress, 2)], { code: 'HALF' })).toMatchObject({ ok: true })
    expect(await uses()).toEqual([1, 0])
    expect(await edit(order.id, [line(dress, 2)])).toMatchObject({ ok: true })
    expect(await uses()).toEqual([0, 0])
    await trueBooks()
  })

  test('is refused to an editor who saw an older version; the same request again counts as done', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const press = { ...admin, request: crypto.randomUUID() }
    const first = await anEdit(order.id, [line(dress, 2)])
    expect(await editOrder(shop, press, first)).toMatchObject({ ok: true })
    expect(await editOrder(shop, press, first)).toMatchObject({ ok: true })
    expect(await editOrder(shop, admin, first)).toMatchObject({ reason: 'edited-meanwhile' })
    expect(await left(dress)).toBe(3)
  })

  test('is confirmed once more only as it was made', async () => {
    await aDiscount(shop, { code: 'TEN' })
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const press = { ...admin, request: crypto.randomUUID() }
    const lines = [line(dress, 2), line(bag, 1)]
    const first = await anEdit(order.id, lines, { code: 'ten', notes: 'Ring twice' })
    expect(await editOrder(shop, press, first)).toMatchObject({ ok: true })
    const { customer } = first
    expect(await editOrder(shop, press, { ...first, lines: [...lines].reverse() })).toMatchObject({
      ok: true,
    })
    for (const other of [
      { lines: [line(dress, 2)] },
      { lines: [line(dress, 2), line(bag, 2)] },
      { lines: [...lines, line(bag, 1)] },
      { customer: { ...customer, code: null } },
      { customer: { ...customer, notes: null } },
      { customer: { ...customer, courierId: 'pickup' } },
      { customer: { ...customer, address: { ...ADDRESS, address: 'Plot 9' } } },
      { customer: { ...customer, collectAt: 'Depot, Zomba' } },
    ])
      expect(await editOrder(shop, press, { ...first, ...other })).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
      })
    expect(await left(dress)).toBe(3)
  })

  test('waits for the new payment time that staff set', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    await edit(order.id, [line(dress, 1)], { hours: 4 })
    shop.now = () => new Date(Date.now() + 3 * 3_600_000)
    expect(await expireOrder(shop, order.id)).toBe(false)
    shop.now = () => new Date(Date.now() + 5 * 3_600_000)
    expect(await expireOrder(shop, order.id)).toBe(true)
    expect(await left(dress)).toBe(5)
  })

  test('is refused once it is paid, even before the shop asked the provider, and with pre-ordered lines', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    const seen = await anEdit(order.id, [line(dress, 2)])
    await payAtProvider(shop, payment.reference)
    expect(await editOrder(shop, admin, seen)).toMatchObject({ ok: false })
    expect(await readOrder(shop, order.id)).toMatchObject({
      status: 'processing',
      totalAmount: 22_000,
    })
    const { order: paid } = await aPaidOrder(shop, userId, [{ product: bag }])
    expect(await edit(paid.id, [line(bag, 2)])).toMatchObject({ reason: 'order-not-editable' })
  })
})

describe('a payment for an order that was edited', () => {
  test('is for the new total at the next attempt, and pays the order', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await edit(order.id, [line(dress, 2)])
    const newest = await findLatestPayment(shop.db, { orderId: order.id })
    expect(newest).toMatchObject({ amount: 42_000, status: 'open' })
    expect(newest?.reference).not.toBe(payment.reference)
  })

  test('goes under review when an earlier attempt pays less', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await edit(order.id, [line(dress, 2)])
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const held = { status: 'pending', paidAt: null, reviewReason: 'underpaid' }
    expect(await readOrder(shop, order.id)).toMatchObject(held)
    await settlePayment(shop, payment.reference)
    expect(await left(dress)).toBe(3)
    await trueBooks()
  })

  test('pays the order when an earlier attempt pays more: no timer ends it, and the excess is under review', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 3 }])
    await edit(order.id, [line(dress, 1)])
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    shop.now = () => new Date(Date.now() + 25 * 3_600_000)
    expect(await expireOrder(shop, order.id)).toBe(false)
    await settlePayment(shop, payment.reference)
    expect(await readOrder(shop, order.id)).toMatchObject({
      status: 'processing',
      paidAt: expect.any(Date),
      reviewReason: 'paid-too-much',
    })
    expect((await readOrderEvents(shop, order.id)).slice(-2)).toMatchObject([
      { toStatus: 'processing', note: { code: 'paid' } },
      { toStatus: 'processing', note: { code: 'paid-too-much' } },
    ])
    expect(await left(dress)).toBe(4)
    await trueBooks()
  })

  test('is opened anew when the provider refuses the earlier attempt after the edit', async () => {
    const placed = await placeOrder(shop, userId, aCheckoutRequest([{ product: dress }]))
    if (!placed.ok || !placed.payment) throw new Error('not placed')
    const { order, payment } = placed
    const open = async () => {
      await edit(order.id, [line(dress, 2)])
      return {
        ok: false,
        reason: 'provider-unreachable',
        report: { code: 'no-answer', seconds: 8 },
      } as const
    }
    const away = { ...shop, payments: { ...shop.payments, open } }
    expect(await payOrder(away, placed)).toMatchObject({ ok: false })
    const next = await findLatestPayment(shop.db, { orderId: order.id })
    expect(next).toMatchObject({ amount: 42_000, supersededAt: null })
    expect(next?.reference).not.toBe(payment.reference)
  })

  test('has no further attempt when the edit has left nothing to pay', async () => {
    const placed = await placeOrder(shop, userId, aCheckoutRequest([{ product: dress }]))
    if (!placed.ok || !placed.payment) throw new Error('not placed')
    const { order, payment } = placed
    const open = async () => {
      await aDiscount(shop, { code: 'ALL', value: 100 })
      await edit(order.id, [line(dress, 1)], { code: 'ALL', courierId: 'pickup' })
      return {
        ok: false,
        reason: 'provider-unreachable',
        report: { code: 'no-answer', seconds: 8 },
      } as const
    }
    const away = { ...shop, payments: { ...shop.payments, open } }
    expect(await payOrder(away, placed)).toMatchObject({ ok: false })
    expect(await readOrder(shop, order.id)).toMatchObject({ totalAmount: 0, status: 'processing' })
    const latest = await findLatestPayment(shop.db, { orderId: order.id })
    expect(latest?.reference).toBe(payment.reference)
  })

  test('is compared with what the order has to pay, whatever the attempt’s amount is', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 2 }])
    const { reference } = await shop.db.transaction((db) =>
      recordPayment(db, { orderId: order.id }, 22_000, 'sandbox'),
    )
    const open = await shop.payments.open({
      reference,
      amount: 22_000,
      title: 'Zovala',
      description: 'Zovala',
      returnUrl: 'http://localhost:3999',
    })
    expect(open).toMatchObject({ ok: true })
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    const held = { status: 'pending', paidAt: null, reviewReason: 'underpaid' }
    expect(await readOrder(shop, order.id)).toMatchObject(held)
  })

  test('by an earlier attempt pays the order when the total is the old one again', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await edit(order.id, [line(dress, 2)])
    await edit(order.id, [line(dress, 1)])
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await readOrder(shop, order.id)).toMatchObject({
      status: 'processing',
      reviewReason: null,
    })
    await trueBooks()
  })

  test('and an edit at the same moment leave correct books, whichever is first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const hat = await aProduct(shop, { price: 10_000, stock: 3 })
      const { order, payment } = await aPendingOrder(shop, userId, [{ product: hat }])
      const change = await anEdit(order.id, [line(hat, 2)])
      await payAtProvider(shop, payment.reference)
      const buyer = await aUser(shop)
      await Promise.all([
        editOrder(shop, admin, change),
        settlePayment(shop, payment.reference),
        editOrder(shop, admin, change),
        aPendingOrder(shop, buyer.userId, [{ product: hat, quantity: 2 }]).catch(() => null),
      ])
      const after = await readOrder(shop, order.id)
      if (after.status === 'processing') expect(after.totalAmount).toBe(12_000)
      else expect(after).toMatchObject({ status: 'pending', reviewReason: 'underpaid' })
      await trueBooks()
    }
  })
})
