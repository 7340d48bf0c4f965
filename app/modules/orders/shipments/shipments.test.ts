import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  endUndoTime,
  PREORDER_DAY,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  auditLog,
  orders,
  preorders,
  shipmentItems,
  shipments,
  variants,
} from '../../../db/tables.server.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { runCheck } from '../../health/check-health.ts'
import { exportOrders } from '../../privacy/export-orders.ts'
import { cancelRefund, giveRefund } from '../../refunds/move-refund.ts'
import { requestRefund } from '../../refunds/request-refund.ts'
import { adjustStock } from '../../stock/move-stock.ts'
import { anonymizeOrders } from '../anonymize-orders.ts'
import { findOwnOrder } from '../list-orders.ts'
import { moveOrder } from '../move-order.ts'
import { findParcel } from '../parcels/find-parcel.ts'
import { packOrder } from '../parcels/pack-order.ts'
import { releaseParcel } from '../parcels/release-parcel.ts'
import { listItems } from '../read-order.ts'
import { listAdminOrders } from '../staff/list-admin-orders.ts'
import { trackOrder } from '../track-order.ts'
import { undoMove } from '../undo/undo-move.ts'
import { deliverShipment, takeShipmentBack } from './follow-shipment.ts'
import { listShipments } from './list-shipments.ts'
import { sendShipment } from './send-shipment.ts'
import { setParcelWaybill } from './set-parcel-waybill.ts'

// docs/product.md, Parcels

const shop = useShop()
let dress: TestProduct
let bag: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', size: 'M', price: 20_000, stock: 50 })
  bag = await aProduct(shop, { name: 'Straw Bag', price: 5000, stock: 50 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const read = (id: string) => readOrder(shop, id)
/** Two dresses and a bag. */
async function anOrder() {
  const items = [{ product: dress, quantity: 2 }, { product: bag }]
  const { order } = await aPaidOrder(shop, userId, items)
  await forgetEmails()
  const [dresses, bags] = await listItems(shop.db, order.id)
  return { ...order, dresses: dresses?.id ?? '', bags: bags?.id ?? '' }
}
type Order = { id: string }
const send = async (order: Order, units: Record<string, number>, change = {}) =>
  sendShipment(shop, admin, {
    id: randomUUID(),
    orderId: order.id,
    version: (await read(order.id)).version,
    units,
    courierName: 'Bike Riders',
    waybill: '',
    ...change,
  })
const move = async (order: Order, to: OrderStatus) =>
  moveOrder(shop, admin, { orderId: order.id, to, version: (await read(order.id)).version })
const parcelsOf = ({ id }: Order) => listShipments(shop.db, [id])
const deliver = async (order: Order, at: number) =>
  deliverShipment(shop, admin, {
    id: (await parcelsOf(order))[at]?.id ?? '',
    orderId: order.id,
    version: (await read(order.id)).version,
  })
/** A unit of a line is given back, for it is not sent; `null`: it is still to be given. */
const refund = async (
  order: Order,
  lineId: string,
  given: { reference: string } | null = { reference: 'NB 4711' },
  id = randomUUID(),
) =>
  requestRefund(shop, admin, {
    id,
    orderId: order.id,
    version: (await read(order.id)).version,
    what: { kind: 'lines', lines: [{ lineId, units: 1 }], withDelivery: false },
    way: 'bank',
    reason: 'not-sent',
    note: null,
    given,
  })
const forgetEmails = () => shop.db.execute(sql`delete from pgboss.job where name = 'send-email'`)
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: { subject: string; paragraphs: string[] } }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on, id`,
  )
  return rows.map(({ data }) => `${data.subject}: ${data.paragraphs.join(' ')}`)
}

describe('an order that is sent in parts', () => {
  test('is shipped with its last parcel, and each parcel has one email that names its content and what follows', async () => {
    const order = await anOrder()
    const sums = await read(order.id)
    expect(await send(order, { [order.dresses]: 1 }, { waybill: ' BR  1 ' })).toMatchObject({
      ok: true,
      number: 1,
      isLast: false,
    })
    expect(await read(order.id)).toMatchObject({ status: 'processing', shippedAt: null })
    expect(await emails()).toEqual([])
    await endUndoTime(shop)
    const [first] = await emails()
    expect(first).toContain(`Parcel 1 of your order ${order.orderNumber} is on the way`)
    expect(first).toContain('The parcel has the number BR 1')
    expect(first).toContain('In parcel 1: 1 × Chitenje Dress (Size M).')
    expect(first).toContain('Still to follow: 1 × Chitenje Dress (Size M), 1 × Straw Bag.')
    expect(first).toContain(`Say the code ${sums.releaseCode}`)

    const own = await findOwnOrder(shop.db, userId, order.orderNumber, shop.now())
    expect(own?.parcels).toMatchObject([{ number: 1, waybill: 'BR 1', lines: [{ quantity: 1 }] }])
    const asked = { orderNumber: order.orderNumber, email: sums.email, ip: '10.0.0.1' }
    expect(await trackOrder(shop, asked)).toMatchObject({
      order: { status: 'processing', progress: { shipped: 1, all: 3 }, parcels: [{ number: 1 }] },
    })
    const listed = await listAdminOrders(shop.db, {
      search: '',
      status: null,
      waiting: 'packing',
      sort: 'placed',
      direction: 'desc',
      after: null,
      limit: 5,
    })
    expect(listed.rows).toMatchObject([{ shippedCount: 1, parcelCount: 1, itemCount: 3 }])

    const rest = { [order.dresses]: 1, [order.bags]: 1 }
    expect(await send(order, rest)).toMatchObject({ number: 2, isLast: true })
    expect(await read(order.id)).toMatchObject({ status: 'shipped', shippedAt: expect.any(Date) })
    await endUndoTime(shop)
    const [, second, ...more] = await emails()
    expect(second).toContain('With this parcel all of your order has left our shop.')
    expect(more).toEqual([])
    const { subtotal, totalAmount, paidAt } = await read(order.id)
    expect({ subtotal, totalAmount, paidAt }).toMatchObject({
      subtotal: sums.subtotal,
      totalAmount: sums.totalAmount,
      paidAt: sums.paidAt,
    })
    const [exported] = await exportOrders(shop.db, userId)
    expect(exported?.parcels).toMatchObject([
      { number: 1, waybill: 'BR 1', lines: [{ product: 'Chitenje Dress', quantity: 1 }] },
      { number: 2, lines: [{ quantity: 1 }, { product: 'Straw Bag', quantity: 1 }] },
    ])
    await shop.db.transaction((db) => anonymizeOrders(db, [order.id]))
    expect(await parcelsOf(order)).toMatchObject([{ waybill: null }, { waybill: null }])
  })

  test('takes a parcel back within the time to undo, and nobody is notified', async () => {
    const order = await anOrder()
    const lines = [order.dresses, order.bags]
    const { version } = await read(order.id)
    await packOrder(shop, admin, { orderId: order.id, version, isPacked: true, lines })
    const packed = await read(order.id)
    const sent = await send(order, { [order.dresses]: 2 })
    expect(await read(order.id)).toMatchObject({ packedAt: null })
    const event = sent.ok ? (sent.undo ?? 0) : 0
    expect(await undoMove(shop, admin, event)).toMatchObject({ ok: true, to: 'processing' })
    expect(await undoMove(shop, admin, event)).toMatchObject({ ok: true })
    expect(await read(order.id)).toMatchObject({ status: 'processing', packedAt: packed.packedAt })
    expect(await parcelsOf(order)).toEqual([])
    // The last one, which has brought its order to Shipped.
    const last = await send(order, { [order.dresses]: 2, [order.bags]: 1 })
    expect(await read(order.id)).toMatchObject({ status: 'shipped' })
    await undoMove(shop, admin, last.ok ? (last.undo ?? 0) : 0)
    expect(await read(order.id)).toMatchObject({ status: 'processing', shippedAt: null })
    await endUndoTime(shop)
    expect(await emails()).toEqual([])
  })

  test('has both emails of two parcels that leave within the time to undo', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 2 })
    await send(order, { [order.bags]: 1 })
    await endUndoTime(shop)
    const [first, second, ...more] = await emails()
    expect(first).toMatch(
      /^Parcel 1 .*In parcel 1: 2 × .*Still to follow: 1 × Straw Bag\. We write/,
    )
    expect(second).toMatch(/^Parcel 2 .*With this parcel all of your order has left our shop\./)
    expect(more).toEqual([])
  })

  test('has one email for each parcel when the second leaves after the time to undo the first', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 2 })
    await endUndoTime(shop)
    await forgetEmails()
    await send(order, { [order.bags]: 1 })
    expect(await emails()).toEqual([])
    await endUndoTime(shop)
    expect((await emails()).map((text) => text.slice(0, 8))).toEqual(['Parcel 2'])
  })

  test('has no promised day in the email of a parcel that leaves after that day', async () => {
    const order = await anOrder()
    await shop.db.update(orders).set({ dueFrom: '2026-11-20', dueTo: '2026-11-21' })
    const facts = async (now: string) => {
      shop.now = () => new Date(now)
      await send(order, { [order.dresses]: 1 })
      await endUndoTime(shop)
      const { rows } = await shop.db.execute<{ facts: string[][] }>(
        sql`delete from pgboss.job where name = 'send-email' returning data -> 'block' -> 'facts' as facts`,
      )
      return rows.map(({ facts }) => facts.map(([label]) => label).includes('Arrives'))
    }
    expect(await facts('2026-11-20T10:00:00Z')).toEqual([true])
    expect(await facts('2026-11-23T10:00:00Z')).toEqual([false])
  })

  test('makes one parcel for a repeated request, and refuses an outdated tab', async () => {
    const order = await anOrder()
    const { version } = await read(order.id)
    const press = { id: randomUUID(), version }
    const first = await send(order, { [order.bags]: 1 }, press)
    expect(first).toMatchObject({ ok: true, number: 1 })
    const same = { [order.bags]: 1, [order.dresses]: 0 }
    expect(await send(order, same, press)).toEqual({ ...first, undo: null })
    for (const [units, other] of [
      [{ [order.bags]: 2 }, {}],
      [{ [order.dresses]: 1 }, {}],
      [{ ...same, [order.dresses]: 1 }, {}],
      [same, { courierName: 'Another Courier' }],
      [same, { waybill: 'BR 9' }],
    ] as const)
      expect(await send(order, units, { ...press, ...other })).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
      })
    expect(await send(order, { [order.dresses]: 1 }, { version })).toMatchObject({
      reason: 'edited-meanwhile',
    })
    for (const [units, reason] of [
      [{}, 'parcel-empty'],
      [{ [order.bags]: 1 }, 'parcel-too-many'],
      [{ [order.dresses]: 3 }, 'parcel-too-many'],
    ] as const)
      expect(await send(order, units)).toMatchObject({ ok: false, reason })
    expect(await send(order, { [order.dresses]: 1 }, { courierName: ' ' })).toMatchObject({
      reason: 'parcel-courier-bad',
    })
    expect(await parcelsOf(order)).toHaveLength(1)
  })

  test('stores the waybill of a parcel that is noted or corrected later: its customer sees it, and is notified once', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 1 })
    const note = async (waybill: string, version?: number) =>
      setParcelWaybill(shop, admin, {
        id: (await parcelsOf(order))[0]?.id ?? '',
        orderId: order.id,
        version: version ?? (await read(order.id)).version,
        waybill,
      })
    // Its email has not left, and will have it.
    expect(await note('BR 1')).toEqual({ ok: true, orderNumber: order.orderNumber, number: 1 })
    expect(await emails()).toEqual([])
    await endUndoTime(shop)
    expect((await emails()).join()).toContain('BR 1')
    await forgetEmails()
    const { version } = await read(order.id)
    expect(await note(' BR  2 ', version)).toMatchObject({ ok: true })
    expect(await note('BR 2', version)).toMatchObject({ ok: true })
    expect(await note('BR 3', version)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect(await note('<b>')).toEqual({ ok: false, reason: 'waybill-bad' })
    expect(await parcelsOf(order)).toMatchObject([{ waybill: 'BR 2' }])
    expect(await emails()).toHaveLength(1)
    const logged = await shop.db.select().from(auditLog).where(eq(auditLog.entityId, order.id))
    expect(logged.filter(({ before }) => JSON.stringify(before).includes('waybill'))).toHaveLength(
      2,
    )
  })

  test('never has more in parcels than was ordered, whoever writes it, and no lines of another order', async () => {
    const order = await anOrder()
    const other = await anOrder()
    const { version } = await read(order.id)
    const rivals = await Promise.all(
      [1, 2, 3].map(() => send(order, { [order.dresses]: 2 }, { version })),
    )
    expect(rivals.filter(({ ok }) => ok)).toHaveLength(1)
    const [parcel] = await parcelsOf(order)
    const add = (orderItemId: string, quantity: number) =>
      shop.db.insert(shipmentItems).values({ shipmentId: parcel?.id ?? '', orderItemId, quantity })
    await expect(add(order.bags, 2)).rejects.toThrow()
    await expect(add(order.bags, 0)).rejects.toThrow()
    await expect(add(other.bags, 1)).rejects.toThrow()
    await add(order.bags, 1)
    await expect(
      shop.db
        .update(shipmentItems)
        .set({ quantity: 3 })
        .where(eq(shipmentItems.orderItemId, order.dresses)),
    ).rejects.toThrow()
  })

  test('gets a status by hand only if its parcels allow it; refunded units need not be sent', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 2 })
    for (const to of ['pending', 'cancelled', 'shipped', 'delivered'] as const)
      expect(await move(order, to)).toMatchObject({ reason: 'order-in-parcels', to, left: 1 })
    await endUndoTime(shop)
    await forgetEmails()
    expect(await refund(order, order.bags)).toMatchObject({ ok: true, status: 'done' })
    await forgetEmails()
    expect(await move(order, 'shipped')).toMatchObject({ ok: true })
    await endUndoTime(shop)
    // Of each parcel its customer has heard.
    expect(await emails()).toEqual([])
    expect(await move(order, 'processing')).toMatchObject({ reason: 'order-in-parcels' })
  })

  test('is delivered with its last parcel, and a return to shipped needs that parcel only', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 2 })
    expect(await deliver(order, 0)).toMatchObject({ ok: true, isLast: false })
    expect(await read(order.id)).toMatchObject({ status: 'processing' })
    await send(order, { [order.bags]: 1 })
    await endUndoTime(shop)
    await forgetEmails()
    const last = await deliver(order, 1)
    expect(last).toMatchObject({ ok: true, isLast: true })
    expect(await read(order.id)).toMatchObject({ status: 'delivered' })
    await undoMove(shop, admin, last.ok ? (last.undo ?? 0) : 0)
    expect(await read(order.id)).toMatchObject({ status: 'shipped', deliveredAt: null })
    expect((await parcelsOf(order)).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([
      true,
      false,
    ])
    await deliver(order, 1)
    expect(await deliver(order, 1)).toMatchObject({ ok: true, undo: null })
    await endUndoTime(shop)
    expect(await emails()).toEqual([expect.stringContaining('was delivered')])
    expect((await readOrderEvents(shop, order.id)).map(({ note }) => note?.code)).toContain(
      'parcel-arrived',
    )
  })

  test('takes back a parcel that did not leave, until it was delivered', async () => {
    const order = await anOrder()
    await send(order, { [order.dresses]: 2, [order.bags]: 1 })
    await endUndoTime(shop)
    const [parcel] = await parcelsOf(order)
    const asked = { id: parcel?.id ?? '', orderId: order.id }
    const { version } = await read(order.id)
    expect(await takeShipmentBack(shop, admin, { ...asked, version: version - 1 })).toMatchObject({
      reason: 'edited-meanwhile',
    })
    for (const _ of [1, 2])
      expect(await takeShipmentBack(shop, admin, { ...asked, version })).toMatchObject({ ok: true })
    expect(await read(order.id)).toMatchObject({ status: 'processing', shippedAt: null })
    await send(order, { [order.bags]: 1 })
    await deliver(order, 0)
    const [arrived] = await parcelsOf(order)
    const late = { ...asked, id: arrived?.id ?? '', version: (await read(order.id)).version }
    expect(await takeShipmentBack(shop, admin, late)).toMatchObject({ reason: 'parcel-delivered' })
  })

  test('is handed over by its code parcel by parcel, and the code stays valid for the rest', async () => {
    const order = await anOrder()
    const { releaseCode } = await read(order.id)
    const asked = { orderId: order.id, code: releaseCode ?? '' }
    await send(order, { [order.dresses]: 2 })
    const press = { ...admin, request: 'press-1' }
    expect(await releaseParcel(shop, press, asked)).toMatchObject({ isNew: true, isPart: true })
    expect(await releaseParcel(shop, press, asked)).toMatchObject({ isNew: false, isPart: true })
    expect(await releaseParcel(shop, admin, asked)).toMatchObject({ reason: 'release-not-due' })
    expect(await read(order.id)).toMatchObject({ status: 'processing', releaseTries: 0 })
    await send(order, { [order.bags]: 1 })
    expect(await releaseParcel(shop, admin, asked)).toMatchObject({ ok: true, isNew: true })
    expect(await read(order.id)).toMatchObject({ status: 'delivered' })
    expect((await parcelsOf(order)).every(({ deliveredAt }) => deliveredAt)).toBe(true)
  })

  test('is collected from a cashier part by part: first only what is ready, later the rest', async () => {
    const order = await anOrder()
    const cashier = { ...(await anAdmin(shop)), role: 'cashier' as const }
    const { orderNumber, releaseCode } = await read(order.id)
    const asked = { orderId: order.id, code: releaseCode ?? '' }
    const ask = () => findParcel(shop, cashier, orderNumber)
    await send(order, { [order.dresses]: 1 }, { courierName: 'Pickup' })
    expect(await ask()).toMatchObject({ reason: 'release-not-at-till' })
    await shop.db
      .update(orders)
      .set({ courierId: 'pickup', courierName: 'Pickup' })
      .where(eq(orders.id, order.id))
    expect(await ask()).toMatchObject({
      parcel: { isPart: true, lines: [{ id: order.dresses, quantity: 1 }] },
    })
    const shown = await ask()
    const parts = shown.ok ? shown.parcel.parts : []
    // Another one has left since the cashier looked: it is not handed over unseen.
    expect(await releaseParcel(shop, cashier, { ...asked, parts: [randomUUID()] })).toMatchObject({
      reason: 'release-more-came',
    })
    const press = { ...cashier, request: 'press-1' }
    for (const isNew of [true, false])
      expect(await releaseParcel(shop, press, { ...asked, parts })).toMatchObject({
        isNew,
        isPart: true,
      })
    expect(await ask()).toMatchObject({ reason: 'release-not-due' })
    // By another courier it does not wait at the counter.
    await send(order, { [order.dresses]: 1 })
    expect(await releaseParcel(shop, cashier, asked)).toMatchObject({
      reason: 'release-not-at-till',
    })
    await deliver(order, 1)
    await send(order, { [order.bags]: 1 }, { courierName: 'Pickup' })
    expect(await ask()).toMatchObject({
      parcel: { isPart: false, lines: [{ id: order.bags, quantity: 1 }] },
    })
    expect(await releaseParcel(shop, cashier, asked)).toMatchObject({ isNew: true })
    expect(await read(order.id)).toMatchObject({ status: 'delivered' })
  })

  test('is sent without pre-ordered units that have not arrived', async () => {
    const coat = await aProduct(shop, { name: 'Coat', stock: 0, preorders: 5, price: 9000 })
    const items = [{ product: bag }, { product: coat, preorderFrom: PREORDER_DAY }]
    const { order } = await aPaidOrder(shop, userId, items)
    const [bags, coats] = await listItems(shop.db, order.id)
    expect(await send(order, { [coats?.id ?? '']: 1 })).toMatchObject({
      reason: 'parcel-too-many',
      left: 0,
    })
    expect(await send(order, { [bags?.id ?? '']: 1 })).toMatchObject({ ok: true, isLast: false })
    expect(await read(order.id)).toMatchObject({ status: 'processing' })
  })

  test('waits for pre-ordered units until they are refunded, and gets none of them later', async () => {
    const coat = await aProduct(shop, { name: 'Coat', stock: 0, preorders: 5, price: 9000 })
    const aMixedOrder = async () => {
      const items = [{ product: bag }, { product: coat, preorderFrom: PREORDER_DAY }]
      const { order } = await aPaidOrder(shop, userId, items)
      const [bags, coats] = await listItems(shop.db, order.id)
      return { ...order, bags: bags?.id ?? '', coats: coats?.id ?? '' }
    }
    const [parcelFirst, refundFirst, waiting] = [
      await aMixedOrder(),
      await aMixedOrder(),
      await aMixedOrder(),
    ]
    const refundId = randomUUID()
    await refund(parcelFirst, parcelFirst.coats, null, refundId)
    // That may be called off.
    expect(await send(parcelFirst, { [parcelFirst.bags]: 1 })).toMatchObject({ isLast: false })
    expect(await move(parcelFirst, 'shipped')).toMatchObject({ reason: 'order-in-parcels' })
    const given = { reference: 'NB 4712' }
    expect(await giveRefund(shop, admin, { refundId, version: 1, given })).toMatchObject({
      ok: true,
    })
    expect(await move(parcelFirst, 'shipped')).toMatchObject({ ok: true })

    await refund(refundFirst, refundFirst.coats)
    expect(await send(refundFirst, { [refundFirst.bags]: 1 })).toMatchObject({ isLast: true })
    await shop.db.transaction((db) => adjustStock(db, coat.variantId, 2, 'received', {}))
    expect(await shop.db.select({ orderId: preorders.orderId }).from(preorders)).toEqual([
      { orderId: waiting.id },
    ])
    const [level] = await shop.db.select().from(variants).where(eq(variants.id, coat.variantId))
    expect(level).toMatchObject({ inventory: 1, preorderOwed: 0 })
    for (const check of ['ledger', 'reservations'] as const)
      expect((await runCheck(shop, check)).code).toMatch(/-agree/)
  })

  test('sends no units that are being refunded, and returns to processing for them when the refund is called off', async () => {
    const order = await anOrder()
    const refundId = randomUUID()
    await refund(order, order.dresses, null, refundId)
    expect(await send(order, { [order.dresses]: 2 })).toMatchObject({
      reason: 'parcel-too-many',
      left: 1,
    })
    await send(order, { [order.dresses]: 1, [order.bags]: 1 })
    expect(await deliver(order, 0)).toMatchObject({ ok: true, isLast: true })
    expect(await move(order, 'processing')).toMatchObject({ reason: 'order-in-parcels' })
    await cancelRefund(shop, admin, { refundId, version: 1 })
    expect(await move(order, 'processing')).toMatchObject({ ok: true })
    expect(await parcelsOf(order)).toMatchObject([{ deliveredAt: expect.any(Date) }])
    expect(await send(order, { [order.dresses]: 1 })).toMatchObject({ isLast: true })
    expect(await deliver(order, 1)).toMatchObject({ isLast: true })
  })
})

test('only an order in processing is sent in parts', async () => {
  const order = await anOrder()
  await move(order, 'shipped')
  expect(await send(order, { [order.bags]: 1 })).toMatchObject({ reason: 'not-packable' })
  expect(await shop.db.$count(shipments)).toBe(0)
  expect(await shop.db.$count(orders, eq(orders.status, 'shipped'))).toBe(1)
})
