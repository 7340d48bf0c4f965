import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { troubles } from '../../../app/db/tables.server.ts'
import { flagOrder } from '../../../app/modules/orders/change-order.ts'
import { lockOrder } from '../../../app/modules/orders/read-order.ts'
import { RefusedForGood } from '../../../app/platform/mail/mail.server.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aPendingOrder, aProduct, aUser } from '../../support/factories.ts'

const app = useApp()
const away: string[] = []
/** Renames a table for a while, so that every read of it fails. */
async function takeAway(table: string) {
  away.push(table)
  await app.shop.db.execute(sql.raw(`alter table ${table} rename to ${table}_away`))
}
afterEach(async () => {
  for (const table of away.splice(0))
    await app.shop.db.execute(sql.raw(`alter table ${table}_away rename to ${table}`))
})
const open = async () => (await (await app.signIn('admin')).open('/admin')).html
const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
/** The text of a panel, without its tags. */
const panel = (html: string, title: string) =>
  textOf(html.split('<section').find((part) => part.includes(`>${title}</h2>`)) ?? '')

describe('the dashboard', () => {
  test('leads to every room of the back office, to the till in a new tab', async () => {
    const html = await open()
    expect(html).toContain('>Dashboard</h1>')
    for (const path of [
      '/admin/orders',
      '/admin/products',
      '/admin/add-product',
      '/admin/banners',
      '/admin/customers',
      '/admin/discount-codes',
    ])
      expect(html.split('aria-label="Quick links"')[1]?.split('</nav>')[0]).toContain(
        `href="${path}"`,
      )
    expect(html).toMatch(/<a href="\/admin\/pos" target="_blank"[^>]*class="[^"]*bg-clay/)
  })

  test('shows current troubles with their remedies, and no ended ones', async () => {
    await app.shop.db.insert(troubles).values([
      { kind: 'disk', finding: { code: 'disk-full', freeMb: 10, percent: 0 } },
      {
        kind: 'openings',
        finding: { code: 'openings-fail', count: 3 },
        endedAt: sql`now()`,
      },
    ])
    const card = textOf(
      (await open()).split('aria-label="Trouble with the shop"')[1]?.split('</section>')[0] ?? '',
    )
    expect(card).toContain(' 10 MB ')
    expect(card).toContain('Look at everything')
    expect(card).not.toContain('cannot pay online')
  })

  test('names emails that were refused for good, with the mail server’s words', async () => {
    const to = 'nobody@example.mw'
    await app.shop.jobs.enqueue(app.shop.db, 'send-email', {
      to,
      subject: 'Your order',
      greeting: 'Hello,',
      paragraphs: ['x'],
    })
    app.shop.mail = {
      send: async () => {
        throw new RefusedForGood('550 no such person')
      },
    }
    await app.runJobs(['send-email'])
    const html = textOf(await open())
    expect(html).toContain('Emails that could not be delivered, and are not tried again')
    expect(html).toContain('nobody@example.mw : Your order. 550 no such person')
    const admin = await app.signIn('admin')
    const email = /name="email" value="([^"]+)"/.exec((await admin.open('/admin')).html)?.[1] ?? ''
    const press = { intent: 'email-aside', email, request: crypto.randomUUID() }
    for (const toast of ['The email is set aside', 'The email is set aside'])
      expect((await admin.open(await admin.post('/admin', press))).html).toContain(toast)
    const late = { ...press, intent: 'email-again', request: crypto.randomUUID() }
    expect((await admin.open(await admin.post('/admin', late))).html).toContain(
      'Somebody has seen to this email already',
    )
    expect(await open()).not.toContain('nobody@example.mw')
  })

  test('a day without sales says so, and shows the newest products', async () => {
    const { name } = await aProduct(app.shop, { name: 'Wrap Dress' })
    const html = await open()
    expect(panel(html, 'Today')).toContain('MK 0 sold')
    expect(panel(html, 'Recent orders')).toContain('No orders yet')
    expect(panel(html, 'Top products')).toContain('Nothing was sold in the last 30 days')
    expect(panel(html, 'Top products')).toContain(name)
    expect(panel(html, 'Low stock')).toContain('Every product has 6 units or more')
    expect(html).not.toContain('need a person')
    expect(textOf(html)).toContain('The day is clear.')
  })

  test('shows sales, orders, low stock and work that waits for a person', async () => {
    app.shop.now = () => new Date('2026-09-30T10:00:00Z')
    const buyer = await aUser(app.shop)
    const dress = await aProduct(app.shop, { name: 'Wrap Dress', price: 20_000, stock: 5 })
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product: dress, quantity: 2 }])
    await aPendingOrder(app.shop, buyer.userId, [{ product: dress }])
    await app.shop.db.transaction(async (db) => {
      const locked = await lockOrder(db, order.id)
      if (locked) await flagOrder(db, locked, 'paid-twice', { code: 'paid-twice' })
    })
    const html = await open()
    for (const title of ['Today', 'This week']) {
      expect(panel(html, title)).toContain('MK 42,000 sold')
      expect(panel(html, title)).toContain('1 order paid')
      expect(panel(html, title)).toContain('All orders placed MK 64,000 2 orders')
    }
    expect(panel(html, 'Totals')).toContain('Products 1 Orders 2 People with an account 2')
    expect(textOf(html)).toContain('Sep 30 42,000 0 42,000')
    expect(panel(html, 'Recent orders')).toContain(`${order.orderNumber} Chisomo Banda`)
    expect(panel(html, 'Top products')).toContain('Wrap Dress 2 sold')
    expect(panel(html, 'Low stock')).toContain('Wrap Dress')
    expect(panel(html, 'Low stock')).toContain('2 left')
    const admin = await app.signIn('admin')
    const { html: stock } = await admin.open(
      /href="([^"]+)"[^>]*>All low stock/.exec(html)?.[1] ?? '',
    )
    expect(stock).toMatch(/aria-current="true"[^>]*>Low stock/)
    for (const row of ['1 order needs a person', '1 order to pack', '1 order not paid yet'])
      expect(textOf(html)).toContain(row)
    expect(html.indexOf('order to pack')).toBeLessThan(html.indexOf('>Recent orders</h2>'))
  })

  test.each([
    ['tallies', ['Error loading counts.']],
    ['order_items', ['Error loading top products.', 'Error loading what waits for you.']],
    [
      'orders',
      [
        'Error loading recent orders.',
        'Error loading top products.',
        'Error loading sales by day.',
        'Error loading the sales of today.',
        'Error loading the sales of this week.',
        'Error loading what waits for you.',
      ],
    ],
    [
      'products',
      [
        'Error loading low stock.',
        'Error loading top products.',
        'Error loading what waits for you.',
      ],
    ],
  ])('each panel fails alone, with its own text: without %s', async (table, texts) => {
    const admin = await app.signIn('admin')
    await takeAway(table)
    const answer = await admin.open('/admin')
    expect(answer.status).toBe(200)
    expect(
      [...answer.html.matchAll(/Error loading[^<]+/g)].map(([text]) => text).toSorted(),
    ).toEqual(texts.toSorted())
  })

  test('needs a fixed number of queries', async () => {
    const admin = await app.signIn('admin')
    const buyer = await aUser(app.shop)
    const count = async () => {
      const { $client } = app.shop.db as unknown as {
        $client: { query: (...a: unknown[]) => unknown }
      }
      const own = $client.query
      let asked = 0
      $client.query = (...args: unknown[]) => {
        asked += 1
        return own.apply($client, args)
      }
      try {
        await admin.open('/admin')
      } finally {
        $client.query = own
      }
      return asked
    }
    const before = await count()
    expect(before).toBeGreaterThan(5)
    const dress = await aProduct(app.shop, { stock: 50 })
    for (let n = 0; n < 4; n += 1) await aPaidOrder(app.shop, buyer.userId, [{ product: dress }])
    expect(await count()).toBeLessThanOrEqual(before)
  })
})
