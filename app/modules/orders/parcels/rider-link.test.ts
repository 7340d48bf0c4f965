import { desc, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  readOrder,
  readOrderEvents,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, orders } from '../../../db/tables.server.ts'
import { LIMITS } from '../../../rules/limits.ts'
import { RIDER_LINK_DAYS } from '../../../rules/orders/rider-link.ts'
import { exportOrders } from '../../privacy/export-orders.ts'
import { anonymizeOrders } from '../anonymize-orders.ts'
import { moveOrder } from '../move-order.ts'
import { listItems } from '../read-order.ts'
import { deliverShipment } from '../shipments/follow-shipment.ts'
import { listShipments } from '../shipments/list-shipments.ts'
import { sendShipment } from '../shipments/send-shipment.ts'
import { makeRiderLink } from './make-rider-link.ts'
import { releaseParcel } from './release-parcel.ts'
import { openLinkOf, openRiderLink, releaseByRider } from './rider-link.ts'

const shop = useShop({ RATE_LIMIT_SCALE: '1' })
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>
const ip = '10.1.2.3'

beforeEach(async () => {
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const make = (orderId: string, link = 0, rider = 'Chisomo, bike 4') =>
  makeRiderLink(shop, admin, { orderId, link, rider })

/** Of the newest link, what its bearer has. */
async function bearerOf(orderId: string) {
  const order = await readOrder(shop, orderId)
  const url = new URL((await openOf(orderId)) ?? '')
  expect(url.pathname).toBe(`/handover/${order.orderNumber}`)
  return { number: order.orderNumber, key: url.searchParams.get('key') ?? '', ip }
}

const openOf = async (orderId: string) =>
  openLinkOf(shop, await readOrder(shop, orderId), await listShipments(shop.db, [orderId]))

/** A piece of the first line of an order leaves as a parcel. */
async function send(orderId: string) {
  const id = crypto.randomUUID()
  const [line] = await listItems(shop.db, orderId)
  const { version } = await readOrder(shop, orderId)
  const units = { [line?.id ?? '']: 1 }
  const parcel = { id, orderId, version, units, courierName: 'Speed', waybill: '' }
  expect(await sendShipment(shop, admin, parcel)).toMatchObject({ ok: true })
  return id
}

async function aParcel(pieces = 1) {
  const dress = await aProduct(shop, { stock: 50 })
  const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: pieces }])
  const { releaseCode } = await readOrder(shop, order.id)
  const code = releaseCode ?? ''
  expect(await make(order.id)).toMatchObject({ ok: true, rider: 'Chisomo, bike 4' })
  const wrong = code === '0000' ? '1111' : '0000'
  return { orderId: order.id, code, wrong, bearer: await bearerOf(order.id) }
}

const type = (bearer: Awaited<ReturnType<typeof bearerOf>>, code: string, request = randomName()) =>
  releaseByRider(shop, { ...bearer, code, request })
const randomName = () => crypto.randomUUID()
const logged = () => shop.db.select().from(auditLog).orderBy(desc(auditLog.id))
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: { subject: string } }>(
    sql`delete from pgboss.job where name = 'send-email' returning data`,
  )
  return rows.map(({ data }) => data.subject)
}

test('a rider with the link sees number, first name and area, and hands the parcel over by the code, once', async () => {
  const { orderId, code, bearer } = await aParcel()
  const order = await readOrder(shop, orderId)
  const { firstName } = order.shippingAddress
  expect(await openRiderLink(shop, bearer)).toEqual({
    ok: true,
    parcel: {
      orderNumber: order.orderNumber,
      firstName,
      area: 'Blantyre',
      isCollected: false,
      triesLeft: 5,
      doneAt: null,
    },
  })
  await emails()
  const press = randomName()
  expect(await type(bearer, code, press)).toMatchObject({ ok: true, isNew: true })
  expect(await type(bearer, code, press)).toMatchObject({ ok: true, isNew: false })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'delivered', releaseTries: 0 })
  expect((await readOrderEvents(shop, orderId)).at(-1)).toMatchObject({
    byUser: null,
    note: { code: 'released-by-link', rider: 'Chisomo, bike 4' },
  })
  expect((await logged())[0]).toMatchObject({
    byUser: null,
    ip,
    after: { status: 'delivered', releasedBy: 'link' },
  })
  expect(await emails()).toEqual([`Your order ${order.orderNumber} was delivered`])
  // Who brought it is not in the file of the customer's own data.
  const [exported] = await exportOrders(shop.db, userId)
  expect(exported?.history.map(({ note }) => note).slice(-2)).toEqual([
    { code: 'rider-link' },
    { code: 'released-by-link' },
  ])
  // The link has ended: it tells when, and no more of the customer.
  expect(await openRiderLink(shop, bearer)).toMatchObject({
    parcel: { firstName: '', area: '', doneAt: expect.any(Date) },
  })
})

test("wrong codes of a rider's link and of the staff count together, and after five only staff hand over", async () => {
  const { orderId, code, wrong, bearer } = await aParcel()
  const press = randomName()
  // The same press once more, whose answer was lost: one try, and no way to try another code unseen.
  for (const typed of [wrong, wrong, code])
    expect(await type(bearer, typed, press)).toEqual({
      ok: false,
      reason: 'release-code-wrong',
      left: 4,
    })
  await releaseParcel(shop, admin, { orderId, code: wrong })
  for (const left of [2, 1, 0]) expect(await type(bearer, wrong)).toMatchObject({ left })
  expect(await type(bearer, code)).toMatchObject({ reason: 'release-locked' })
  expect(await openRiderLink(shop, bearer)).toMatchObject({ parcel: { triesLeft: 0 } })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'processing', releaseTries: 5 })
  const byRider = (await logged()).filter(({ byUser }) => byUser === null)
  expect(byRider).toHaveLength(4)
  expect(byRider[0]?.after).toEqual({ releaseTries: 5, by: 'link' })
  expect(await type(bearer, '12')).toMatchObject({ reason: 'release-code-bad' })
})

test('a link ends with the next one, after its days, and with its order', async () => {
  const { orderId, code, bearer } = await aParcel()
  expect(await make(orderId, 0)).toMatchObject({ reason: 'edited-meanwhile' })
  expect(await make(orderId, 1, 'Depot Zomba')).toMatchObject({ ok: true })
  expect(await openRiderLink(shop, bearer)).toMatchObject({ reason: 'rider-link-unknown' })
  expect(await type(bearer, code)).toMatchObject({ reason: 'rider-link-unknown' })
  const second = await bearerOf(orderId)
  const later = { ...shop, now: () => new Date(Date.now() + RIDER_LINK_DAYS * 86_400_000 + 1000) }
  expect(await openRiderLink(later, second)).toMatchObject({ reason: 'rider-link-ended' })
  expect(await releaseByRider(later, { ...second, code, request: null })).toMatchObject({
    reason: 'rider-link-ended',
  })
  const { version } = await readOrder(shop, orderId)
  await moveOrder(shop, admin, { orderId, version, to: 'cancelled' })
  expect(await openRiderLink(shop, second)).toMatchObject({ reason: 'rider-link-ended' })
  expect(await type(second, code)).toMatchObject({ reason: 'rider-link-ended' })
})

test('a repeated request of staff makes one link, and an order that cannot have one is refused', async () => {
  const { orderId, bearer } = await aParcel()
  const press = { ...admin, request: randomName() }
  const asked = { orderId, link: 1, rider: 'Depot Zomba' }
  for (let n = 0; n < 2; n += 1)
    expect(await makeRiderLink(shop, press, asked)).toMatchObject({ ok: true })
  expect(await makeRiderLink(shop, press, { ...asked, rider: 'Depot Blantyre' })).toEqual({
    ok: false,
    reason: 'edited-meanwhile',
  })
  expect(await readOrder(shop, orderId)).toMatchObject({ riderLinkVersion: 2 })
  for (const rider of [' ', 'x'.repeat(61)])
    expect(await make(orderId, 2, rider)).toMatchObject({ reason: 'rider-bad' })
  const { order } = await aPendingOrder(shop, userId, [{ product: await aProduct(shop) }])
  expect(await make(order.id)).toMatchObject({ reason: 'rider-not-due' })
  expect(await make(crypto.randomUUID())).toMatchObject({ reason: 'not-found' })
  // Nobody is named by it any more once the customer is taken out of the order.
  await shop.db.transaction((db) => anonymizeOrders(db, [orderId]))
  expect(await readOrder(shop, orderId)).toMatchObject({ riderName: null, riderLinkAt: null })
  expect(JSON.stringify(await readOrderEvents(shop, orderId))).not.toContain('Zomba')
  expect(await openRiderLink(shop, bearer)).toMatchObject({ ok: false })
})

test("a rider's link of an order sent in parts hands over the sent parcel, and ends with it", async () => {
  const { orderId, code, bearer } = await aParcel(2)
  await send(orderId)
  expect(await openOf(orderId)).not.toBeNull()
  expect(await type(bearer, code)).toMatchObject({ ok: true, isPart: true })
  expect((await readOrderEvents(shop, orderId)).at(-1)?.note).toMatchObject({
    code: 'parcels-released-by-link',
  })
  expect(await openRiderLink(shop, bearer)).toMatchObject({
    parcel: { doneAt: expect.any(Date) },
  })
  expect(await type(bearer, code)).toMatchObject({ reason: 'rider-link-ended' })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'processing' })
  expect((await logged())[0]?.after).toEqual({ releasedParcels: 1, releasedBy: 'link' })
  // Nobody is given a dead link, also for the parcel that leaves next; a new one hands that over.
  expect(await openOf(orderId)).toBeNull()
  await send(orderId)
  expect(await openOf(orderId)).toBeNull()
  expect(await make(orderId, 1, 'Bike 5')).toMatchObject({ ok: true })
  expect(await type(await bearerOf(orderId), code)).toMatchObject({ ok: true, isNew: true })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'delivered' })
})

test("a rider's link stays valid for the second of two parcels when staff mark the first as delivered", async () => {
  const { orderId, code, bearer } = await aParcel(3)
  const first = await send(orderId)
  await send(orderId)
  const { version } = await readOrder(shop, orderId)
  await deliverShipment(shop, admin, { orderId, id: first, version })
  expect(await openOf(orderId)).not.toBeNull()
  expect(await openRiderLink(shop, bearer)).toMatchObject({ parcel: { doneAt: null } })
  expect(await type(bearer, code)).toMatchObject({ ok: true, isPart: true })
  expect(await openOf(orderId)).toBeNull()
})

test("an order that waits for a pre-order has no rider's link before a part of it was sent", async () => {
  const coat = await aProduct(shop, { stock: 0, preorders: 5 })
  const items = [{ product: await aProduct(shop) }, { product: coat, preorderFrom: PREORDER_DAY }]
  const { order } = await aPaidOrder(shop, userId, items)
  expect(await make(order.id)).toMatchObject({ reason: 'rider-owed' })
  await send(order.id)
  expect(await make(order.id)).toMatchObject({ ok: true })
})

test("wrong keys of a rider's link are limited for each network, and the right one still works", async () => {
  const { bearer } = await aParcel()
  const key = 'x'.repeat(bearer.key.length)
  for (let n = 0; n < LIMITS.orderKeys.max; n += 1)
    expect(await openRiderLink(shop, { ...bearer, key })).toMatchObject({
      reason: 'rider-link-unknown',
    })
  expect(await openRiderLink(shop, { ...bearer, key })).toMatchObject({
    reason: 'too-many-attempts',
  })
  expect(await openRiderLink(shop, bearer)).toMatchObject({ ok: true })
})

test('the database refuses a rider without a name', async () => {
  await aParcel()
  await expect(shop.db.update(orders).set({ riderName: '' })).rejects.toThrow()
})
