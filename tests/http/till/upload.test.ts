import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  posReturns,
  posSaleItems,
  posSales,
  products,
  shifts,
  unreadableTillEvents,
  variants,
} from '../../../app/db/tables.server.ts'
import { checkLedger } from '../../../app/modules/health/check-stock.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
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

const onHand = async ({ variantId }: TestProduct) =>
  (await app.shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const sales = () => app.shop.db.select().from(posSales)
const saleOf = async (id: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]

describe('a sale that a till has made', () => {
  test('is stored with its number, cash and shift, and takes its items from stock', async () => {
    const sale = till.sale([aSoldLine(dress, { quantity: 2 })], { cashGiven: 50_000 })
    const { received } = await till.send(sale)
    expect(received).toEqual([{ id: sale.id, number: sale.number, reviewReasons: [] }])
    expect(await saleOf(sale.id)).toMatchObject({
      saleNumber: sale.number,
      paymentMethod: 'cash',
      paymentStatus: 'completed',
      totalAmount: 40_000,
      cashAmount: 40_000,
      cashGiven: 50_000,
      shiftId: till.shiftId,
      tillId: till.till.id,
      cashierId: cashier.userId,
      reviewReasons: [],
    })
    expect(await onHand(dress)).toBe(3)
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is stored once however often it is sent, also ten times at once', async () => {
    const sale = till.sale([aSoldLine(dress)])
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.send(sale)))
    for (const { received } of answers)
      expect(received).toEqual([{ id: sale.id, number: sale.number, reviewReasons: [] }])
    expect(await sales()).toHaveLength(1)
    expect(await onHand(dress)).toBe(4)
  })

  test('is stored with its missing units when items ran short, and stock stays at zero', async () => {
    const sale = till.sale([aSoldLine(dress, { quantity: 7 })])
    const { received } = await till.send(sale)
    expect(received).toMatchObject([{ id: sale.id, reviewReasons: ['short-stock'] }])
    expect(await onHand(dress)).toBe(0)
    const [line] = await app.shop.db.select().from(posSaleItems)
    expect(line).toMatchObject({ quantity: 7, missing: 2 })
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is in order at the price of the till’s list, after the price has changed', async () => {
    await app.shop.db
      .update(products)
      .set({ price: 25_000 })
      .where(eq(products.id, dress.productId))
    const { received } = await till.send(till.sale([aSoldLine(dress)]))
    expect(received[0]?.reviewReasons).toEqual([])
    const cheaper = await till.send(till.sale([aSoldLine(dress, { unitPrice: 19_999 })]))
    expect(cheaper.received[0]?.reviewReasons).toEqual(['price-differs'])
    const never = till.sale([aSoldLine(dress)], { pricesAsOf: '2026-01-01T00:00:00.5+00:00' })
    expect((await till.send(never)).received[0]?.reviewReasons).toEqual(['price-differs'])
  })

  test('goes under review with an old list although the till had a newer one', async () => {
    await app.shop.db
      .update(products)
      .set({ price: 25_000, updatedAt: new Date() })
      .where(eq(products.id, dress.productId))
    expect((await till.get('goods')).status).toBe(200)
    const hour = new Date(Date.now() + 3_600_000).toISOString()
    const late = till.sale([aSoldLine(dress)], { at: hour })
    expect((await till.send(late)).received[0]?.reviewReasons).toEqual(['price-differs'])
  })

  test.each([
    ['a wrong total', { totalAmount: 1 }, ['sum-differs']],
    ['too little cash', { cashGiven: 100 }, ['sum-differs']],
    ['a discount over the limit', { discount: 5000 }, ['discount-unapproved']],
    [
      'a made-up approval',
      {
        discount: 5000,
        approval: { by: randomUUID(), byName: 'Boss', proof: 'f'.repeat(64) },
      },
      ['discount-unapproved'],
    ],
    ['an unknown shift', { shiftId: randomUUID() }, ['shift-unknown']],
  ])('%s goes under review, and is stored', async (_what, change, reviewReasons) => {
    const sale = till.sale([aSoldLine(dress)], change)
    expect((await till.send(sale)).received).toMatchObject([{ id: sale.id, reviewReasons }])
    const { discount } = sale
    expect(await saleOf(sale.id)).toMatchObject({ totalAmount: 20_000 - discount, reviewReasons })
  })

  test('keeps the names of items that are no longer in the catalogue', async () => {
    const gone = { ...dress, productId: randomUUID(), variantId: randomUUID() }
    const sale = till.sale([aSoldLine(gone), aSoldLine(dress)])
    expect((await till.send(sale)).received[0]?.reviewReasons).toEqual(['goods-unknown'])
    const lines = await app.shop.db.select().from(posSaleItems).orderBy(posSaleItems.position)
    expect(lines.map(({ name, variantId }) => [name, variantId])).toEqual([
      ['Linen Dress', null],
      ['Linen Dress', dress.variantId],
    ])
  })

  test('with a number that is not this till’s, or is used already, gets a new one', async () => {
    const first = till.sale([aSoldLine(dress)])
    const other = await aTill(await app.signIn('cashier'))
    const theirs = other.sale([aSoldLine(dress)])
    const { received } = await till.send(
      first,
      till.sale([aSoldLine(dress)], { number: first.number }),
      till.sale([aSoldLine(dress)], { number: theirs.number }),
      till.sale([aSoldLine(dress)], { number: 'POS-2026-999999' }),
    )
    const numbers = received.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(4)
    expect(numbers.slice(1)).not.toContain(theirs.number)
    for (const number of numbers) expect(number).toMatch(/^POS-\d{4}-\d{6}$/)
    expect((await other.send(theirs)).received[0]?.number).toBe(theirs.number)
  })

  test('of yesterday’s cashier counts as theirs when their till signed it, whoever sends it', async () => {
    till = await aTill(cashier, { hasKey: true })
    await till.send(await till.sign(till.openShift))
    const sale = await till.sign(till.sale([aSoldLine(dress)]))
    const today = await app.signIn('cashier')
    const answer = await today.fetch('/admin/pos/upload', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ deviceId: till.deviceId, things: [sale] }),
    })
    expect(answer.status).toBe(200)
    expect(await saleOf(sale.id)).toMatchObject({ cashierId: cashier.userId })
    const customer = await app.signIn('customer')
    const forged = till.sale([aSoldLine(dress)], { cashierId: customer.userId })
    await till.send(forged)
    const kept = await saleOf(forged.id)
    expect(kept).toMatchObject({ cashierId: cashier.userId })
    expect(kept?.reviewNotes).toEqual([{ code: 'maker-none' }])
  })

  test('with a time in the future is stored with the current time', async () => {
    const sale = till.sale([aSoldLine(dress)], { at: '2031-01-01T00:00:00Z' })
    await till.send(sale)
    expect((await saleOf(sale.id))?.createdAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })
})

test('an unreadable event is stored as it came, and blocks nothing', async () => {
  const sale = till.sale([aSoldLine(dress)])
  const broken = { ...till.sale([aSoldLine(dress, { quantity: -1 })]), notes: 'as it came' }
  const huge = till.sale([aSoldLine(dress, { quantity: 9999, unitPrice: 900_000_000 })])
  const { received } = await till.send(broken, huge, 'nonsense', null, sale)
  expect(received.map(({ id }) => id)).toEqual([broken.id, huge.id, '', '', sale.id])
  expect(await sales()).toHaveLength(1)
  const kept = await app.shop.db.select().from(unreadableTillEvents)
  expect(kept).toHaveLength(4)
  expect(kept.find(({ id }) => id === broken.id)?.body).toMatchObject({ notes: 'as it came' })
  expect((await till.post('upload', { things: [] })).status).toBe(400)
  const many = Array.from({ length: 51 }, () => sale)
  expect((await till.post('upload', { deviceId: till.deviceId, things: many })).status).toBe(400)
})

describe('a shift', () => {
  const shiftOf = async (id: string) =>
    (await app.shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]

  test('is closed with its count beside the expected cash', async () => {
    await till.send(
      till.sale([aSoldLine(dress)]),
      { ...till.made(), kind: 'cash-moved', shiftId: till.shiftId, amount: -1000, reason: 'Tea' },
      {
        ...till.made(),
        kind: 'shift-closed',
        shiftId: till.shiftId,
        counted: { '5000': 4, '1000': 3, '500': 1 },
        note: null,
      },
    )
    expect(await shiftOf(till.shiftId)).toMatchObject({
      openingFloat: 5000,
      expectedTotal: 24_000,
      countedTotal: 23_500,
      closedBy: cashier.userId,
    })
  })

  test('that was never closed ends when the next one opens, because a till has only one', async () => {
    const next = { ...till.openShift, ...till.made() }
    await till.send(next, next)
    expect(await shiftOf(till.shiftId)).toMatchObject({ countedTotal: null })
    expect((await shiftOf(till.shiftId))?.closedAt).not.toBeNull()
    expect((await shiftOf(next.id))?.closedAt).toBeNull()
  })
})

describe('items that come back', () => {
  const back = (saleNumber: string | null, lineId: string, change: object = {}) => ({
    ...till.made(),
    kind: 'return',
    shiftId: till.shiftId,
    saleNumber,
    lines: [{ lineId, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    reason: 'Too small',
    exchangeSaleId: null,
    ...change,
  })

  test('are returned to stock, once, or written off', async () => {
    const line = aSoldLine(dress, { quantity: 2 })
    const sale = till.sale([line])
    await till.send(sale)
    const first = back(sale.number, line.id)
    await till.send(first, first)
    expect(await onHand(dress)).toBe(4)
    const lines = [{ lineId: line.id, quantity: 1, amount: 20_000, isRestocked: false }]
    expect((await till.send(back(sale.number, line.id, { lines }))).received).toMatchObject([
      { reviewReasons: [] },
    ])
    expect(await onHand(dress)).toBe(4)
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('go under review when they are more than were sold, or cost more than was paid, and never increase stock', async () => {
    const line = aSoldLine(dress)
    const sale = till.sale([line], { discount: 2000, totalAmount: 18_000 })
    await till.send(sale)
    const { received } = await till.send(
      back(sale.number, line.id),
      back(sale.number, line.id, {
        lines: [{ lineId: line.id, quantity: 1, amount: 0, isRestocked: true }],
        refund: 0,
      }),
    )
    expect(received.map(({ reviewReasons }) => reviewReasons)).toEqual([
      ['sum-differs'],
      ['returned-twice', 'sum-differs'],
    ])
    expect(await onHand(dress)).toBe(5)
    await till.send(back('POS-2026-999999', line.id), back(sale.number, randomUUID()))
    expect(await app.shop.db.select().from(posReturns)).toHaveLength(2)
    expect(await app.shop.db.select().from(unreadableTillEvents)).toHaveLength(2)
  })
})

describe('a till', () => {
  test('gets everything for sale, and the stock moved since', async () => {
    const hidden = await aProduct(app.shop, { name: 'Hidden', status: 'inactive' })
    const answer = await till.get('goods')
    const catalogue = (await answer.json()) as { ledger: number; products: { id: string }[] }
    expect(catalogue.products).toMatchObject([
      {
        id: dress.productId,
        name: 'Linen Dress',
        price: 20_000,
        variants: [{ id: dress.variantId, onHand: 5 }],
      },
    ])
    expect(catalogue.products.map(({ id }) => id)).not.toContain(hidden.productId)
    const tag = answer.headers.get('etag') ?? ''
    expect((await till.get('goods', { 'If-None-Match': tag })).status).toBe(304)
    await till.send(till.sale([aSoldLine(dress)]))
    expect((await till.get('goods', { 'If-None-Match': tag })).status).toBe(304)
    const moved = await (await till.get(`stock?after=${catalogue.ledger}`)).json()
    expect(moved).toMatchObject({ onHand: { [dress.variantId]: 4 } })
    await app.shop.db.update(products).set({ price: 1000 }).where(eq(products.id, dress.productId))
    expect((await till.get('goods', { 'If-None-Match': tag })).status).toBe(200)
  })

  test('gets no cost prices', async () => {
    await app.shop.db.update(products).set({ costPrice: 13_571 })
    for (const path of ['goods', 'start']) {
      const text = await (await till.get(path)).text()
      expect(text).toContain('{')
      expect(text).not.toMatch(/costPrice|13571/)
    }
  })

  test('belongs to one device: another may not take it, but an admin may', async () => {
    const claim = (who: SignedIn, takeOver: boolean, deviceId = randomUUID()) =>
      who.fetch('/admin/pos/tills', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: till.till.name.toUpperCase(), deviceId, takeOver }),
      })
    expect((await claim(cashier, true)).status).toBe(409)
    const admin = await app.signIn('admin')
    expect((await claim(admin, false)).status).toBe(409)
    expect((await claim(admin, true)).status).toBe(200)
    expect((await till.get('goods')).status).toBe(400)
    const numbers = await till.post('numbers', { tillId: till.till.id, count: 1 })
    expect(numbers.status).toBe(400)
    // Its sales from meanwhile are accepted all the same.
    const sale = till.sale([aSoldLine(dress)])
    expect((await till.send(sale)).received).toMatchObject([{ id: sale.id, reviewReasons: [] }])
  })

  test('is notified before payment about changes', async () => {
    const line = { variantId: dress.variantId, quantity: 5, unitPrice: 20_000 }
    const check = async (...lines: object[]) => (await till.post('check', { lines })).json()
    expect(await check(line)).toEqual({ ok: true })
    expect(await check(line, { ...line, quantity: 1 })).toEqual({
      ok: false,
      changed: [{ variantId: dress.variantId, unitPrice: 20_000, onHand: 5 }],
    })
    expect(await check({ ...line, unitPrice: 1 })).toMatchObject({ ok: false })
  })

  test('gets at its start the signed-in person and the open shift', async () => {
    const start = await (await till.get('start')).json()
    expect(start).toMatchObject({
      person: { id: cashier.userId, role: 'cashier', pinSet: false },
      till: till.till,
      openShift: { id: till.shiftId, openingFloat: 5000 },
    })
  })

  test.each(['start', 'goods', 'stock'])('shows a customer nothing of /%s', async (path) => {
    const customer = await app.signIn('customer')
    const answer = await customer.fetch(`/admin/pos/${path}`)
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('Linen Dress')
  })
})
