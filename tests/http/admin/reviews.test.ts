import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, reviews } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { aReview, ratingOf, slugOf, write } from '../../support/reviews/reviews.ts'

const app = useApp()
let admin: SignedIn
let dress: TestProduct
let review: Awaited<ReturnType<typeof aReview>>
beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Blue dress' })
  review = await aReview(app.shop, dress, { words: 'Seam went after a day', stars: 2 })
})

const act = (intent: string, fields: Record<string, string> = {}, version = '1') =>
  admin.post(`/admin/reviews?review=${review.id}`, { intent, id: review.id, version, ...fields })
const shown = async () => (await app.visit().open(`/product/${await slugOf(app.shop, dress)}`)).html
const list = async (query = '') => (await admin.open(`/admin/reviews${query}`)).html
const log = () =>
  app.shop.db.select().from(auditLog).where(eq(auditLog.entity, 'review')).orderBy(auditLog.id)

describe('staff', () => {
  test('answer a review, which stands under it at once, and in the log', async () => {
    expect(await list()).toContain('New')
    const html = (await admin.open(await act('answer', { answer: 'Bring it\u202e by' }))).html
    expect(html).toContain('Answer saved')
    expect(await shown()).toContain('Bring it by')
    expect(await log()).toMatchObject([
      { action: 'edited', entity: 'review', label: 'Blue dress', after: { answer: 'Bring it by' } },
    ])
    expect(await list('?state=new')).toContain('No reviews found')
    await act('answer', { answer: ' ' }, '2')
    expect(await shown()).not.toContain('Bring it by')
  })

  test('hide a review with a logged reason, so that it counts nowhere, and show it again', async () => {
    const without = await act('hide', { reason: ' ' })
    expect(without.status).toBe(400)
    expect(await without.text()).toContain('Please say why it is hidden.')
    await act('hide', { reason: 'Names our cashier' })
    expect(await shown()).not.toMatch(/Seam went|Names our cashier|aggregateRating/)
    expect(await ratingOf(app.shop, dress)).toMatchObject({ count: 0, sum: 0 })
    expect(await list('?state=hidden')).toContain('Blue dress')
    expect(await list('?state=shown')).not.toContain('Blue dress')
    expect((await log())[0]).toMatchObject({ after: { hiddenReason: 'Names our cashier' } })
    await act('show-review', {}, '2')
    expect(await shown()).toContain('Seam went')
    expect(await ratingOf(app.shop, dress)).toMatchObject({ count: 1, sum: 2 })
    expect(await log()).toHaveLength(2)
  })

  test('see that a review was changed before they answered it, and keep the typed text', async () => {
    await write(app.shop, review.buyer, dress, { words: 'It was mended well' })
    const answer = await act('answer', { answer: 'We are sorry' })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain('Somebody else saved first')
    expect(html).toContain('We are sorry')
    expect(await shown()).not.toContain('We are sorry')
  })

  test('find reviews by words, name and product, by stars and state, page by page', async () => {
    const other = await aProduct(app.shop, { name: 'Red shirt', stock: 40 })
    for (let n = 0; n < 26; n += 1)
      await aReview(app.shop, other, { words: `Fine ${n}`, writer: 'Thoko', stars: 5 })
    for (const query of ['?search=seam', '?search=blue', '?stars=2'])
      expect(await list(query), query).toMatch(/Blue dress/)
    for (const query of ['?search=thoko', '?stars=5', '?search=red+shirt'])
      expect(await list(query), query).not.toContain('Blue dress')
    const next = /href="([^"]*after=[^"]*)"/.exec(await list())?.[1]?.replaceAll('&amp;', '&')
    expect(await list(next?.replace('/admin/reviews', ''))).toContain('Blue dress')
  })

  test('mark a review as read, which is new again once its writer changes it', async () => {
    await act('read')
    expect(await list('?state=new')).toContain('No reviews found')
    await write(app.shop, review.buyer, dress, { words: 'Changed' })
    expect(await list('?state=new')).toContain('Blue dress')
  })
})

test('an act on a review by a cashier or a customer does nothing', async () => {
  for (const role of ['cashier', 'customer'] as const) {
    const other = await app.signIn(role)
    const fields = { intent: 'hide', id: review.id, version: '1', reason: 'x' }
    expect((await other.post('/admin/reviews', fields)).status).not.toBe(200)
  }
  expect(await app.shop.db.select().from(reviews)).toMatchObject([{ hiddenAt: null, version: 1 }])
})
