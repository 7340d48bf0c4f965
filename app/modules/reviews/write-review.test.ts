import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aPaidOrder, aPendingOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import {
  aBuyer,
  aReview,
  EDIT,
  ratingOf,
  setStatus,
  slugOf,
  write,
} from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aReturn, aSale } from '../../../tests/support/till/counter.ts'
import { orderItems, orders, posSaleItems, reviews } from '../../db/tables.server.ts'
import { EDITABLE_DAYS } from '../../rules/reviews/reviews.ts'
import { receiptCodeOf } from '../../rules/till/receipt-code.ts'
import { findReceipt } from './find-receipt.ts'
import { listReviews, readSummary } from './list-reviews.ts'
import { listReviewable } from './own-review.ts'
import { deleteReview } from './write-review.ts'

const shop = useShop()
const NOT_BOUGHT = { ok: false, reason: 'review-not-bought' }
const later = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  return { ...shop, now: () => at }
}
const listAll = () => shop.db.select().from(reviews)

describe('a review by account', () => {
  test('is written once the order is paid and sent, and not before', async () => {
    const product = await aProduct(shop)
    const { userId } = await aUser(shop)
    const buyer = { userId, saleId: null }
    const pending = await aPendingOrder(shop, userId, [{ product }])
    expect(await write(shop, buyer, product)).toEqual(NOT_BOUGHT)
    // Staff may ship what nobody has paid: that is no purchase.
    await setStatus(shop, pending.order.id, 'shipped')
    expect(await write(shop, buyer, product)).toEqual(NOT_BOUGHT)
    const { order } = await aPaidOrder(shop, userId, [{ product }])
    expect(await write(shop, buyer, product)).toEqual(NOT_BOUGHT)
    await setStatus(shop, order.id, 'shipped')
    expect(await write(shop, buyer, product)).toEqual({ ok: true })
    expect(await listAll()).toMatchObject([{ ...EDIT, userId, posSaleId: null }])
  })

  test('is refused for a product that was not bought, for another person’s order, and without an account', async () => {
    const [bought, other] = [await aProduct(shop), await aProduct(shop)]
    const buyer = await aBuyer(shop, bought)
    const stranger = await aBuyer(shop, other)
    expect(await write(shop, buyer, other)).toEqual(NOT_BOUGHT)
    expect(await write(shop, stranger, bought)).toEqual(NOT_BOUGHT)
    expect(await write(shop, { userId: null, saleId: null }, bought)).toEqual(NOT_BOUGHT)
    expect(await listAll()).toEqual([])
  })

  test('of a cancelled order is refused; an existing review stays', async () => {
    const product = await aProduct(shop)
    const [first, second] = [await aBuyer(shop, product), await aBuyer(shop, product)]
    await write(shop, first, product)
    for (const { orderId } of [first, second]) await setStatus(shop, orderId, 'cancelled')
    expect(await write(shop, second, product)).toEqual(NOT_BOUGHT)
    expect(await ratingOf(shop, product)).toMatchObject({ count: 1 })
  })

  test('is one, however many requests come at once, and has the content of the last', async () => {
    const product = await aProduct(shop)
    const buyer = await aBuyer(shop, product)
    const done = await Promise.all(
      [1, 2, 3, 4].map((stars) => write(shop, buyer, product, { stars })),
    )
    expect(done.map(({ ok }) => ok)).toEqual([true, true, true, true])
    const [row, ...others] = await listAll()
    expect(others).toEqual([])
    expect(await ratingOf(shop, product)).toMatchObject({ count: 1, sum: row?.stars })
  })

  test('can be changed and deleted for a limited time', async () => {
    const product = await aProduct(shop)
    const buyer = await aBuyer(shop, product)
    await write(shop, buyer, product)
    expect(
      await write(later(EDITABLE_DAYS - 1), buyer, product, { stars: 2, words: 'It faded' }),
    ).toEqual({ ok: true })
    expect(await listAll()).toMatchObject([{ stars: 2, words: 'It faded', handledAt: null }])
    const late = later(EDITABLE_DAYS + 1)
    const tooLate = { ok: false, reason: 'review-too-late' }
    expect(await write(late, buyer, product, { stars: 1 })).toEqual(tooLate)
    const slug = await slugOf(shop, product)
    expect(await deleteReview(late, buyer, slug)).toEqual(tooLate)
    expect(await deleteReview(shop, buyer, slug)).toEqual({ ok: true })
    // Sent again: the first answer was lost.
    expect(await deleteReview(shop, buyer, slug)).toEqual({ ok: true })
    expect(await ratingOf(shop, product)).toMatchObject({ count: 0, sum: 0, score: 0 })
  })

  test('that the shop has hidden can neither be changed nor deleted and written anew', async () => {
    const product = await aProduct(shop)
    const { buyer, id } = await aReview(shop, product)
    await shop.db
      .update(reviews)
      .set({ hiddenAt: new Date(), hiddenReason: 'Names somebody' })
      .where(eq(reviews.id, id))
    const hidden = { ok: false, reason: 'review-hidden' }
    expect(await write(shop, buyer, product, { words: 'Again' })).toEqual(hidden)
    expect(await deleteReview(shop, buyer, await slugOf(shop, product))).toEqual(hidden)
  })

  test('sent again by the same request changes nothing', async () => {
    const product = await aProduct(shop)
    const buyer = await aBuyer(shop, product)
    for (let n = 0; n < 2; n += 1) await write(shop, buyer, product, {}, { request: 'press-1' })
    expect(await listAll()).toMatchObject([{ version: 1, editedAt: null }])
  })
})

describe('the database, even if the code forgets the rule,', () => {
  test('refuses a review of another line, of another account, and a second one', async () => {
    const [product, other] = [await aProduct(shop), await aProduct(shop)]
    const { buyer } = await aReview(shop, product)
    const stranger = await aUser(shop)
    const [line] = await shop.db
      .select()
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(eq(orders.userId, buyer.userId))
    const orderItemId = line?.order_items.id ?? ''
    const put = async (values: Partial<typeof reviews.$inferInsert>) => {
      const whole = { productId: product.productId, userId: buyer.userId, orderItemId, stars: 5 }
      const refused = await shop.db
        .insert(reviews)
        .values({ ...whole, ...values })
        .catch((error: unknown) => error)
      return (refused as { cause?: { constraint?: string } }).cause?.constraint
    }
    expect(await put({})).toBe('reviews_once_by_account')
    expect(await put({ productId: other.productId })).toBe('reviews_of_buyers')
    expect(await put({ userId: stranger.userId })).toBe('reviews_of_buyers')
    expect(await put({ userId: null, orderItemId: null })).toMatch(/^reviews_(buyer|of_buyers)$/)
    const moved = shop.db.update(reviews).set({ productId: other.productId })
    await expect(moved).rejects.toMatchObject({ cause: { constraint: 'reviews_stay' } })
  })
})

describe('a review by receipt', () => {
  const aReceipt = async (change: Partial<Parameters<typeof aSale>[1]> = {}) => {
    const product = await aProduct(shop)
    const { userId: cashierId } = await aUser(shop, 'cashier')
    const sale = await aSale(shop, { cashierId, product, ...change })
    return { product, sale, cashierId, code: receiptCodeOf(sale.idempotencyKey) ?? '' }
  }
  const find = (code: string, ip = '10.0.0.9') => findReceipt(shop, { code, ip })

  test('is written with the code on the receipt, in any format, and with nothing that can be guessed', async () => {
    const { sale, code } = await aReceipt()
    const found = { ok: true, saleId: sale.id }
    expect(await find(code)).toEqual(found)
    expect(await find(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual(found)
    for (const wrong of [sale.saleNumber, sale.id.slice(0, 8), '', code.slice(1), '%', `${code}0`])
      expect(await find(wrong)).toMatchObject({ reason: 'receipt-code-unknown' })
  })

  test('is only for products of the receipt, once each, including returned ones', async () => {
    const { product, sale, cashierId } = await aReceipt()
    const buyer = { userId: null, saleId: sale.id }
    await aReturn(shop, sale, { cashierId, refundAmount: product.price })
    expect(await write(shop, buyer, await aProduct(shop))).toEqual(NOT_BOUGHT)
    for (const stars of [4, 1])
      expect(await write(shop, buyer, product, { stars })).toEqual({ ok: true })
    expect(await ratingOf(shop, product)).toMatchObject({ count: 1, sum: 1 })
    const [line] = await shop.db.select().from(posSaleItems)
    expect(await listAll()).toMatchObject([{ userId: null, posSaleItemId: line?.id }])
  })

  test('of an unpaid mobile money sale is not possible', async () => {
    const unpaid = { paymentMethod: 'paychangu', paymentStatus: 'pending' } as const
    const { product, sale, code } = await aReceipt(unpaid)
    expect(await find(code)).toMatchObject({ reason: 'receipt-code-unknown' })
    expect(await write(shop, { userId: null, saleId: sale.id }, product)).toEqual(NOT_BOUGHT)
  })
})

test('the average of stars counts shown reviews only, and weighs more the more they are', async () => {
  const [one, many] = [await aProduct(shop), await aProduct(shop)]
  const { id } = await aReview(shop, one, { stars: 5 })
  for (const stars of [5, 5, 4]) await aReview(shop, many, { stars })
  const [single, several] = [await ratingOf(shop, one), await ratingOf(shop, many)]
  expect(single).toEqual({ count: 1, sum: 5, score: 3750 })
  expect(several?.score).toBeGreaterThan(single?.score ?? 0)
  const hide = { hiddenAt: sql`now()`, hiddenReason: 'Spam' }
  await shop.db.update(reviews).set(hide).where(eq(reviews.id, id))
  expect(await ratingOf(shop, one)).toEqual({ count: 0, sum: 0, score: 0 })
  expect((await listReviews(shop, one.productId, null)).rows).toEqual([])
  const shown = { hiddenAt: null, hiddenReason: null }
  await shop.db.update(reviews).set(shown).where(eq(reviews.id, id))
  expect(await ratingOf(shop, one)).toEqual(single)
})

test('the reviews of a product are listed newest first, page by page, with the answers about the fit', async () => {
  const product = await aProduct(shop, { size: 'M', stock: 20 })
  const fits = ['true', 'true', 'small', null, 'true', 'large', null] as const
  for (const [n, fit] of fits.entries())
    await aReview(shop, product, { stars: (n % 5) + 1, fit, words: `Review ${n}` })
  const first = await listReviews(shop, product.productId, null)
  const second = await listReviews(shop, product.productId, first.next)
  expect([...first.rows, ...second.rows].map(({ words }) => words)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((n) => `Review ${n}`),
  )
  expect([first.rows.length, second.next]).toEqual([5, null])
  expect(first.rows[0]).toMatchObject({ size: 'M', writer: 'Chisomo', isEdited: false, photos: [] })
  expect(Object.keys(first.rows[0] ?? {})).not.toContain('userId')
  const summary = await readSummary(shop.db, product.productId)
  expect(summary.fits).toEqual({ small: 1, true: 3, large: 1 })
  expect(summary.byStars.map(({ count }) => count)).toEqual([1, 1, 1, 2, 2])
})

test('a buyer sees each bought product once for review, with the stars given so far', async () => {
  const [dress, bag] = [await aProduct(shop), await aProduct(shop)]
  const buyer = await aBuyer(shop, dress, bag, dress)
  await write(shop, buyer, bag, { stars: 3 })
  const list = await listReviewable(shop, buyer)
  expect(list).toHaveLength(2)
  expect(new Map(list.map(({ name, stars }) => [name, stars]))).toEqual(
    new Map([
      [dress.name, null],
      [bag.name, 3],
    ]),
  )
  expect(await listReviewable(shop, { userId: null, saleId: null })).toEqual([])
})
