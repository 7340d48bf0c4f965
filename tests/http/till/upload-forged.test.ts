import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  posReturns,
  posSales,
  products,
  shiftCash,
  shifts,
  tillPriceLists,
  unreadableTillEvents,
  variants,
} from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aSale } from '../../support/till/counter.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let cashier: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  cashier = await app.signIn('cashier')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  till = await aTill(cashier)
  await till.send(till.openShift)
})

const saleOf = async (id: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]
const shiftOf = async (id: string) =>
  (await app.shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]
const onHand = async () =>
  (await app.shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory
const reviewReasonsOf = async (...events: unknown[]) =>
  (await till.send(...events)).received.map(({ reviewReasons }) => reviewReasons)
const whys = async () =>
  (await app.shop.db.select().from(unreadableTillEvents)).map(({ why }) => why.code)
const count = () => ({
  ...till.made(),
  kind: 'shift-closed',
  shiftId: till.shiftId,
  counted: { '1000': 5 },
  note: null,
})

test('a cashier who signs a sale with an admin’s name gets no admin’s discount', async () => {
  const admin = await aUser(app.shop, 'admin')
  const sale = till.sale([aSoldLine(dress)], { cashierId: admin.userId, discount: 19_000 })
  expect(await reviewReasonsOf(sale)).toEqual([['maker-unproven', 'discount-unapproved']])
  expect(await saleOf(sale.id)).toMatchObject({ cashierId: cashier.userId, approvedBy: null })
})

test('events after the count do not change a counted drawer', async () => {
  const line = aSoldLine(dress)
  const sold = till.sale([line])
  const tea = {
    ...till.made(),
    kind: 'cash-moved',
    shiftId: till.shiftId,
    amount: -1000,
    reason: 'Tea',
  }
  await till.send(sold, tea, count())
  const late = till.sale([aSoldLine(dress)])
  const back = {
    ...till.made(),
    kind: 'return',
    shiftId: till.shiftId,
    saleNumber: sold.number,
    lines: [{ lineId: line.id, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    reason: 'Too small',
    exchangeSaleId: null,
  }
  const stolen = { ...tea, ...till.made(), amount: -19_000 }
  expect(await reviewReasonsOf(tea, late, back, stolen)).toEqual([
    [],
    ['shift-unknown'],
    ['shift-unknown'],
    [],
  ])
  expect(await saleOf(late.id)).toMatchObject({ shiftId: null, tillId: till.till.id })
  expect((await app.shop.db.select().from(posReturns))[0]?.shiftId).toBeNull()
  expect(await app.shop.db.select().from(shiftCash)).toHaveLength(1)
  expect(await whys()).toEqual(['shift-counted'])
  expect(await shiftOf(till.shiftId)).toMatchObject({ countedTotal: 5000, expectedTotal: 24_000 })
})

test('a cashier cannot open, move or count the drawer of a till that is not this device’s', async () => {
  const other = await aTill(await app.signIn('cashier'))
  await other.send(other.openShift)
  const { shiftId } = other
  await till.send(
    { ...till.openShift, ...till.made(), tillId: other.till.id },
    { ...till.made(), kind: 'cash-moved', shiftId, amount: -1000, reason: 'Tea' },
    { ...count(), shiftId },
  )
  expect(await shiftOf(shiftId)).toMatchObject({ closedAt: null, counted: null })
  expect(await app.shop.db.select().from(shiftCash)).toEqual([])
  expect(await whys()).toHaveLength(3)
  const admin = await app.signIn('admin')
  const saved = { ...count(), shiftId }
  const body = { deviceId: till.deviceId, things: [saved] }
  expect((await admin.json('/admin/pos/upload', { body })).status).toBe(200)
  expect((await shiftOf(shiftId))?.countedTotal).toBe(5000)
})

test('a shift that arrives after a newer one of its till leaves the newer one open', async () => {
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const late = { ...till.openShift, ...till.made(), at }
  await till.send(late)
  expect(await shiftOf(till.shiftId)).toMatchObject({ closedAt: null })
  expect((await shiftOf(late.id))?.closedAt).not.toBeNull()
})

test('a sale cannot be backdated to an older price or to before its shift', async () => {
  await app.shop.db
    .update(products)
    .set({ price: 25_000, updatedAt: new Date() })
    .where(eq(products.id, dress.productId))
  const { asOf } = (await (await till.get('goods')).json()) as { asOf: string }
  await app.shop.db.update(tillPriceLists).set({ notedAt: sql`now() - interval '1 hour'` })
  const now = till.sale([aSoldLine(dress, { unitPrice: 25_000 })], { pricesAsOf: asOf })
  const anHourAgo = new Date(Date.now() - 7_200_000).toISOString()
  const dated = till.sale([aSoldLine(dress)], { at: anHourAgo })
  expect(await reviewReasonsOf(now, dated)).toEqual([[], ['shift-unknown', 'price-differs']])
})

test('a price list whose download was cut causes no review where prices are unchanged', async () => {
  await aProduct(app.shop, { name: 'New Bag' })
  await till.get('goods')
  await app.shop.db.update(tillPriceLists).set({ notedAt: sql`now() - interval '1 hour'` })
  expect(await reviewReasonsOf(till.sale([aSoldLine(dress)]))).toEqual([[]])
})

test('returned items of an unpaid sale do not increase the stock', async () => {
  const sale = await aSale(app.shop, {
    cashierId: cashier.userId,
    product: dress,
    paymentMethod: 'paychangu',
    paymentStatus: 'failed',
  })
  const back = {
    ...till.made(),
    kind: 'return',
    shiftId: till.shiftId,
    saleNumber: sale.saleNumber,
    lines: [{ lineId: sale.lineId, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    reason: 'Too small',
    exchangeSaleId: null,
  }
  expect(await reviewReasonsOf(back)).toEqual([['sum-differs']])
  expect(await onHand()).toBe(5)
})

test('a note that was cut in the middle of a character blocks no sale', async () => {
  const sale = till.sale([aSoldLine(dress)], { notes: 'Gift \ud83c' })
  const { received } = await till.send({ ...sale, customerName: 'A\0da' }, null, null)
  expect(received.map(({ id }) => id)).toEqual([sale.id, '', ''])
  expect(await saleOf(sale.id)).toMatchObject({ notes: 'Gift \ufffd', customerName: 'Ada' })
  expect(await whys()).toHaveLength(1)
})

test('a null character in an event’s name blocks no upload: the event is stored as unreadable', async () => {
  const [odd, sale] = [till.made(), till.sale([aSoldLine(dress)])]
  const { received } = await till.send(
    { ...odd, kind: 'odd', 'pie\0ces': [{ '5\ud83c': 1 }] },
    sale,
  )
  expect(received.map(({ id }) => id)).toEqual([odd.id, sale.id])
  const [kept] = await app.shop.db.select().from(unreadableTillEvents)
  expect(kept?.body).toEqual({ ...odd, kind: 'odd', pieces: [{ '5\ufffd': 1 }] })
})

test('a till holds at most two thousand unused numbers, and the millionth has seven digits', async () => {
  await app.shop.db.execute(sql`select setval('sale_numbers', 999998)`)
  const ask = async (n: number) => {
    const answer = await till.post('numbers', { tillId: till.till.id, count: n })
    return ((await answer.json()) as { numbers: string[] }).numbers
  }
  const first = await ask(2)
  expect(first.map((number) => number.slice(9)).sort()).toEqual(['1000000', '999999'])
  const counts = []
  for (const n of [500, 500, 500, 500, 500]) counts.push((await ask(n)).length)
  // Twenty numbers at its claim, and two above.
  expect(counts).toEqual([500, 500, 500, 478, 0])
  const unnumbered = till.sale([aSoldLine(dress)], { number: randomUUID().slice(0, 20) })
  const { received } = await till.send(unnumbered)
  expect(received[0]?.number).toMatch(/^POS-\d{4}-\d{7}$/)
})
