import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, orders } from '../../../app/db/tables.server.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import type { OrderStatus } from '../../../app/rules/orders/orders.ts'
import { PICKUP_ID } from '../../../app/shop.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
} from '../../support/factories.ts'

const app = useApp()
const { shop } = app
let cashier: SignedIn
let staff: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  cashier = await app.signIn('cashier')
  staff = await anAdmin(shop)
})

/** A paid order, by default one that is collected at the shop, moved to this status. */
async function aParcel(status: OrderStatus = 'shipped', courierId: string = PICKUP_ID) {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop, { name: 'Chitenje Wrap', price: 20_000, stock: 5 })
  const isPickup = courierId === PICKUP_ID
  const { order } = await aPaidOrder(shop, userId, [{ product, quantity: 2 }], {
    courierId,
    ...(isPickup && { totalAmount: 40_000 }),
  })
  if (status !== 'processing')
    await moveOrder(shop, staff, {
      orderId: order.id,
      version: (await read(order.id)).version,
      to: status,
    })
  const { releaseCode } = await read(order.id)
  const code = releaseCode ?? ''
  return { id: order.id, number: order.orderNumber, code, wrong: code === '0000' ? '1111' : '0000' }
}
const read = (id: string) => readOrder(shop, id)
const find = (number: string, who: Client = cashier) =>
  who.json(`/admin/pos/parcels?number=${number}`)
const release = (
  { id: orderId }: { id: string },
  code: string,
  who: Client = cashier,
  request: string = randomUUID(),
) => who.json('/admin/pos/parcels', { body: { orderId, code, request } })

test('a cashier finds a parcel by its number and hands it over for the customer’s code, without ever seeing that code', async () => {
  const parcel = await aParcel()
  const found = await find(parcel.number.toLowerCase())
  expect(found).toMatchObject({
    status: 200,
    body: {
      parcel: {
        orderId: parcel.id,
        customer: 'Chisomo Banda',
        total: 40_000,
        paidAt: expect.any(String),
        triesLeft: 5,
        lines: [{ name: 'Chitenje Wrap', quantity: 2 }],
      },
    },
  })
  // Neither the code nor any of the customer's data but the name.
  expect(JSON.stringify(found.body)).not.toMatch(new RegExp(`"${parcel.code}"|person|265991234567`))
  expect(await release(parcel, parcel.code)).toMatchObject({
    status: 200,
    body: { orderNumber: parcel.number },
  })
  expect(await read(parcel.id)).toMatchObject({
    status: 'delivered',
    deliveredAt: expect.any(Date),
  })
  const [entry] = await shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, parcel.id))
    .orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({
    byUser: cashier.userId,
    after: { status: 'delivered', releasedBy: 'code' },
  })
  expect(await find(parcel.number)).toMatchObject({ status: 409, body: { reason: 'release-done' } })
})

test('a wrong code whose answer was lost is one try at the till, and five wrong ones lock the parcel', async () => {
  const parcel = await aParcel()
  const lost = randomUUID()
  for (let n = 0; n < 3; n += 1)
    expect(await release(parcel, parcel.wrong, cashier, lost)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('4 tries are left') },
    })
  for (let n = 0; n < 4; n += 1) await release(parcel, parcel.wrong)
  expect(await release(parcel, parcel.code)).toMatchObject({
    status: 409,
    body: { reason: 'release-locked' },
  })
  expect(await read(parcel.id)).toMatchObject({ status: 'shipped', releaseTries: 5 })
  expect((await find(parcel.number)).body).toMatchObject({ parcel: { triesLeft: 0 } })
})

test.each<[string, OrderStatus, string]>([
  ['is not ready yet', 'processing', PICKUP_ID],
  ['goes with a courier', 'shipped', 'bike-riders'],
])(
  'a cashier neither sees nor hands over a parcel that %s; who runs the shop does',
  async (_, status, courier) => {
    const parcel = await aParcel(status, courier)
    const found = await find(parcel.number)
    expect(found).toMatchObject({ status: 409, body: { reason: 'release-not-at-till' } })
    expect(JSON.stringify(found.body)).not.toContain('Banda')
    expect(await release(parcel, parcel.code)).toMatchObject({
      status: 409,
      body: { reason: 'release-not-at-till' },
    })
    expect(await read(parcel.id)).toMatchObject({ status, releaseTries: 0 })
    const admin = await app.signIn('admin')
    expect(await find(parcel.number, admin)).toMatchObject({ status: 200 })
    expect(await release(parcel, parcel.code, admin)).toMatchObject({ status: 200 })
  },
)

test('an unpaid, cancelled or unknown order is not handed over at the till', async () => {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop)
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  expect(await find(order.orderNumber)).toMatchObject({ body: { reason: 'release-not-due' } })
  const parcel = await aParcel()
  // Staff marked it as shipped unpaid by mistake: no cashier may hand it over.
  await shop.db.update(orders).set({ paidAt: null }).where(eq(orders.id, parcel.id))
  expect(await release(parcel, parcel.code)).toMatchObject({
    body: { reason: 'release-not-at-till' },
  })
  for (const none of ['', 'dress', 'FSC-2026-999999'])
    expect(await find(none)).toMatchObject({ status: 404, body: { reason: 'parcel-not-found' } })
  expect(await release({ id: randomUUID() }, '1234')).toMatchObject({ status: 404 })
  expect(await release(parcel, '12')).toMatchObject({ body: { reason: 'release-code-bad' } })
})
