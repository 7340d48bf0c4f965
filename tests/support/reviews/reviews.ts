import { eq } from 'drizzle-orm'
import { products, reviews } from '../../../app/db/tables.server.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import type { Buyer } from '../../../app/modules/reviews/find-bought.ts'
import { type Writing, writeReview } from '../../../app/modules/reviews/write-review.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'
import type { OrderStatus } from '../../../app/rules/orders/orders.ts'
import type { ReviewEdit } from '../../../app/rules/reviews/review-form.ts'
import { anAdmin, aPaidOrder, aUser, readOrder, type TestProduct } from '../factories.ts'

/** Staff set an order's status, whatever it was before. */
export async function setStatus(shop: Shop, orderId: string, to: OrderStatus) {
  const { version } = await readOrder(shop, orderId)
  const moved = await moveOrder(shop, await anAdmin(shop), { orderId, version, to })
  if (!moved.ok) throw new Error(moved.reason)
}

/** A customer who bought these products, which are on their way. */
export async function aBuyer(shop: Shop, ...bought: TestProduct[]) {
  const { userId, email } = await aUser(shop)
  const { order } = await aPaidOrder(
    shop,
    userId,
    bought.map((product) => ({ product })),
  )
  await setStatus(shop, order.id, 'shipped')
  return { userId, email, saleId: null, orderId: order.id }
}

export async function slugOf({ db }: Pick<Shop, 'db'>, { productId }: { productId: string }) {
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  return product?.slug ?? ''
}

export const EDIT: ReviewEdit = { stars: 5, fit: null, words: 'Lovely cloth', writer: 'Chisomo' }

/** Writes a review; returns the result, which may be a refusal. */
export const write = async (
  shop: Shop,
  buyer: Buyer,
  product: { productId: string },
  edit: Partial<ReviewEdit> = {},
  writing: Partial<Writing> = {},
) =>
  writeReview(shop, buyer, await slugOf(shop, product), {
    edit: { ...EDIT, ...edit },
    remainingPhotos: [],
    newPictures: [],
    request: null,
    ...writing,
  })

/** A review of a product by a new buyer, as stored in the database. */
export async function aReview(shop: Shop, product: TestProduct, edit: Partial<ReviewEdit> = {}) {
  const buyer = await aBuyer(shop, product)
  const written = await write(shop, buyer, product, edit)
  if (!written.ok) throw new Error(written.reason)
  const [review] = await shop.db.select().from(reviews).where(eq(reviews.userId, buyer.userId))
  if (!review) throw new Error('no review')
  return { ...review, buyer }
}

export async function ratingOf({ db }: Pick<Shop, 'db'>, { productId }: { productId: string }) {
  const [row] = await db
    .select({ count: products.ratingCount, sum: products.ratingSum, score: products.ratingScore })
    .from(products)
    .where(eq(products.id, productId))
  return row
}
