import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  posReturns,
  posSales,
  products,
  shiftCash,
  shifts,
  tillDevices,
  tills,
  unreadableTillEvents,
} from '../../../app/db/tables.server.ts'
import type { CashSale } from '../../../app/rules/till/till-events.ts'
import { mobileSaleContent } from '../../../app/rules/till/till-signature.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let bob: SignedIn
let eve: SignedIn
let admin: SignedIn
let dress: TestProduct
/** Bob's till, with his open shift. */
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  bob = await app.signIn('cashier')
  eve = await app.signIn('cashier')
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 40_000, stock: 20 })
  till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
})

const saleOf = async (id: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]
const shiftOf = async (id: string) =>
  (await app.shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]
const whys = async () =>
  (await app.shop.db.select().from(unreadableTillEvents)).map(({ why }) => why.code)

/** Uploads events with somebody's session, signed by Bob's first device. */
const sendAs = async (who: SignedIn, ...events: object[]) => {
  const signed = await Promise.all(events.map((event) => till.sign(event)))
  const body = { deviceId: till.deviceId, things: signed }
  const answer = await who.json('/admin/pos/upload', { body })
  return (answer.body as { received: { reviewReasons: string[] }[] }).received.map(
    ({ reviewReasons }) => reviewReasons,
  )
}
const back = (sale: CashSale, shiftId: string) => ({
  ...till.made(),
  kind: 'return',
  shiftId,
  saleNumber: sale.number,
  lines: [{ lineId: sale.lines[0]?.id, quantity: 1, amount: 40_000, isRestocked: true }],
  refund: 40_000,
  reason: 'Faulty',
  approval: null,
  exchangeSaleId: null,
})
const move = (shiftId: string) => ({
  ...till.made(),
  kind: 'cash-moved',
  shiftId,
  amount: -40_000,
  reason: 'Tea',
})
const close = (shiftId: string) => ({
  ...till.made(),
  kind: 'shift-closed',
  shiftId,
  counted: {},
  note: null,
})
const opening = () => ({ ...till.openShift, ...till.made() })

describe('a device whose till was taken over', () => {
  const claim = async (deviceId: string) => {
    const body = { name: till.till.name, deviceId, takeOver: true }
    expect((await admin.json('/admin/pos/tills', { body })).status).toBe(200)
  }
  /** Another device takes over the till, and Bob opens his next shift there. */
  const takeOver = async () => {
    const deviceId = randomUUID()
    await claim(deviceId)
    const opened = opening()
    const body = { deviceId, things: [opened] }
    expect((await bob.json('/admin/pos/upload', { body })).status).toBe(200)
    expect(await shiftOf(opened.id)).toMatchObject({ closedAt: null, openedBy: bob.userId })
    return opened.id
  }

  test('can neither sell nor take returns in a shift that was opened since', async () => {
    const shiftId = await takeOver()
    const sale = till.sale([aSoldLine(dress)], { shiftId })
    const doubted = ['maker-unproven']
    expect(await sendAs(eve, sale, back(sale, shiftId))).toEqual([
      doubted,
      // The sale counts as her own, too.
      ['refund-unapproved', ...doubted],
    ])
    expect(await saleOf(sale.id)).toMatchObject({ shiftId: null })
    expect((await app.shop.db.select().from(posReturns)).map((one) => one.shiftId)).toEqual([null])
  })

  test('can neither open a shift there, move cash nor count: such events are stored as unreadable', async () => {
    const shiftId = await takeOver()
    await sendAs(eve, opening(), move(shiftId), close(shiftId), close(till.shiftId))
    expect(await shiftOf(shiftId)).toMatchObject({ closedAt: null, counted: null })
    expect(await shiftOf(till.shiftId)).toMatchObject({ counted: null })
    expect(await app.shop.db.select().from(shiftCash)).toEqual([])
    expect(await app.shop.db.$count(shifts)).toBe(2)
    expect(await whys()).toHaveLength(4)
  })

  test('cannot close the shift that the new device found open', async () => {
    await claim(randomUUID())
    await sendAs(eve, close(till.shiftId))
    expect(await shiftOf(till.shiftId)).toMatchObject({ closedAt: null })
    expect(await whys()).toEqual(['device-left'])
  })

  test('has its earlier events accepted, and works again once it takes the till back', async () => {
    const sale = till.sale([aSoldLine(dress)])
    await claim(randomUUID())
    expect(await sendAs(eve, sale, move(till.shiftId))).toEqual([[], []])
    expect(await app.shop.db.$count(shiftCash)).toBe(1)
    const again = { name: till.till.name, deviceId: till.deviceId, takeOver: true }
    const body = { ...again, publicKey: till.publicKey }
    expect((await admin.json('/admin/pos/tills', { body })).status).toBe(200)
    const [device] = await app.shop.db
      .select()
      .from(tillDevices)
      .where(eq(tillDevices.deviceId, till.deviceId))
    expect(device?.leftAt).toBeNull()
    await sendAs(bob, close(till.shiftId))
    expect((await shiftOf(till.shiftId))?.closedAt).not.toBeNull()
  })

  test('cannot sign a sale by mobile money', async () => {
    const shiftId = await takeOver()
    const saleId = randomUUID()
    const signed = await till.sign(mobileSaleContent({ saleId, shiftId, totalAmount: 40_000 }))
    const { productId: product_id, variantId: variant_id, price } = dress
    const answer = await eve.json('/functions/process-payment', {
      body: {
        pos: true,
        paymentMethod: 'paychangu',
        cartItems: [{ product_id, variant_id, quantity: 1, price }],
        totalAmount: 40_000,
        till_id: till.till.id,
        shift_id: shiftId,
        sale_id: saleId,
        device_signature: signed.signature.value,
      },
      headers: { 'X-Till-Device': till.deviceId },
    })
    expect(answer.status).toBe(400)
    expect(await app.shop.db.$count(posSales)).toBe(0)
  })
})

test('a retired till opens no shift, and its sale goes under review', async () => {
  const end = { closedAt: new Date(), closedBy: bob.userId }
  await app.shop.db.update(shifts).set(end).where(eq(shifts.id, till.shiftId))
  const now = { retiredAt: new Date(), deviceId: null }
  await app.shop.db.update(tills).set(now).where(eq(tills.id, till.till.id))
  const opened = opening()
  const sold = till.sale([aSoldLine(dress)])
  const unplaced = till.sale([aSoldLine(dress)], { shiftId: opened.id })
  const reviewReasons = await sendAs(bob, opened, sold, unplaced)
  expect(reviewReasons).toEqual([[], ['shift-unknown'], ['shift-unknown']])
  expect(await sendAs(bob, back(sold, till.shiftId))).toEqual([
    ['refund-unapproved', 'shift-unknown'],
  ])
  await admin.json('/admin/pos/upload', {
    body: { deviceId: randomUUID(), things: [{ ...opening(), cashierId: admin.userId }] },
  })
  expect(await app.shop.db.$count(shifts)).toBe(1)
  expect(await whys()).toEqual(Array(2).fill('till-retired'))
})

test('cash cannot be moved in a shift that the back office closed as abandoned', async () => {
  const end = { closedAt: new Date(), closedBy: admin.userId, abandonedAt: new Date() }
  await app.shop.db.update(shifts).set(end).where(eq(shifts.id, till.shiftId))
  await sendAs(bob, move(till.shiftId))
  expect(await app.shop.db.select().from(shiftCash)).toEqual([])
  expect(await whys()).toEqual(['shift-closed'])
})

test('a sale is checked against the prices of its own till, not of another that it names', async () => {
  const spare = await aTill(eve, { hasKey: true })
  await app.shop.db
    .update(products)
    .set({ price: 60_000, updatedAt: new Date() })
    .where(eq(products.id, dress.productId))
  const lately = await aTill(admin, { hasKey: true })
  await lately.send(await lately.sign(lately.openShift))
  const old = { tillId: spare.till.id, pricesAsOf: spare.asOf }
  const { received } = await lately.send(await lately.sign(lately.sale([aSoldLine(dress)], old)))
  expect(received[0]?.reviewReasons).toEqual(['price-differs'])
})
