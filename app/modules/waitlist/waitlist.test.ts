import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aSale } from '../../../tests/support/till/counter.ts'
import { auditLog, products, waitlistConsents, waitlistRequests } from '../../db/tables.server.ts'
import type { EmailContent } from '../../rules/messages/emails/content.ts'
import { MOST_WAITED_FOR, NOTIFIED_PER_UNIT } from '../../rules/waitlist/waitlist.ts'
import { cancelOwnOrder } from '../checkout/cancel-own-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { returnToStock } from '../stock/return-to-stock.ts'
import { answerLink } from './answer-link.ts'
import { findWaitedFor } from './find-waited-for.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { listWaitedFor } from './list-waited-for.ts'
import { listWaitedPage } from './list-waited-page.ts'
import { markNotified } from './mark-notified.ts'
import { notifyWaiting } from './notify-waiting.ts'

const shop = useShop()
const IP = '10.1.2.3'

type WaitlistForm = Partial<Parameters<typeof joinWaitlist>[1]>
const join = (product: TestProduct, asked: WaitlistForm) =>
  joinWaitlist(shop, {
    variantId: product.variantId,
    email: '',
    phone: '',
    userId: null,
    ip: IP,
    ...asked,
  })

/** The emails in the queue, the oldest first. */
async function readEmails() {
  const { rows } = await shop.db.execute<{ data: EmailContent }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on, id`,
  )
  return rows.map(({ data }) => data)
}
const notifiedOf = async () =>
  (await readEmails()).filter(({ subject }) => subject.endsWith('is back')).map(({ to }) => to)
const readRequests = () =>
  shop.db.select().from(waitlistRequests).orderBy(waitlistRequests.createdAt)
const tokenOf = (url: string | undefined) => url?.split('=').at(-1) ?? ''

/** So many minutes go by: the ledger is as much older. */
const wait = (minutes: number) =>
  shop.db.execute(
    sql`alter table stock_movements disable trigger user;
      update stock_movements set created_at = created_at - make_interval(mins => ${sql.raw(`${minutes}`)});
      alter table stock_movements enable trigger user`,
  )
const receive = (product: TestProduct, units: number) =>
  shop.db.transaction((db) => adjustStock(db, product.variantId, units, 'received', {}))

let dress: TestProduct
beforeEach(async () => {
  dress = await aProduct(shop, { name: 'Dress', stock: 0 })
})

describe('a customer on the waitlist', () => {
  test('without an account confirms by the link of an email, and nobody else is notified', async () => {
    expect(await join(dress, { email: ' Mary@Example.com' })).toEqual({ ok: true, isAsked: true })
    const [asked, ...others] = await readEmails()
    expect(others).toEqual([])
    expect(asked).toMatchObject({ to: 'mary@example.com', unsubscribeUrl: expect.any(String) })
    await receive(dress, 1)
    await wait(11)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([])
    expect(await answerLink(shop, tokenOf(asked?.button?.url), 'confirmed')).toEqual({ ok: true })
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual(['mary@example.com'])
  })

  test('signed in waits at once, by the account’s address and by phone', async () => {
    const { userId, email } = await aUser(shop)
    const asked = { userId, email, phone: '0991 234 567' }
    expect(await join(dress, asked)).toEqual({ ok: true, isAsked: false })
    expect(await join(dress, asked)).toEqual({ ok: true, isAsked: false })
    expect(await readEmails()).toEqual([])
    const rows = await readRequests()
    expect(rows.map((row) => String(row.email ?? row.phone)).toSorted()).toEqual([
      '+265991234567',
      email,
    ])
    expect(rows.every(({ confirmedAt }) => confirmedAt)).toBe(true)
    const consents = await shop.db.select().from(waitlistConsents)
    expect(consents.map(({ act, textVersion }) => [act, textVersion])).toEqual([
      ['confirmed', '1'],
      ['confirmed', '1'],
    ])
  })

  test.each([
    [{}, 'waitlist-nobody'],
    [{ email: 'nobody' }, 'email-invalid'],
    [{ phone: '12' }, 'waitlist-phone-bad'],
    [{ email: 'a@example.com', variantId: 'x' }, 'product-not-found'],
  ])('is refused with %j: %s', async (asked, reason) => {
    expect(await join(dress, asked)).toEqual({ ok: false, reason })
    expect(await readRequests()).toEqual([])
  })

  test('is refused for a product in stock, for a hidden one and for too many at a time', {
    tags: 'slow',
  }, async () => {
    const email = 'a@example.com'
    const there = await aProduct(shop)
    expect(await join(there, { email })).toEqual({ ok: false, reason: 'waitlist-in-stock' })
    const hidden = await aProduct(shop, { stock: 0, status: 'inactive' })
    expect(await join(hidden, { email })).toEqual({ ok: false, reason: 'product-not-found' })
    const phone = '0991234567'
    for (let n = 0; n < MOST_WAITED_FOR - 1; n += 1)
      expect(await join(await aProduct(shop, { stock: 0 }), { phone })).toMatchObject({ ok: true })
    const last = [dress, await aProduct(shop, { stock: 0 }), await aProduct(shop, { stock: 0 })]
    const joined = await Promise.all(last.map((product) => join(product, { phone })))
    expect(joined.filter(({ ok }) => ok)).toHaveLength(1)
    expect(joined.filter(({ ok }) => !ok)).toEqual(
      [1, 2].map(() => ({ ok: false, reason: 'waitlist-full' })),
    )
  })

  test('cannot be removed or replaced by a stranger, and gets few emails', {
    tags: 'slow',
  }, async () => {
    const { userId, email } = await aUser(shop)
    for (let n = 0; n < 30; n += 1) await join(await aProduct(shop, { stock: 0 }), { email })
    await shop.db.execute(sql`delete from pgboss.job`)
    expect(await join(dress, { userId, email })).toEqual({ ok: true, isAsked: false })
    expect(await join(dress, { email })).toEqual({ ok: true, isAsked: true })
    const own = (await readRequests()).filter(({ variantId }) => variantId === dress.variantId)
    expect(own.map(({ confirmedAt }) => confirmedAt)).toEqual([expect.any(Date)])
    expect(await readEmails()).toEqual([])
  })

  test('counts once for two requests at once', async () => {
    const { userId, email } = await aUser(shop)
    await Promise.all([1, 2, 3].map(() => join(dress, { userId, email, phone: '0991234567' })))
    expect(await readRequests()).toHaveLength(2)
    expect(await shop.db.$count(waitlistConsents)).toBe(2)
  })

  test('leaves by the link of the email, and may join again', async () => {
    await join(dress, { email: 'mary@example.com' })
    const [asked] = await readEmails()
    const token = tokenOf(asked?.button?.url)
    await answerLink(shop, token, 'confirmed')
    expect(await answerLink(shop, token, 'left')).toEqual({ ok: true })
    expect(await answerLink(shop, token, 'left')).toEqual({ ok: true })
    await receive(dress, 5)
    await wait(11)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([])
    const acts = await shop.db.select().from(waitlistConsents).orderBy(waitlistConsents.id)
    expect(acts.map(({ act }) => act)).toEqual(['asked', 'confirmed', 'left'])
    expect(await answerLink(shop, 'made-up', 'left')).toMatchObject({ ok: false })
  })
})

describe('a product that is back in stock', () => {
  const asks = async (product = dress) => {
    const { userId, email } = await aUser(shop)
    await join(product, { userId, email })
    return email
  }

  test('is announced once, with the choice and the link to leave, however many jobs run at once', async () => {
    const email = await asks()
    await receive(dress, 4)
    await wait(11)
    await Promise.all([1, 2, 3, 4].map(() => notifyWaiting(shop)))
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([email])
    const [notified] = await readEmails()
    expect(notified?.button?.url).toMatch(/\/product\/dress/)
    expect(notified?.unsubscribeUrl).toMatch(/\/waitlist\?leave=/)
    // Sold out and back once more: it was one email.
    await shop.db.transaction((db) => adjustStock(db, dress.variantId, -4, 'adjustment', {}))
    await receive(dress, 4)
    await wait(11)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([email])
  })

  test('is announced for every kind of movement that brings it back', async () => {
    const admin = await anAdmin(shop)
    const buyer = await aUser(shop)
    const one = (name: string) => aProduct(shop, { name, stock: 1 })
    const [cancelled, expired, returned] = [await one('A'), await one('B'), await one('C')]
    const paid = (await aPaidOrder(shop, buyer.userId, [{ product: cancelled }])).order
    const pending = (await aPendingOrder(shop, buyer.userId, [{ product: expired }])).order
    const cashierId = (await aUser(shop, 'cashier')).userId
    await shop.db.transaction((db) => adjustStock(db, returned.variantId, -1, 'adjustment', {}))
    const sale = await aSale(shop, { cashierId, product: returned })
    const emails: string[] = []
    for (const product of [cancelled, expired, returned]) emails.push(await asks(product))
    const { version } = await readOrder(shop, paid.id)
    await moveOrder(shop, admin, { orderId: paid.id, version, to: 'cancelled' })
    await cancelOwnOrder(shop, buyer.userId, pending.orderNumber)
    await shop.db.transaction((db) =>
      returnToStock(db, [{ variantId: returned.variantId, quantity: 1 }], { posSaleId: sale.id }),
    )
    await wait(11)
    await notifyWaiting(shop)
    expect((await notifiedOf()).toSorted()).toEqual(emails.toSorted())
  })

  test('is not announced before it has been there for ten minutes', async () => {
    await asks()
    await receive(dress, 1)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([])
    // Held by an order in between.
    await wait(30)
    await shop.db.transaction((db) => adjustStock(db, dress.variantId, -1, 'adjustment', {}))
    await receive(dress, 1)
    await wait(5)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([])
    await wait(6)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toHaveLength(1)
  })

  test('with one more unit later does not restart the waiting time', async () => {
    const email = await asks()
    await receive(dress, 1)
    await wait(11)
    await receive(dress, 1)
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([email])
  })

  test('is announced to a few customers for each unit, the longest waiting first, and to the next a day later', async () => {
    const emails: string[] = []
    for (let n = 0; n < NOTIFIED_PER_UNIT + 2; n += 1) emails.push(await asks())
    await receive(dress, 1)
    await wait(11)
    await Promise.all([1, 2, 3, 4].map(() => notifyWaiting(shop)))
    await notifyWaiting(shop)
    expect((await notifiedOf()).toSorted()).toEqual(emails.slice(0, NOTIFIED_PER_UNIT).toSorted())
    await shop.db.execute(
      sql`update waitlist_requests set told_at = told_at - interval '25 hours' where told_at is not null`,
    )
    await notifyWaiting(shop)
    expect((await notifiedOf()).toSorted()).toEqual(emails.toSorted())
  })

  test('is not announced when it is hidden', async () => {
    await asks()
    await receive(dress, 1)
    await wait(11)
    await shop.db
      .update(products)
      .set({ status: 'inactive' })
      .where(eq(products.id, dress.productId))
    await notifyWaiting(shop)
    expect(await notifiedOf()).toEqual([])
  })
})

describe('the waitlist in the back office', () => {
  test('is exported whole, page by page in the order of the list, each size once', async () => {
    const sizes: TestProduct[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      sizes.push(await aProduct(shop, { name, stock: 0 }))
    // Of two, one and one person; of the last two the first asked at the same moment.
    for (const [at, size] of sizes.entries())
      for (let n = 0; n < (at === 3 ? 2 : 1); n += 1)
        await join(size, { phone: `09912345${at}${n}`, ip: `10.1.3.${at}` })
    await shop.db.execute(sql`update waitlist_requests set created_at = '2026-11-01 08:00:00.123456+00'
      where variant_id in (${sizes[0]?.variantId}, ${sizes[4]?.variantId})`)
    const all = await listWaitedFor(shop.db)
    expect(all.map(({ product }) => product)).toHaveLength(5)
    const paged: typeof all = []
    let after: string | null = null
    do {
      const page = await listWaitedPage(shop.db, { isToText: false, after, limit: 2 })
      expect(page.rows.length).toBeLessThanOrEqual(2)
      paged.push(...page.rows)
      after = page.next
    } while (after !== null)
    expect(paged).toEqual(all)
    const forged = { isToText: false, after: 'nonsense', limit: 9 }
    expect((await listWaitedPage(shop.db, forged)).rows).toEqual(all)
    expect((await listWaitedPage(shop.db, { ...forged, isToText: true })).rows).toEqual([])
  })

  test('names the most wanted products and whom to text; a notified customer is marked, logged without the number, and unmarked', async () => {
    const bag = await aProduct(shop, { name: 'Bag', stock: 0 })
    await join(dress, { phone: '0991234567' })
    for (const phone of ['0881111111', '0882222222']) await join(bag, { phone })
    await join(bag, { email: 'never-confirmed@example.com' })
    const list = async () =>
      (await listWaitedFor(shop.db)).map(({ product, byPhone, byEmail }) => [
        product,
        byPhone,
        byEmail,
      ])
    expect(await list()).toEqual([
      ['Bag', 2, 0],
      ['Dress', 1, 0],
    ])
    const waited = await findWaitedFor(shop.db, dress.variantId)
    const [first] = waited?.phones ?? []
    expect(first).toMatchObject({ phone: '+265991234567', isNotified: false })
    const admin = await anAdmin(shop)
    const id = first?.id ?? ''
    expect(await markNotified(shop.db, admin, id, true)).toEqual({ ok: true })
    expect(await markNotified(shop.db, admin, id, true)).toEqual({ ok: true })
    expect(await list()).toEqual([['Bag', 2, 0]])
    expect((await findWaitedFor(shop.db, dress.variantId))?.phones[0]?.isNotified).toBe(true)
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.entity, 'waitlist'))
    expect(log.map(({ action, label }) => [action, label])).toEqual([
      ['marked as handled', 'Dress'],
    ])
    expect(JSON.stringify(log)).not.toContain('991234567')
    expect(await markNotified(shop.db, admin, id, false)).toEqual({ ok: true })
    expect(await list()).toHaveLength(2)
  })

  test('lets nobody mark a request that waits by email', async () => {
    const { userId, email } = await aUser(shop)
    await join(dress, { userId, email })
    const [row] = await readRequests()
    expect(await markNotified(shop.db, await anAdmin(shop), row?.id ?? '', true)).toEqual({
      ok: false,
      reason: 'not-found',
    })
    // Nor does the database take it.
    await expect(shop.db.update(waitlistRequests).set({ toldBy: userId })).rejects.toThrow()
  })
})
