import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anAdmin, aProduct, aUser } from '../../../tests/support/factories.ts'
import {
  aReview,
  ratingOf,
  setStatus,
  slugOf,
  write,
} from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aSale } from '../../../tests/support/till/counter.ts'
import { auditLog, reviews } from '../../db/tables.server.ts'
import { answerReview, hideReview } from '../reviews/handle-review.ts'
import { deleteReview } from '../reviews/write-review.ts'
import { eraseOwnAccount } from './erase-account.ts'
import { eraseContact } from './erase-contact.ts'
import { exportAccount } from './export-account.ts'
import { exportContact } from './export-contact.ts'
import { keepRetention } from './keep-retention.ts'

const shop = useShop()
const ERASED = { words: '', writer: '', answer: null, stars: 4 }

test('a review is in its writer’s data export, and is erased with them except for the stars', async () => {
  const product = await aProduct(shop)
  const { buyer, id } = await aReview(shop, product, { stars: 4, words: 'Mary Banda was here' })
  await answerReview(shop.db, await anAdmin(shop), { id, version: 1 }, 'Dear Mary', shop.now())
  const file = await exportAccount(shop.db, buyer.userId, shop.now())
  expect(file?.reviews).toMatchObject([
    { product: product.name, stars: 4, words: 'Mary Banda was here', answer: 'Dear Mary' },
  ])
  await setStatus(shop, buyer.orderId, 'delivered')
  const erased = await eraseOwnAccount(shop, { userId: buyer.userId, ip: '10.0.0.1' })
  expect(erased).toMatchObject({ ok: true })
  const [row] = await shop.db.select().from(reviews)
  expect(row).toMatchObject(ERASED)
  expect(await ratingOf(shop, product)).toMatchObject({ count: 1, sum: 4 })
  expect(JSON.stringify(await shop.db.select().from(auditLog))).not.toContain('Mary')
  // A form that was open still writes nothing.
  expect(await write(shop, buyer, product, { words: 'Again' })).toMatchObject({ ok: false })
})

test('a review written by receipt is exported and erased by the number of that receipt', async () => {
  const product = await aProduct(shop)
  const { userId: cashierId } = await aUser(shop, 'cashier')
  const sale = await aSale(shop, { cashierId, product })
  await write(shop, { userId: null, saleId: sale.id }, product, { stars: 4 })
  const contact = { kind: 'receipt', value: sale.saleNumber } as const
  const file = await exportContact(shop.db, contact, shop.now())
  expect(file?.reviews).toMatchObject([{ stars: 4, words: 'Lovely cloth' }])
  const boss = await aUser(shop, 'super_admin')
  const actor = { userId: boss.userId, ip: '10.0.0.1', role: 'super_admin' } as const
  expect(await eraseContact(shop, actor, contact)).toEqual({ ok: true })
  expect(await shop.db.select().from(reviews)).toMatchObject([ERASED])
  expect(await eraseContact(shop, actor, contact)).toMatchObject({ reason: 'contact-nothing' })
})

test('a review keeps only its stars after seven years', async () => {
  const product = await aProduct(shop)
  await aReview(shop, product, { stars: 4 })
  const young = await aReview(shop, product, { stars: 5 })
  const age = sql`now() - interval '7 years 1 day'`
  await shop.db.execute(sql`update reviews set created_at = ${age} where id <> ${young.id}`)
  await keepRetention(shop)
  const rows = await shop.db.select().from(reviews).orderBy(reviews.stars)
  expect(rows).toMatchObject([ERASED, { words: 'Lovely cloth', anonymizedAt: null }])
})

test('the reason why staff hid a review is erased with its writer, and the review stays hidden', async () => {
  const product = await aProduct(shop)
  const { buyer, id } = await aReview(shop, product, { stars: 4 })
  await hideReview(shop, await anAdmin(shop), { id, version: 1 }, 'Mary named Joe', shop.now())
  await setStatus(shop, buyer.orderId, 'delivered')
  await eraseOwnAccount(shop, { userId: buyer.userId, ip: '10.0.0.1' })
  const [row] = await shop.db.select().from(reviews)
  expect(row?.hiddenAt).not.toBeNull()
  expect(JSON.stringify([row, await shop.db.select().from(auditLog)])).not.toContain('Joe')
})

test('the staff’s answer to a review is deleted when its writer deletes the review', async () => {
  const product = await aProduct(shop)
  const { buyer, id } = await aReview(shop, product, { stars: 4 })
  await answerReview(shop.db, await anAdmin(shop), { id, version: 1 }, 'Dear Mary', shop.now())
  expect(await deleteReview(shop, buyer, await slugOf(shop, product))).toEqual({ ok: true })
  expect(JSON.stringify(await shop.db.select().from(auditLog))).not.toContain('Mary')
})
