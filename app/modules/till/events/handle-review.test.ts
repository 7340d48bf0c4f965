import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aReturn, aSale, aTill } from '../../../../tests/support/till/counter.ts'
import {
  auditLog,
  posReturns,
  posSaleItems,
  posSales,
  profiles,
  unreadableTillEvents,
} from '../../../db/tables.server.ts'
import { UNREADABLE_EVENT } from '../../../rules/audit/audit.ts'
import { countWork } from '../../reports/count-work.ts'
import { handleReview, listReviewItems } from './handle-review.ts'

const shop = useShop()
let cashierId: string
let actor: { userId: string; ip: string; request?: string }
let dress: TestProduct

beforeEach(async () => {
  cashierId = (await aUser(shop, 'cashier')).userId
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  dress = await aProduct(shop, { name: 'Wrap Dress' })
})

const reviewedSale = () =>
  aSale(shop, {
    cashierId,
    product: dress,
    quantity: 3,
    missing: 2,
    reviewReasons: ['short-stock', 'price-differs'],
    reviewNotes: [{ code: 'maker-none' }],
  })
const UNKNOWN_KIND = { code: 'unreadable', path: 'kind', problem: 'invalid_union' } as const
const SEEN = 'price-differs short-stock'
const done = (id: string, seen = SEEN, kind: 'sale' | 'return' | 'unread' = 'sale') =>
  handleReview(shop.db, actor, { kind, id, seen, note: 'Counted the shelf' }, shop.now())
const lines = () => shop.db.select().from(auditLog).orderBy(auditLog.id)

test('sales under review are listed with what was missing, the longest waiting first', async () => {
  const later = await reviewedSale()
  await aSale(shop, { cashierId, product: dress })
  const first = await aSale(shop, {
    cashierId,
    product: dress,
    reviewReasons: ['sum-differs'],
    receivedAt: new Date('2026-01-01'),
  })
  const { sales } = await listReviewItems(shop.db, actor.userId)
  expect(sales.map(({ id }) => id)).toEqual([first.id, later.id])
  expect(sales[1]?.soldItems).toMatchObject([{ name: 'Wrap Dress', missing: 2, isUnknown: false }])
  expect(sales[0]?.soldItems).toEqual([])
  expect(await countWork(shop)).toMatchObject([{ kind: 'till-to-review', count: 2 }])
})

test('each review has the place, the person and the amount, and marks the odd line', async () => {
  const { id: tillId } = await aTill(shop, 'Front counter')
  const made = { cashierId, tillId, receivedAt: new Date('2026-01-01') }
  const sale = await aSale(shop, { ...made, product: dress, reviewReasons: ['goods-unknown'] })
  const gone = { variantId: null, productId: null }
  await shop.db.update(posSaleItems).set(gone).where(eq(posSaleItems.id, sale.lineId))
  const backs = []
  for (const day of ['2026-01-02', '2026-01-01'])
    backs.push(
      await aReturn(shop, sale, {
        cashierId,
        refundAmount: 5000,
        creditAmount: 2000,
        reviewReasons: ['sum-differs'],
        receivedAt: new Date(day),
      }),
    )
  await aReturn(shop, sale, { cashierId, refundAmount: 1 })
  await shop.db.insert(unreadableTillEvents).values(
    ['2026-01-02', '2026-01-01'].map((day) => ({
      id: day,
      sentBy: cashierId,
      body: { day },
      why: UNKNOWN_KIND,
      receivedAt: new Date(day),
    })),
  )
  const cashier = expect.stringContaining('Chisomo') as string
  const { sales, returns, unread } = await listReviewItems(shop.db, actor.userId)
  expect(sales).toMatchObject([
    { saleNumber: sale.saleNumber, till: 'Front counter', cashier, amount: 20_000 },
  ])
  expect(sales[0]?.soldItems).toMatchObject([{ quantity: 1, missing: 0, isUnknown: true }])
  expect(returns.map(({ id }) => id)).toEqual([backs[1]?.id, backs[0]?.id])
  expect(returns[0]).toMatchObject({
    till: 'Front counter',
    cashier,
    creditAmount: 2000,
    note: 'Too small',
  })
  expect(unread.map(({ id }) => id)).toEqual(['2026-01-01', '2026-01-02'])
  expect(unread[0]).toMatchObject({ body: '{\n    "day": "2026-01-01"\n}', sentBy: cashier })
})

test('a sale that goes under review again keeps the note of each time', async () => {
  const { id } = await reviewedSale()
  await done(id)
  await shop.db.update(posSales).set({ handledAt: null, handledBy: null })
  expect(await done(id)).toEqual({ ok: true })
  const [sale] = await shop.db.select().from(posSales)
  expect(sale?.handledNote).toBe('Counted the shelf\nCounted the shelf')
  expect(sale?.handledAt?.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
})

test('a review handled twice by one request is handled once; another note by the same request is another act', async () => {
  const { id } = await reviewedSale()
  actor.request = randomUUID()
  expect([await done(id), await done(id)]).toEqual([{ ok: true }, { ok: true }])
  expect(await lines()).toHaveLength(1)
  const other = { kind: 'sale', id, seen: SEEN, note: 'Else' } as const
  expect(await handleReview(shop.db, actor, other, shop.now())).toMatchObject({
    reason: 'review-handled',
  })
})

test('a handled sale leaves the list, keeps the note and is logged', async () => {
  const { id, saleNumber } = await reviewedSale()
  expect(await done(id)).toEqual({ ok: true })
  expect((await listReviewItems(shop.db, actor.userId)).sales).toEqual([])
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, id))
  expect(sale).toMatchObject({
    handledBy: actor.userId,
    reviewReasons: ['short-stock', 'price-differs'],
    reviewNotes: [{ code: 'maker-none' }],
    handledNote: 'Counted the shelf',
  })
  expect(await lines()).toMatchObject([
    {
      action: 'marked as handled',
      entity: 'pos_sale',
      label: saleNumber,
      byUser: actor.userId,
      before: { note: null, waitedFor: ['short-stock', 'price-differs'] },
      after: { note: 'Counted the shelf', waitedFor: [] },
    },
  ])
})

test('a review that two people handle at once is refused to the later one and changes nothing', async () => {
  const { id } = await reviewedSale()
  const answers = await Promise.all([done(id), done(id)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers).toContainEqual({ ok: false, reason: 'review-handled' })
  expect(await lines()).toHaveLength(1)
})

test('a sale that is under review for another reason by now must be looked at again', async () => {
  const { id } = await reviewedSale()
  expect(await done(id, 'short-stock')).toEqual({ ok: false, reason: 'edited-meanwhile' })
  expect((await listReviewItems(shop.db, actor.userId)).sales).toHaveLength(1)
})

test('a sale that is not under review, or unknown, is not found', async () => {
  const { id } = await aSale(shop, { cashierId, product: dress })
  expect(await done(id, '')).toEqual({ ok: false, reason: 'not-found' })
  expect(await done(dress.productId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await lines()).toEqual([])
})

test('a reviewed return is handled separately from its sale', async () => {
  const sale = await aSale(shop, { cashierId, product: dress })
  const back = await aReturn(shop, sale, {
    cashierId,
    refundAmount: 20_000,
    reviewReasons: ['returned-twice'],
  })
  expect((await listReviewItems(shop.db, actor.userId)).returns).toMatchObject([
    { id: back.id, saleNumber: sale.saleNumber, amount: 20_000 },
  ])
  expect(await done(back.id, 'returned-twice', 'return')).toEqual({ ok: true })
  expect(await done(back.id, 'returned-twice', 'return')).toEqual({
    ok: false,
    reason: 'review-handled',
  })
  const [kept] = await shop.db.select().from(posReturns)
  expect(kept).toMatchObject({ handledBy: actor.userId, handledAt: expect.any(Date) })
  expect(await lines()).toMatchObject([{ entityId: sale.id, label: sale.saleNumber }])
  expect(await done(randomUUID(), '', 'return')).toEqual({ ok: false, reason: 'not-found' })
})

test('a return is not handled by the person who paid the refund, while somebody else runs the shop', async () => {
  const sale = await aSale(shop, { cashierId, product: dress })
  const [back, next] = await Promise.all(
    [0, 1].map(() =>
      aReturn(shop, sale, {
        cashierId: actor.userId,
        refundAmount: 20_000,
        reviewReasons: ['refund-unapproved'],
      }),
    ),
  )
  const own = back?.id ?? ''
  const other = await aUser(shop, 'admin')
  expect(await done(own, 'refund-unapproved', 'return')).toEqual({
    ok: false,
    reason: 'review-own',
  })
  expect(await lines()).toEqual([])
  const mine = actor
  const isOwn = async () =>
    (await listReviewItems(shop.db, actor.userId)).returns.map((one) => one.isOwn)
  expect(await isOwn()).toEqual([true, true])
  actor = { ...actor, userId: other.userId }
  expect(await isOwn()).toEqual([false, false])
  expect(await done(own, 'refund-unapproved', 'return')).toEqual({ ok: true })
  await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, other.userId))
  actor = mine
  expect(await done(next?.id ?? '', 'refund-unapproved', 'return')).toEqual({ ok: true })
})

test('a sale is not handled by its cashier, while somebody else runs the shop, whoever asks', async () => {
  const other = await aUser(shop, 'admin')
  const [own, next] = await Promise.all(
    [1, 2].map(() =>
      aSale(shop, { cashierId: actor.userId, product: dress, reviewReasons: ['sum-differs'] }),
    ),
  )
  const ids = [own?.id ?? '', next?.id ?? '']
  expect(await done(ids[0] ?? '', 'sum-differs')).toEqual({ ok: false, reason: 'review-own' })
  const bare = shop.db
    .update(posSales)
    .set({ handledAt: shop.now(), handledBy: actor.userId })
    .where(eq(posSales.id, ids[0] ?? ''))
  await expect(bare).rejects.toMatchObject({ cause: { constraint: 'review_not_own' } })
  expect((await listReviewItems(shop.db, actor.userId)).sales).toMatchObject([
    { isOwn: true },
    { isOwn: true },
  ])
  const mine = actor
  actor = { ...actor, userId: other.userId }
  expect(await done(ids[0] ?? '', 'sum-differs')).toEqual({ ok: true })
  // Who runs the shop alone is not shut out.
  await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, other.userId))
  actor = mine
  expect((await listReviewItems(shop.db, actor.userId)).sales).toMatchObject([{ isOwn: false }])
  expect(await done(ids[1] ?? '', 'sum-differs')).toEqual({ ok: true })
})

test('an unreadable till event that is handled moves to the log whole, once', async () => {
  await shop.db
    .insert(unreadableTillEvents)
    .values({ id: 'odd', sentBy: cashierId, body: { kind: 'sale', sum: 7 }, why: UNKNOWN_KIND })
  expect((await listReviewItems(shop.db, actor.userId)).unread).toMatchObject([
    { id: 'odd', why: UNKNOWN_KIND },
  ])
  expect(await done('odd', '', 'unread')).toEqual({ ok: true })
  expect(await done('odd', '', 'unread')).toEqual({ ok: false, reason: 'review-handled' })
  expect((await listReviewItems(shop.db, actor.userId)).unread).toEqual([])
  expect(await lines()).toMatchObject([
    {
      action: 'marked as handled',
      entity: 'pos_sale',
      entityId: 'odd',
      label: UNREADABLE_EVENT,
      before: { sent: '{"sum":7,"kind":"sale"}', note: null },
      after: { sent: null, note: 'Counted the shelf' },
    },
  ])
})

test('an unreadable till event is not handled by its sender while somebody else runs the shop', async () => {
  const other = await aUser(shop, 'admin')
  const sent = { body: {}, why: UNKNOWN_KIND, sentBy: actor.userId }
  await shop.db.insert(unreadableTillEvents).values([
    { id: 'own', ...sent },
    { id: 'next', ...sent },
  ])
  const isOwn = async () =>
    (await listReviewItems(shop.db, actor.userId)).unread.map((one) => one.isOwn)
  expect(await isOwn()).toEqual([true, true])
  expect(await done('own', '', 'unread')).toEqual({ ok: false, reason: 'review-own' })
  expect(await shop.db.$count(unreadableTillEvents)).toBe(2)
  const mine = actor
  actor = { ...actor, userId: other.userId }
  expect(await isOwn()).toEqual([false, false])
  expect(await done('own', '', 'unread')).toEqual({ ok: true })
  await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, other.userId))
  actor = mine
  expect(await isOwn()).toEqual([false])
  expect(await done('next', '', 'unread')).toEqual({ ok: true })
})

test('an unreadable till event is not handled by a person whom it names, while a third person runs the shop', async () => {
  const sender = await aUser(shop, 'admin')
  const third = await aUser(shop, 'admin')
  const body = { sale: { cashierId: actor.userId.toUpperCase() } }
  const sent = { body, why: UNKNOWN_KIND, sentBy: sender.userId }
  await shop.db.insert(unreadableTillEvents).values([
    { id: 'first', ...sent },
    { id: 'next', ...sent },
  ])
  const mine = actor
  for (const userId of [actor.userId, sender.userId]) {
    actor = { ...mine, userId }
    expect(await done('first', '', 'unread')).toEqual({ ok: false, reason: 'review-own' })
  }
  actor = { ...mine, userId: third.userId }
  expect((await listReviewItems(shop.db, third.userId)).unread).toMatchObject([
    { isOwn: false },
    { isOwn: false },
  ])
  expect(await done('first', '', 'unread')).toEqual({ ok: true })
  // Whoever is left has sent it or is named in it: one of them looks.
  await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, third.userId))
  actor = mine
  expect(await done('next', '', 'unread')).toEqual({ ok: true })
})

test('an unreadable till event is never handled by its sender, whomever it names, while somebody else runs the shop', async () => {
  const other = await aUser(shop, 'admin')
  const body = { sale: { cashierId: actor.userId, lines: [{ cashierId: other.userId }] } }
  const row = { id: 'forged', body, why: UNKNOWN_KIND, sentBy: actor.userId }
  await shop.db.insert(unreadableTillEvents).values(row)
  expect(await done('forged', '', 'unread')).toEqual({ ok: false, reason: 'review-own' })
  // Named by who has sent it, the other one looks: there is no third person.
  actor = { ...actor, userId: other.userId }
  expect(await done('forged', '', 'unread')).toEqual({ ok: true })
})
