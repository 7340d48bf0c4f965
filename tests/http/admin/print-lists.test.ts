import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  banners,
  newsletterSubscribers,
  priceChanges,
} from '../../../app/db/tables.server.ts'
import { issueCredit } from '../../../app/modules/credit/issue-credit.ts'
import { startDelivery } from '../../../app/modules/purchasing/change-delivery.ts'
import { supplierActs } from '../../../app/modules/purchasing/suppliers.ts'
import { askForReturn } from '../../../app/modules/returns/request-return.ts'
import { startCount } from '../../../app/modules/stock/counts/count-stock.ts'
import { MOST_PRINTED } from '../../../app/rules/lists.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aDeliveredOrder,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
} from '../../support/factories.ts'
import { aReview } from '../../support/reviews/reviews.ts'
import { aSale, aShift, aTill } from '../../support/till/counter.ts'

const app = useApp()
const { shop } = app
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

/** One row more than a page of each list holds. */
const ROWS = 26
const LISTS: Record<string, () => Promise<unknown>> = {
  '/admin/products': () => aProduct(shop, { name: 'Printed Product' }),
  '/admin/stock': () => aProduct(shop, { name: 'Printed Product' }),
  '/admin/customers': () => aUser(shop),
  '/admin/orders': async () => {
    const { userId } = await aUser(shop)
    return aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  },
  '/admin/returns': async () => {
    const { userId } = await aUser(shop)
    const { order, lineId } = await aDeliveredOrder(shop, userId, [
      { product: await aProduct(shop) },
    ])
    const about = { id: crypto.randomUUID(), orderId: order.id, note: null }
    const lines = [{ lineId, units: 1 }]
    const asked = { ...about, reason: 'faulty', lines } as const
    expect(await askForReturn(shop, userId, asked)).toMatchObject({ ok: true })
  },
  '/admin/pos-sales': async () =>
    aSale(shop, { cashierId: admin.userId, product: await aProduct(shop) }),
  '/admin/shifts': async () => {
    const till = await aTill(shop)
    return aShift(shop, { tillId: till.id, openedBy: admin.userId })
  },
  '/admin/credit': async () => {
    const asked = { kind: 'goodwill', amount: 100, email: null, reason: 'Late' } as const
    return issueCredit(shop, await anAdmin(shop), { id: crypto.randomUUID(), ...asked })
  },
  '/admin/discount-codes': () => aDiscount(shop, { code: `P${(codes += 1)}` }),
  '/admin/deliveries': async () => startDelivery(shop.db, await anAdmin(shop)),
  '/admin/price-changes': async () =>
    shop.db
      .insert(priceChanges)
      .values({ name: 'Sale', kind: 'percent', value: 10, startsAt: new Date('2099-12-12') }),
  '/admin/stock-takes': async () =>
    startCount(shop.db, await anAdmin(shop), { categoryId: null, location: null }),
  '/admin/newsletter': async () =>
    shop.db
      .insert(newsletterSubscribers)
      .values({ email: `reader${(codes += 1)}@example.com`, token: `t${codes}` }),
  '/admin/suppliers': async () => {
    const supplier = { name: `Supplier ${(codes += 1)}`, phone: null, note: null, isActive: true }
    return supplierActs.create(shop.db, await anAdmin(shop), supplier)
  },
  '/admin/reviews': async () => aReview(shop, await aProduct(shop)),
  '/admin/banners': () => shop.db.insert(banners).values({ title: 'Sale' }),
  '/admin/activity': async () => startDelivery(shop.db, await anAdmin(shop)),
}
let codes = 0
/** Lists with people in them: the log says who printed them. */
const LOGGED = [
  '/admin/customers',
  '/admin/orders',
  '/admin/returns',
  '/admin/pos-sales',
  '/admin/shifts',
  '/admin/credit',
  '/admin/discount-codes',
  '/admin/newsletter',
  '/admin/reviews',
  '/admin/activity',
]
const taken = () => shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported'))
const MORE = 'This is one page of a longer list.'

describe('a list of the back office on paper', () => {
  test.each(Object.entries(LISTS))('%s is printed whole, not a page of it', async (path, make) => {
    for (let row = 0; row < ROWS; row += 1) await make()
    const onScreen = await admin.open(path)
    expect(onScreen.html).toContain('Next page')
    // Whoever prints the page with the browser reads on the paper that rows are missing.
    expect(onScreen.html).toContain(MORE)
    expect(onScreen.html).toMatch(/<a href="\?print=1"[^>]*>/)
    expect(await taken()).toEqual([])
    const { html } = await admin.open(`${path}?print=1`)
    expect(html).not.toContain('Next page')
    expect(html).not.toContain(MORE)
    expect(html.replaceAll('<!-- -->', '')).toMatch(
      /printed [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d by /,
    )
    expect(await taken()).toMatchObject(LOGGED.includes(path) ? [{ byUser: admin.userId }] : [])
  })

  test('shows its filters at the top, and contains only matching rows', async () => {
    await aProduct(shop, { name: 'Chitenje Dress', stock: 2 })
    await aProduct(shop, { name: 'Linen Shirt', stock: 2 })
    const stock = await admin.open('/admin/stock?search=dress&stock=low&print=1')
    expect(stock.html).toContain('Search: “dress” · Low stock (under 6)')
    expect(stock.html).not.toContain('Linen Shirt')
    const products = await admin.open('/admin/products?status=active')
    expect(products.html).toContain('Status: active')
    expect(products.html).toContain('?status=active&amp;print=1"')
  })

  test('of a stock-take is a sheet of items still to be counted, without expected numbers', async () => {
    const dress = await aProduct(shop, { name: 'Chitenje Dress', stock: 7 })
    await aProduct(shop, { name: 'Linen Shirt', stock: 9 })
    const { id } = await startCount(shop.db, await anAdmin(shop), {
      categoryId: null,
      location: null,
    })
    const path = `/admin/stock-takes/${id}`
    const { html } = await admin.open(path)
    expect(html).toMatch(/<a href="\?print=1"[^>]*>/)
    const sheet = async () =>
      /<table.*<\/table>/s.exec((await admin.open(`${path}?print=1`)).html)?.[0] ?? ''
    expect(await sheet()).toContain('Chitenje Dress')
    expect(await sheet()).toContain('Linen Shirt')
    expect(await sheet()).not.toMatch(/>[79]</)
    const note = { intent: 'note', request: crypto.randomUUID(), [`n:${dress.variantId}`]: '7' }
    await admin.post(path, note)
    expect(await sheet()).not.toContain('Chitenje Dress')
    expect(await sheet()).toContain('Linen Shirt')
  })

  test('of the waitlist has more rows than the screen, which says so', async () => {
    const dress = await aProduct(shop, { name: 'Chitenje Dress', stock: 0 })
    await shop.db.execute(
      sql`with sizes as (
          insert into variants (product_id, sku, size)
            select ${dress.productId}, 'WAITED-' || n, n from generate_series(1, 201) n returning id)
        insert into waitlist_requests (variant_id, email, token, confirmed_at)
          select id, 'waits@example.com', 'token ' || id, now() from sizes`,
    )
    const see = async (path: string) => {
      const html = (await admin.open(path)).html.replaceAll('<!-- -->', '')
      const [, body = ''] = /<tbody(.*?)<\/tbody>/s.exec(html) ?? []
      return { rows: body.match(/<tr/g)?.length, isCut: html.includes('of a longer list') }
    }
    expect(await see('/admin/waitlist')).toEqual({ rows: 200, isCut: true })
    expect(await see('/admin/waitlist?print=1')).toEqual({ rows: 201, isCut: false })
    expect(await taken()).toMatchObject([{ byUser: admin.userId, label: 'list-waitlist' }])
    await shop.db.execute(sql`delete from waitlist_requests
      where id in (select id from waitlist_requests order by id limit 1)`)
    expect(await see('/admin/waitlist')).toEqual({ rows: 200, isCut: false })
  })

  test('says when not all rows fit', async () => {
    await shop.db.execute(
      sql`insert into users (name, email, email_verified)
        select 'Person ' || n, 'printed' || n || '@example.com', true from generate_series(1, ${MOST_PRINTED}) n`,
    )
    const { html } = await admin.open('/admin/customers?print=1')
    expect(html.match(/printed\d+@example\.com/g)?.length).toBeGreaterThan(ROWS)
    expect(html.replaceAll('<!-- -->', '')).toContain(
      `These are the first ${MOST_PRINTED} of a longer list.`,
    )
  })
})
