import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, credits, posReturns, posSales } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

// docs/product.md, Exchanges at the till: the part of a sale that a return pays is checked once both have arrived.

const app = useApp()
let admin: SignedIn
let till: Awaited<ReturnType<typeof aTill>>
let dress: TestProduct
let scarf: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 40_000, stock: 9 })
  scarf = await aProduct(app.shop, { name: 'Silk Scarf', price: 3000, stock: 9 })
  till = await aTill(await app.signIn('cashier'))
  await till.send(till.openShift)
})

/** A dress that somebody else sold is returned for a sale of another product; `isOwn`: the cashier sold it. */
async function exchangeFor(product: TestProduct, claimed: number, isOwn = false) {
  const sold = till.sale([aSoldLine(dress)])
  const next = till.sale([aSoldLine(product)], {
    exchange: { number: sold.number ?? '', refund: 40_000, amount: claimed, carried: 0 },
  })
  const back = till.back(sold, {
    exchangeSaleId: next.id,
    exchange: { amount: claimed, credit: 0 },
  })
  await till.send(sold)
  const cashierId = admin.userId
  if (!isOwn) await app.shop.db.update(posSales).set({ cashierId }).where(eq(posSales.id, sold.id))
  return { sold, back, next }
}
const reasonsOf = async (id: string) => {
  const rows = await app.shop.db.select().from(posReturns).where(eq(posReturns.id, id))
  return rows.map(({ reviewReasons }) => reviewReasons)
}
const saleOf = async (key: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, key)))[0]
const review = async () =>
  (await admin.open('/admin/pos-sales')).html.replace(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('a return is under review only until the sale that it pays has arrived', async () => {
  const { back, next } = await exchangeFor(scarf, 3000)
  const sent = { id: back.id, number: null, reviewReasons: [] }
  expect((await till.send(back)).received).toEqual([sent])
  expect((await till.send(back)).received).toEqual([sent])
  expect(await reasonsOf(back.id)).toEqual([['sale-missing']])
  expect(await review()).toContain('Its sale has not come')
  expect((await till.send(next)).received).toMatchObject([{ reviewReasons: [] }])
  expect(await reasonsOf(back.id)).toEqual([[]])
  expect(await review()).not.toContain('Its sale has not come')
})

test('a return that claims to pay more than its sale costs goes under review with the sale, even if it was handled before', async () => {
  // A dress of the cashier's own sale is exchanged "evenly" for a scarf: the rest of its price would leave without
  // approval.
  const { sold, back, next } = await exchangeFor(scarf, 40_000, true)
  await till.send(back)
  const seen = { kind: 'return', id: back.id, seen: 'sale-missing', note: 'It is on the till' }
  const done = await admin.post('/admin/pos-sales', { intent: 'handled', ...seen })
  expect(done.status).toBe(302)
  expect((await till.send(next)).received).toMatchObject([{ reviewReasons: ['sum-differs'] }])
  expect(await reasonsOf(back.id)).toEqual([['sum-differs']])
  const [row] = await app.shop.db.select().from(posReturns).where(eq(posReturns.id, back.id))
  expect(row).toMatchObject({ handledAt: null, handledBy: null })
  const note = { code: 'exchange-differs', number: sold.number, claimed: 40_000, amount: 3000 }
  expect((await saleOf(next.id))?.reviewNotes).toEqual([note])
  // Repeated, it adds no reasons.
  await till.send(back, next)
  expect(await reasonsOf(back.id)).toEqual([['sum-differs']])
  const log = await app.shop.db.select().from(auditLog).orderBy(auditLog.id)
  const lines = log.filter(({ action }) => /handled|review/.test(action))
  expect(lines).toMatchObject([
    { action: 'marked as handled', byUser: admin.userId, label: sold.number },
    {
      action: 'review reopened',
      byUser: back.cashierId,
      label: sold.number,
      after: { waitedFor: ['sum-differs'] },
    },
  ])
})

test('a return that claims to pay less goes under review, too, because the rest would become a new code', async () => {
  const coat = await aProduct(app.shop, { price: 50_000, stock: 9 })
  const { back, next } = await exchangeFor(coat, 1)
  const code = async () =>
    (await app.shop.db.select().from(credits).where(eq(credits.id, back.id)))[0]?.status
  await till.send({ ...back, creditCode: '23456789ABCD' })
  expect(await code()).toBe('active')
  await till.send(next)
  expect(await reasonsOf(back.id)).toEqual([['sum-differs']])
  // The code cannot be spent before somebody has reviewed the sale.
  expect(await code()).toBe('blocked')
})

test('a sale that claims to be paid by a missing return goes under review', async () => {
  const { sold, next } = await exchangeFor(scarf, 3000)
  await till.send(next)
  expect(await saleOf(next.id)).toMatchObject({
    reviewReasons: ['sum-differs'],
    reviewNotes: [{ code: 'exchange-unknown', number: sold.number, amount: 3000 }],
  })
  // Its return arrives after the sale, so that it waits for none.
  const late = till.back(sold, { exchangeSaleId: next.id, exchange: { amount: 3000, credit: 0 } })
  await till.send(late)
  expect(await reasonsOf(late.id)).toEqual([[]])
})

test('a returned item that is no longer in the catalogue is named in the review', async () => {
  const gone = till.sale([aSoldLine({ ...dress, variantId: randomUUID() })])
  const back = till.back(gone)
  await till.send(gone, back)
  expect((await reasonsOf(back.id))[0]).toContain('goods-unknown')
  expect(await review()).toContain('1 × Linen Dress. They are in no stock')
})
