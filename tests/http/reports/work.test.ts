import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  credits,
  refunds,
  returns,
  reviews,
  tills,
  troubles,
  voucherPurchases,
  waitlistRequests,
} from '../../../app/db/tables.server.ts'
import { issueCredit } from '../../../app/modules/credit/issue-credit.ts'
import { flagOrder } from '../../../app/modules/orders/change-order.ts'
import { sendMessage } from '../../../app/modules/orders/messages/send-message.ts'
import { packOrder } from '../../../app/modules/orders/parcels/pack-order.ts'
import { listItems, lockOrder } from '../../../app/modules/orders/read-order.ts'
import { requestRefund } from '../../../app/modules/refunds/request-refund.ts'
import { askForReturn } from '../../../app/modules/returns/request-return.ts'
import { RefusedForGood } from '../../../app/platform/mail/mail.server.ts'
import { WORK_ROWS } from '../../../app/ui/admin/reports/work-rows.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
} from '../../support/factories.ts'
import { aReview, setStatus } from '../../support/reviews/reviews.ts'
import { aSale, aShift, aTill } from '../../support/till/counter.ts'

// docs/product.md, Reports: each kind of waiting work is counted, leads to the same records, and is one fewer after its
// act.

const app = useApp()
const { shop } = app
type Kind = keyof typeof WORK_ROWS
type Act = { path: string; fields: Record<string, string> }
type Made = () => Promise<Act>

const paid = async () => {
  const product = await aProduct(shop, { stock: 50 })
  const { userId } = await aUser(shop)
  const { order } = await aPaidOrder(shop, userId, [{ product }])
  return { ...order, userId }
}
const onOrder = async (id: string, fields: Record<string, string>): Promise<Act> => {
  const { version } = await readOrder(shop, id)
  return { path: '/admin/orders', fields: { order: id, version: String(version), ...fields } }
}
const linesOf = async (orderId: string) => (await listItems(shop.db, orderId)).map(({ id }) => id)
const pack = async (orderId: string) => {
  const { version } = await readOrder(shop, orderId)
  const lines = await linesOf(orderId)
  await packOrder(shop, await anAdmin(shop), { orderId, version, isPacked: true, lines })
}
const aWaiter = async (stock: number, by: { phone: string } | { email: string }) => {
  const { variantId } = await aProduct(shop, { stock })
  const asked = { variantId, ...by, token: randomUUID(), confirmedAt: new Date() }
  const [row] = await shop.db.insert(waitlistRequests).values(asked).returning()
  return { path: '/admin/waitlist', fields: { intent: 'told', id: row?.id ?? '' } }
}
const aReviewOf = async (stars: number) => {
  const product = await aProduct(shop, { stock: 50 })
  const { id } = await aReview(shop, product, { stars })
  const [row] = await shop.db.select().from(reviews).where(eq(reviews.id, id))
  const fields = { intent: 'read', id, version: String(row?.version) }
  return { path: '/admin/reviews', fields }
}
let phones = 0
const phone = () => `+26599123${(1000 + (phones += 1)).toString()}`

/** A waiting record of each kind, and the act that ends its waiting. */
const KINDS: Record<Kind, Made> = {
  // Only the watch ends a trouble, once it is mended.
  troubles: async () => {
    const disk = { code: 'disk-full', freeMb: 10, percent: 0 } as const
    const openings = { code: 'openings-fail', count: 3 } as const
    const isFirst = (await shop.db.$count(troubles)) === 0
    const one = isFirst
      ? { kind: 'disk' as const, finding: disk }
      : { kind: 'openings' as const, finding: openings }
    await shop.db.insert(troubles).values(one)
    return { path: '', fields: {} }
  },
  'to-pack': async () => {
    const { id } = await paid()
    const [line = ''] = await linesOf(id)
    return onOrder(id, { intent: 'pack', line })
  },
  'to-ship': async () => {
    const { id } = await paid()
    await pack(id)
    return onOrder(id, { intent: 'move', to: 'shipped' })
  },
  unpaid: async () => {
    const product = await aProduct(shop, { stock: 50 })
    const { order } = await aPendingOrder(shop, (await aUser(shop)).userId, [{ product }])
    return onOrder(order.id, { intent: 'move', to: 'cancelled' })
  },
  'orders-to-review': async () => {
    const { id } = await paid()
    await shop.db.transaction(async (db) => {
      const locked = await lockOrder(db, id)
      if (locked) await flagOrder(db, locked, 'paid-twice', { code: 'paid-twice' })
    })
    return onOrder(id, { intent: 'handled' })
  },
  refunds: async () => {
    const { id } = await paid()
    const refundId = randomUUID()
    await requestRefund(shop, await anAdmin(shop), {
      id: refundId,
      orderId: id,
      version: (await readOrder(shop, id)).version,
      what: { kind: 'amount', amount: 1000 },
      way: 'bank',
      reason: 'goodwill',
      note: null,
      given: null,
    })
    const [row] = await shop.db.select().from(refunds).where(eq(refunds.id, refundId))
    const fields = { intent: 'refund-give', refund: refundId, reference: 'NB 1' }
    return { path: '/admin/orders', fields: { ...fields, version: String(row?.version) } }
  },
  credit: async () => {
    if ((await shop.db.$count(voucherPurchases)) === 0) {
      const expiresAt = new Date()
      const values = { id: randomUUID(), amount: 5000, status: 'ended', expiresAt } as const
      await shop.db.insert(voucherPurchases).values({ ...values, reviewReason: 'underpaid' })
      // A purchase that nobody has to review, and that its buyer may still pay.
      await shop.db
        .insert(voucherPurchases)
        .values({ ...values, id: randomUUID(), status: 'pending' })
      return { path: '/admin/credit', fields: { intent: 'voucher-done', voucher: values.id } }
    }
    const id = randomUUID()
    const asked = { id, kind: 'goodwill', amount: 60_000, email: null, reason: 'Late' } as const
    await issueCredit(shop, await anAdmin(shop), asked)
    const [row] = await shop.db.select().from(credits).where(eq(credits.id, id))
    const fields = { intent: 'agree', credit: id, version: String(row?.version) }
    return { path: '/admin/credit', fields }
  },
  returns: async () => {
    const { id, userId } = await paid()
    await setStatus(shop, id, 'shipped')
    await setStatus(shop, id, 'delivered')
    const returnId = randomUUID()
    const [line = ''] = await linesOf(id)
    const lines = [{ lineId: line, units: 1 }]
    await askForReturn(shop, userId, {
      id: returnId,
      orderId: id,
      reason: 'faulty',
      note: null,
      lines,
    })
    const [row] = await shop.db.select().from(returns).where(eq(returns.id, returnId))
    const fields = { intent: 'return-refuse', return: returnId, answer: 'It was worn.' }
    return { path: '/admin/orders', fields: { ...fields, version: String(row?.version) } }
  },
  'till-to-review': async () => {
    const { userId: cashierId } = await aUser(shop, 'cashier')
    const product = await aProduct(shop, { stock: 50 })
    await aSale(shop, { cashierId, product })
    const { id } = await aSale(shop, { cashierId, product, reviewReasons: ['short-stock'] })
    const fields = { intent: 'handled', kind: 'sale', id, seen: 'short-stock', note: 'Counted' }
    return { path: '/admin/pos-sales', fields }
  },
  messages: async () => {
    const { id, userId } = await paid()
    const from = { orderId: id, buyerId: userId, network: `10.2.0.${(phones += 1)}` }
    for (const text of ['Where is it?', 'Hello?'])
      await sendMessage(shop, from, { kind: 'other', text })
    return onOrder(id, { intent: 'messages-aside' })
  },
  'bad-reviews': () => aReviewOf(2),
  reviews: () => aReviewOf(3),
  texts: async () => {
    // A sold-out variant, and customers who get an email automatically, are nobody's work.
    await aWaiter(0, { phone: phone() })
    await aWaiter(50, { email: `w${(phones += 1)}@example.com` })
    return aWaiter(50, { phone: phone() })
  },
  'low-stock': async () => {
    const { productId, variantId } = await aProduct(shop, { stock: 5 })
    await aProduct(shop, { stock: 6 })
    const fields = {
      intent: 'receive',
      product: productId,
      version: '0',
      [`units:${variantId}`]: '3',
    }
    return { path: '/admin/stock', fields }
  },
  'failed-emails': async () => {
    const subject = `Your order ${(phones += 1)}`
    const content = { to: 'nobody@example.mw', subject, greeting: 'Hello,', paragraphs: ['x'] }
    await shop.jobs.enqueue(shop.db, 'send-email', content)
    const { mail } = shop
    shop.mail = { send: () => Promise.reject(new RefusedForGood('550 no such person')) }
    await app.runJobs(['send-email'])
    shop.mail = mail
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`select id from pgboss.job where state = 'failed' and data ->> 'subject' = ${subject}`,
    )
    return { path: '/admin', fields: { intent: 'email-aside', email: rows[0]?.id ?? '' } }
  },
  'lost-tills': async () => {
    const { userId: openedBy } = await aUser(shop, 'cashier')
    const seen = await aTill(shop)
    await aShift(shop, { tillId: seen.id, openedBy })
    const lost = await aTill(shop)
    const { id } = await aShift(shop, { tillId: lost.id, openedBy })
    const lastSeenAt = new Date(shop.now().getTime() - 600_000)
    await shop.db.update(tills).set({ lastSeenAt }).where(eq(tills.id, lost.id))
    return { path: '/admin/shifts', fields: { intent: 'close', id } }
  },
}

const bare = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replaceAll('<!-- -->', '')
const sectionOf = (html: string, mark: string | RegExp) =>
  html
    .split('<section')
    .find((part) => part.search(mark) >= 0)
    ?.split('</section>')[0] ?? ''
const count = (html: string, tag: RegExp) => (html.match(tag) ?? []).length

/** The number of each kind on the dashboard. */
function countsOf(html: string): Partial<Record<Kind, number>> {
  const card = sectionOf(html, 'aria-label="What waits"').replaceAll('&amp;', '&')
  return Object.fromEntries(
    (Object.keys(WORK_ROWS) as Kind[]).flatMap((kind) => {
      const row = card.split('<a ').find((link) => link.includes(`href="${WORK_ROWS[kind].to}"`))
      const figure = /<strong[^>]*>(\d+)/.exec(row ?? '')?.[1]
      return figure === undefined ? [] : [[kind, Number(figure)]]
    }),
  )
}

/** The number of rows behind its link. */
async function rowsOf(admin: SignedIn, kind: Kind) {
  const { to } = WORK_ROWS[kind]
  const html = bare((await admin.open(to.startsWith('#') ? '/admin' : to)).html)
  const rows = count(html.split('<tbody')[1]?.split('</tbody>')[0] ?? '', /<tr/g)
  if (to.startsWith('#')) return count(sectionOf(html, `id="${to.slice(1)}"`), /<li/g)
  if (kind === 'credit') return rows + count(sectionOf(html, 'Bought online, to look at'), /<li/g)
  if (kind === 'till-to-review')
    return count(sectionOf(html, /\d+ (sale or return|sales or returns) to review/), /<li/g)
  return rows
}

test('each kind of waiting work is counted, leads to as many records, and is one fewer after its act', async () => {
  const admin = await app.signIn('super_admin')
  const acts: [Kind, Act][] = []
  for (const kind of Object.keys(KINDS) as Kind[])
    for (const _ of [1, 2]) acts.push([kind, await KINDS[kind]()])
  let counts = countsOf(bare((await admin.open('/admin')).html))
  expect(Object.keys(counts).toSorted()).toEqual(Object.keys(WORK_ROWS).toSorted())
  for (const [kind, { path, fields }] of new Map(acts.toReversed())) {
    const before = counts[kind] ?? 0
    if (path === '')
      await shop.db
        .update(troubles)
        .set({ endedAt: new Date() })
        .where(and(eq(troubles.kind, 'disk'), isNull(troubles.endedAt)))
    else {
      const answer = await admin.post(path, { ...fields, request: randomUUID() })
      expect.soft([kind, answer.status]).toEqual([kind, 302])
    }
    counts = countsOf(bare((await admin.open('/admin')).html))
    const left = before - 1
    expect.soft([kind, counts[kind] ?? 0, await rowsOf(admin, kind)]).toEqual([kind, left, left])
  }
})
