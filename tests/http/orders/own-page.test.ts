import { eq, sql } from 'drizzle-orm'
import { createCookie } from 'react-router'
import { describe, expect, test } from 'vitest'
import { orders } from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { orderLink } from '../../../app/modules/orders/order-link.ts'
import { decideSandboxPayment } from '../../../app/platform/payments/sandbox-payments.server.ts'
import { formatDate } from '../../../app/rules/dates.ts'
import { formatKwacha } from '../../../app/rules/money.ts'
import { ORDER_LINK_DAYS } from '../../../app/rules/orders/orders.ts'
import { linkIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import {
  aCart,
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  endUndoTime,
  PREORDER_DAY,
  payAtProvider,
  readOrder,
} from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })

async function anOrder() {
  const buyer = await app.signIn()
  const product = await aProduct(app.shop, { name: 'Chitenje Skirt', size: 'XL', stock: 50 })
  const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product, quantity: 2 }])
  return { buyer, product, order, page: `/orders/${order.orderNumber}`, link: pathOf(order) }
}
/** The path of an order's link in an email. */
const pathOf = (
  ...given: Parameters<typeof orderLink> extends [unknown, ...infer Rest] ? Rest : never
) => orderLink(app.shop.config, ...given).slice(app.shop.config.baseUrl.length)
const open = async (path: string, by = app.visit()) => {
  const answer = await by.fetch(path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

/** The facts that the order's block shows. */
const factsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([^<]+)</g)].map(([, label, text]) => [
      label,
      text,
    ]),
  )

describe('the page of one order', () => {
  test('shows the parcel’s code to its account and by links in emails, but not by the staff’s link', async () => {
    const { buyer, order, page, link } = await anOrder()
    const { releaseCode } = await readOrder(app.shop, order.id)
    const shown = new RegExp(`Release code</dt><dd[^>]*>${releaseCode}<`)
    expect((await open(page, buyer)).html).toMatch(shown)
    expect((await open('/orders', buyer)).html).toMatch(shown)
    expect((await open(link)).html).toMatch(shown)
    // The email of the payment says what the page that it leads to shows.
    const [paid] = (await app.emails()).filter(({ subject }) => subject.endsWith('is paid'))
    expect(paid?.text).toContain(`Release code: ${releaseCode}`)
    const staffLink = pathOf(order, 'without-code')
    const byStaff = await open(staffLink)
    expect(byStaff.status).toBe(200)
    expect(byStaff.html).toContain('Chitenje Skirt')
    const admin = await app.signIn('admin')
    const panel = await open(`/admin/orders?order=${order.orderNumber}`, admin)
    expect(panel.html).toContain('Hand over the parcel')
    for (const { html } of [
      byStaff,
      panel,
      await open(`${page}/slip`.replace('/orders', '/admin/orders'), admin),
      await open('/admin/orders.csv', admin),
      await open(staffLink, admin),
    ])
      expect(html).not.toMatch(new RegExp(`Release code|"releaseCode","${releaseCode}"`))
    expect(panel.html).not.toContain(link.split('key=')[1])
    // A delivered order shows no release code any more.
    await admin.post('/admin/orders', {
      intent: 'release',
      order: order.id,
      code: releaseCode ?? '',
      request: crypto.randomUUID(),
    })
    expect((await readOrder(app.shop, order.id)).status).toBe('delivered')
    expect((await open(page, buyer)).html).not.toContain('Release code')
  })

  test('shows everything to its account, and My Orders leads to it', async () => {
    const { buyer, order, page } = await anOrder()
    expect((await buyer.open('/orders')).html).toContain(`href="${page}"`)
    const { status, html } = await open(page, buyer)
    expect(status).toBe(200)
    for (const part of [
      order.orderNumber,
      'Chitenje Skirt',
      'Size XL',
      'MK\u00a042,000',
      'Included (MK\u00a02,000)',
      'Plot 4, Sunnyside',
      '+265991234567',
      'by Test',
      `${page}/invoice`,
      'Order again',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('Pay now')
    for (const step of ['Placed', 'Paid'])
      expect(html).toMatch(
        new RegExp(`${step}</dt><dd[^>]*>\\w{3} \\d{1,2}, 20\\d\\d, \\d\\d:\\d\\d<`),
      )
    expect(html).not.toContain('Shipped</dt>')
  })

  test('shows each line in its color, as all pages of order and cart do, and says when that color has no picture', async () => {
    const buyer = await app.signIn()
    const [teal, navy] = [
      await aProduct(app.shop, { name: 'Teal Skirt', color: 'Teal' }),
      await aProduct(app.shop, { name: 'Navy Skirt', color: 'Navy' }),
    ]
    for (const { productId } of [teal, navy])
      for (const [position, color] of ['Red', 'Teal'].entries())
        await app.shop.db.execute(sql`
          with made as (
            insert into pictures (path, width, height, tint, widths)
            values (${`products/${productId}-${color}.jpg`}, 4, 5, '#fff', '{160,320}') returning id)
          insert into product_images (product_id, picture_id, alt, color, position)
          select ${productId}::uuid, id, '', ${color}, ${position} from made`)
    const { order } = await aPaidOrder(app.shop, buyer.userId, [
      { product: teal },
      { product: navy },
    ])
    await aCart(app.shop, buyer.userId, [{ product: teal }, { product: navy }])
    const admin = await app.signIn('admin')
    for (const [path, by] of [
      [`/orders/${order.orderNumber}`, buyer],
      ['/orders', buyer],
      [`/checkout/success?order=${order.orderNumber}`, buyer],
      ['/cart', buyer],
      ['/checkout', buyer],
      [`/admin/orders/${order.orderNumber}/slip`, admin],
    ] as const) {
      const { html } = await open(path, by)
      const seen = [...html.matchAll(/<img[^>]* src="[^"]*?([\w-]{36})-(Red|Teal)[^"]*"/g)]
      const colors = Object.fromEntries(seen.map(([, id = '', color]) => [id, color]))
      expect([path, colors]).toEqual([path, { [teal.productId]: 'Teal', [navy.productId]: 'Red' }])
      expect([path, html.split('Picture shows Red').length]).toEqual([path, 2])
    }
  })

  test('is closed to everybody else: another account, a visitor, another order’s key, a guessed one', async () => {
    const { order, page, link } = await anOrder()
    const other = await anOrder()
    const [, otherKey] = other.link.split('?')
    const [, ownKey] = link.split('?')
    const tried = [
      [page, await app.signIn()],
      [page, await app.signIn('admin')],
      [`${page}?${otherKey}`, app.visit()],
      [`${other.page}?${ownKey}`, app.visit()],
      [`${page}?key=`, app.visit()],
      [`${page}?key=${'a'.repeat(32)}`, other.buyer],
      [`${page}?${ownKey}x`, app.visit()],
      [`${page}?${ownKey?.toLowerCase()}`, app.visit()],
      [`${page}?key=${'%F0%9F%92%A9'.repeat(8)}`, app.visit()],
      [`/orders/FSC-2026-999999?${ownKey}`, app.visit()],
      [`/orders/%00?${ownKey}`, app.visit()],
    ] as const
    for (const [path, by] of tried)
      for (const asked of [path, path.replace(page, `${page}/invoice`)]) {
        const { status, html } = await open(asked, by)
        expect([asked, status]).toEqual([asked, 404])
        for (const word of ['Chitenje', '42,000', 'Sunnyside'])
          expect(html.includes(word)).toBe(false)
      }
    const sent = await open(page)
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      `/auth?then=${encodeURIComponent(page)}`,
    ])
    expect(order.linkVersion).toBe(1)
  })

  test('opens by its link without an account, and then shows neither street, number nor email', async () => {
    const { order, link } = await anOrder()
    for (const asked of [link, link.replace('?', '/invoice?'), link.replace('?', '.data?')]) {
      const { status, html, headers } = await open(asked)
      expect([asked, status]).toEqual([asked, 200])
      expect(html).toContain('Chitenje Skirt')
      expect(html).toContain('Blantyre')
      expect(html).toContain('567')
      for (const personal of ['Sunnyside', 'Banda', '991234567', order.email, order.userId])
        expect(html).not.toContain(personal)
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
    expect((await open(link)).html).toContain('<meta name="robots" content="noindex"')
    // The buyer, signed in, sees everything by the same link.
    const buyer = await app.signIn('customer', { userId: order.userId, email: '' })
    expect((await open(link, buyer)).html).toContain('Plot 4, Sunnyside')
  })

  test('ends its link after so many days, when a new link is made, and when its customer is erased', async () => {
    const { buyer, order, page, link } = await anOrder()
    const { now } = app.shop
    app.shop.now = () => new Date(now().getTime() + (ORDER_LINK_DAYS + 1) * 86_400_000)
    const late = await open(link)
    expect([late.status, late.html.includes('This link has ended')]).toEqual([404, true])
    expect((await open(page, buyer)).status).toBe(200)
    app.shop.now = now

    expect((await app.visit().post(link, { intent: 'new-link' })).headers.get('location')).toBe(
      link,
    )
    expect((await open(link)).status).toBe(200)
    await buyer.post(page, { intent: 'new-link' })
    expect((await open(link)).status).toBe(404)
    const next = pathOf(await readOrder(app.shop, order.id))
    expect(next).not.toBe(link)
    expect((await open(next)).status).toBe(200)
    expect((await open(page, buyer)).html).toContain(next.replace('&', '&amp;'))

    await app.shop.db.execute(sql`update orders set email = '', first_name = '', last_name = '', phone = '',
      shipping_address = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}',
      billing_address = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}',
      address_key = null, idempotency_key = null, idempotency_hash = null, notes = null, anonymized_at = now()
      where id = ${order.id}`)
    expect((await open(next)).status).toBe(404)
  })

  test('limits wrong keys, and never refuses the right one because of them', async () => {
    const { page, link } = await anOrder()
    const thief = app.visit('10.9.9.9')
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1)
      statuses.push((await open(`${page}?key=${String(n).padStart(32, 'x')}`, thief)).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404))
    expect(statuses.slice(20)).toEqual([429, 429])
    expect((await open(link, thief)).status).toBe(200)
    expect((await open(link, app.visit('10.9.9.8'))).status).toBe(200)
  })

  test('is where the order’s emails lead', async () => {
    const { order, link } = await anOrder()
    const [email] = await app.emails(order.email)
    expect(linkIn(email)).toBe(link)
  })
})

describe('a customer who pays by the link of an order', () => {
  async function anUnpaidOrder() {
    const buyer = await app.signIn()
    const product = await aProduct(app.shop, { name: 'Chitenje Skirt', stock: 50 })
    const { order, payment } = await aPendingOrder(app.shop, buyer.userId, [{ product }])
    const friend = app.visit()
    await friend.post(pathOf(order), { intent: 'pay' })
    const back = `/payments/return/${payment.reference}`
    return { buyer, friend, order, back, way: `href="${pathOf(order, 'without-code')}"` }
  }

  test('is led back to the order after a payment that failed, and not to a cart that is empty', async () => {
    const { buyer, friend, order, back, way } = await anUnpaidOrder()
    const { path, html } = await friend.open(`${back}?status=failed`)
    expect(path).toBe('/checkout/failed')
    expect(html).toContain(`Order ${order.orderNumber} still waits for its payment.`)
    expect(html).toContain('please do not pay again')
    expect(html).toMatch(new RegExp(`${way.replace('?', '[?]')}[^>]*>Back to your order`))
    for (const other of ['Retry Checkout', 'Return to Cart', 'Your cart'])
      expect(html).not.toContain(other)
    const { headers } = await open('/checkout/failed', friend)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    for (const stranger of [app.visit(), await app.signIn(), buyer]) {
      const page = await open('/checkout/failed', stranger)
      expect(page.html).toContain('Retry Checkout')
      expect(page.html).not.toContain('Back to your order')
    }
  })

  test('is led to no order that is paid, that has ended, or whose link has ended', async () => {
    const failedPage = async (friend: Client) => (await friend.open('/checkout/failed')).html
    const ended = await anUnpaidOrder()
    await ended.buyer.post('/checkout', { intent: `cancel-order:${ended.order.orderNumber}` })
    expect(await failedPage(ended.friend)).not.toContain('Back to your order')
    const renewed = await anUnpaidOrder()
    await renewed.buyer.post(`/orders/${renewed.order.orderNumber}`, { intent: 'new-link' })
    expect(await failedPage(renewed.friend)).not.toContain(renewed.order.orderNumber)
    const paid = await anUnpaidOrder()
    const [, reference = ''] = /([^/]+)$/.exec(paid.back) ?? []
    await payAtProvider(app.shop, reference)
    await settlePayment(app.shop, reference)
    expect(await failedPage(paid.friend)).not.toContain('Back to your order')
  })

  test('is led back to the order while nobody knows how the payment ended; its account pays from there', async () => {
    const { buyer, friend, order, back, way } = await anUnpaidOrder()
    const success = `/checkout/success?order=${order.orderNumber}`
    const waiting = await friend.open(back)
    expect(waiting.path).toBe(success)
    expect(waiting.html).toContain('Validating your order...')
    expect(waiting.html).toMatch(new RegExp(`${way.replace('?', '[?]')}[^>]*>Back to your order`))
    expect(waiting.html).not.toContain('Go to the payment page')
    const own = await open(success, buyer)
    expect(own.html).toContain('Go to the payment page')
    expect(own.html).not.toContain('Back to your order')
  })
})

describe('Track Your Order', () => {
  test('says that we have the money of an order whose payment is under review', async () => {
    const { order } = await anOrder()
    const known = { order_number: order.orderNumber, email: order.email }
    const set = (reviewReason: 'underpaid' | null) =>
      app.shop.db
        .update(orders)
        .set({ status: 'pending', paidAt: null, reviewReason })
        .where(eq(orders.id, order.id))
    await set('underpaid')
    const { html } = await ask(known)
    expect(html).toContain('Checking your payment')
    expect(html).toContain('We have your payment, and are looking into it.')
    expect(html).not.toContain('We are waiting for the payment.')
    await set(null)
    expect((await ask(known)).html).toContain('We are waiting for the payment.')
  })

  const ask = async (fields: Record<string, string>, by = app.visit()) => {
    const answer = await by.post('/track-order', fields)
    return { status: answer.status, html: await answer.text() }
  }

  test('shows no link, but sends it to the order’s email address, three times a day', async () => {
    const { buyer, order, link, page } = await anOrder()
    await app.emails()
    const known = { order_number: order.orderNumber, email: order.email }
    const answer = await ask(known)
    expect(answer.html).toContain('Email me the link')
    expect(answer.html).toContain('Bike Riders')
    expect(answer.html).not.toContain('key=')
    const before = (await app.emails()).length
    const wrong = await ask({ ...known, email: 'other@example.com', intent: 'send-link' })
    expect(wrong.status).toBe(404)
    for (let n = 0; n < 5; n += 1) {
      const sent = await ask({ ...known, intent: 'send-link' })
      expect(sent.html).toContain('The link is on its way')
      expect(sent.html).not.toContain('key=')
      // Repeated by a page of another build: one email is sent.
      if (n === 0) await ask({ ...known, intent: 'send-link' })
      await app.shop.db.execute(
        sql`update rate_limits set last_request = last_request - 61000 where key like 'same-email %'`,
      )
      expect((await app.emails()).length).toBe(before + Math.min(n + 1, 3))
    }
    const emails = (await app.emails()).slice(before)
    expect(emails.map(({ to }) => to)).toEqual(Array(3).fill(order.email))
    expect(linkIn(emails[0])).toBe(link)
    // The signed-in customer needs no email.
    expect((await ask(known, buyer)).html).toContain(`href="${page}"`)
  })
})

describe('the block of an order', () => {
  const BLOCK = [
    'Chitenje Skirt',
    'Size XL',
    'MK\u00a042,000',
    'Bike Riders',
    'Included (MK\u00a02,000)',
  ]

  test('is on the success page, which leads its account and the browser that placed it to the order', async () => {
    const buyer = await app.signIn()
    const product = await aProduct(app.shop, { name: 'Chitenje Skirt', size: 'XL', stock: 50 })
    const { order, payment } = await aPendingOrder(app.shop, buyer.userId, [
      { product, quantity: 2 },
    ])
    const [page, link] = [`/orders/${order.orderNumber}`, pathOf(order)]
    const friend = app.visit()
    await friend.post(link, { intent: 'pay' })
    const success = `/checkout/success?order=${order.orderNumber}`
    expect((await open(success, friend)).html).not.toContain('Chitenje Skirt')
    await payAtProvider(app.shop, payment.reference)
    await settlePayment(app.shop, payment.reference)
    // Each date is the order's own, because midnight may pass between two of them.
    const day = formatDate(order.createdAt)
    const { paidAt } = await readOrder(app.shop, order.id)
    const paid = `Paid ${formatDate(paidAt ?? new Date(0))}`
    for (const [by, way] of [
      [buyer, page],
      [friend, pathOf(order, 'without-code')],
    ] as const) {
      const { html, headers } = await open(success, by)
      expect(html).toContain('Thank you for your purchase!')
      expect(html).toContain(`${formatKwacha(order.totalAmount)} paid`)
      for (const part of [...BLOCK, `href="${way}"`]) expect(html).toContain(part)
      expect(factsIn(html)).toMatchObject({
        Placed: day,
        Next: 'We will tell you when it ships',
        Payment: paid,
      })
      // The address is shown to its account only: the browser may be somebody else's.
      const to = by === buyer ? 'Chisomo Banda, Plot 4, Sunnyside, Blantyre' : undefined
      expect(factsIn(html)['Deliver to']).toBe(to)
      if (by === friend)
        for (const personal of ['Sunnyside', 'Banda', '"Plot']) expect(html).not.toContain(personal)
      for (const personal of ['991234567', order.email]) expect(html).not.toContain(personal)
      expect(headers.get('cache-control')).toContain('no-store')
    }
    const shippedAt = new Date(order.createdAt.getTime() + 3 * 86_400_000)
    const shipped = { status: 'shipped' as const, shippedAt }
    await app.shop.db.update(orders).set(shipped).where(eq(orders.id, order.id))
    const sent = factsIn((await open(success, buyer)).html)
    expect([sent['Placed'], sent['Shipped'], sent['Next']]).toEqual([
      day,
      formatDate(shippedAt),
      undefined,
    ])
    expect((await open(success)).headers.get('location')).toBe('/checkout/failed')
  })

  test('shows the next step of an order that is being packed, and My Orders the specification’s dates', async () => {
    const { buyer, order, page, link } = await anOrder()
    const tracked = await app
      .visit()
      .post('/track-order', { order_number: order.orderNumber, email: order.email })
    for (const html of [
      (await open(page, buyer)).html,
      (await open(link)).html,
      await tracked.text(),
    ])
      expect(factsIn(html)['Next']).toBe('We will tell you when it ships')
    expect(factsIn((await open('/orders', buyer)).html)['Expected']).toBe('Processing')
  })

  test('has the same sums and marks on its pages, in its emails, on its invoice and in the back office', async () => {
    const buyer = await app.signIn()
    const product = await aProduct(app.shop, { size: 'XL', stock: 0, preorders: 5 })
    await aDiscount(app.shop, { code: 'ZIKOMO' })
    const { order } = await aPaidOrder(
      app.shop,
      buyer.userId,
      [{ product, quantity: 2, preorderFrom: PREORDER_DAY }],
      { terms: { type: 'percentage', value: 10 }, discount: { code: 'ZIKOMO' } },
    )
    const staff = await app.signIn('admin')
    const page = `/orders/${order.orderNumber}`
    const shown = [
      (await open(`/checkout/success?order=${order.orderNumber}`, buyer)).html,
      (await open(page, buyer)).html,
      (await open(`${page}/invoice`, buyer)).html,
      (await open(`/admin/orders?order=${order.orderNumber}`, staff)).html,
      ...(await app.emails(order.email)).flatMap(({ text, html = '' }) => [text, html]),
    ]
    expect(shown).toHaveLength(6)
    expect(shown.at(-2)).toContain('It was pre-ordered: we write when it has arrived')
    for (const text of shown)
      for (const part of [
        'Size XL',
        'Pre-order · ships from 12 December',
        'Subtotal',
        'MK\u00a040,000',
        'Discount (ZIKOMO)',
        '−MK\u00a04,000',
        'Delivery by Bike Riders',
        'Included (MK\u00a02,000)',
        'MK\u00a038,000',
      ])
        expect(text).toContain(part)
  })

  test('is in every email about the order, with its state and its link', async () => {
    const { buyer, order, page, link } = await anOrder()
    const staff = await app.signIn('admin')
    const act = async (fields: Record<string, string>) => {
      const { version } = await readOrder(app.shop, order.id)
      const sent = { order: order.id, version: String(version), ...fields }
      await staff.post('/admin/orders', sent)
      await endUndoTime(app.shop)
    }
    await act({ intent: 'move', to: 'shipped' })
    await act({ intent: 'waybill', waybill: 'SC 77' })
    await act({ intent: 'move', to: 'delivered' })
    await buyer.post(page, { intent: 'message', kind: 'faulty', text: 'A button is missing' })
    await act({ intent: 'answer-email', text: 'We send one.' })
    const known = { order_number: order.orderNumber, email: order.email }
    await app.visit().post('/track-order', { ...known, intent: 'send-link' })
    await act({ intent: 'move', to: 'cancelled' })
    const emails = await app.emails(order.email)
    const states = emails.map(({ text }) => /^Status: (.+)$/m.exec(text)?.[1] ?? '')
    expect(states.toSorted()).toEqual([
      'Cancelled',
      ...Array(3).fill('Delivered'),
      'Processing',
      ...Array(2).fill('Shipped'),
    ])
    for (const email of emails) {
      for (const part of BLOCK) {
        expect(email.text).toContain(part)
        expect(email.html).toContain(part)
      }
      expect(linkIn(email)).toBe(link)
    }
    expect(emails.filter(({ text }) => text.includes('Waybill: SC 77'))).toHaveLength(5)
  })
})

describe('the waybill', () => {
  test('that staff enter is in the log, on the pages and in the shipping email', async () => {
    const { buyer, order, page, link } = await anOrder()
    const staff = await app.signIn('admin')
    const act = async (fields: Record<string, string>) => {
      const { version } = await readOrder(app.shop, order.id)
      return staff.post(`/admin/orders?order=${order.orderNumber}`, {
        order: order.id,
        version: String(version),
        ...fields,
      })
    }
    const note = (waybill: string) => act({ intent: 'waybill', waybill })
    await note(' SC 000123/7\t45 ')
    expect((await readOrder(app.shop, order.id)).waybill).toBe('SC 000123/7 45')
    expect((await staff.open(`/admin/orders?order=${order.orderNumber}`)).html).toContain(
      'value="SC 000123/7 45"',
    )
    expect((await staff.open('/admin/activity')).html).toContain('SC 000123/7 45')
    const tracked = await app
      .visit()
      .post('/track-order', { order_number: order.orderNumber, email: order.email })
    for (const html of [
      (await open(page, buyer)).html,
      (await open(link)).html,
      (await buyer.open('/orders')).html,
      await tracked.text(),
    ])
      expect(html).toContain('SC 000123/7 45')
    await app.emails()
    // Typed, and sent together with the new status.
    const bad = await staff.open(await act({ intent: 'move', to: 'shipped', waybill: '<b>' }))
    expect(bad.html).toContain('A waybill has letters')
    expect((await readOrder(app.shop, order.id)).status).toBe('processing')
    await act({ intent: 'move', to: 'shipped', waybill: 'SC 000123/8' })
    expect((await readOrder(app.shop, order.id)).waybill).toBe('SC 000123/8')
    expect((await staff.open('/admin/activity')).html).toContain('SC 000123/8')
    const shipped = (await app.emails()).filter(({ to }) => to === order.email)
    expect(shipped.at(-1)?.subject).toContain('is on the way')
    expect(shipped.at(-1)?.text).toContain('SC 000123/8')
  })

  test('entered after the shipping is emailed once; an invalid one, and an old version, are refused', async () => {
    const { order } = await anOrder()
    const staff = await app.signIn('admin')
    const post = async (fields: Record<string, string>) => {
      const { version } = await readOrder(app.shop, order.id)
      const sent = { order: order.id, version: String(version), ...fields }
      const answer = await staff.post('/admin/orders', sent)
      return (await staff.open(answer)).html
    }
    await post({ intent: 'move', to: 'shipped' })
    const before = (await app.emails()).length
    expect(await post({ intent: 'waybill', waybill: '<b>1</b>' })).toContain(
      'A waybill has letters',
    )
    expect(await post({ intent: 'waybill', waybill: 'x'.repeat(61) })).toContain('at most 60')
    expect(await post({ intent: 'waybill', waybill: '77', version: '1' })).toContain(
      'Somebody else saved first',
    )
    for (const waybill of ['77', '77']) await post({ intent: 'waybill', waybill })
    const emails = (await app.emails()).slice(before)
    expect(emails.map(({ subject }) => subject)).toEqual([
      `The waybill of your order ${order.orderNumber}`,
    ])
    await post({ intent: 'waybill', waybill: '' })
    expect((await readOrder(app.shop, order.id)).waybill).toBeNull()
  })
})

describe('acts on the page of an order', () => {
  const aWaitingOrder = async () => {
    const buyer = await app.signIn()
    const product = await aProduct(app.shop, { stock: 5 })
    const placed = await aPendingOrder(app.shop, buyer.userId, [{ product }])
    const { order } = placed
    return { ...placed, buyer, page: `/orders/${order.orderNumber}`, link: pathOf(order) }
  }
  const statusOf = async (id: string) => (await readOrder(app.shop, id)).status

  test('allow a holder of the link to pay while the order waits, and to see the outcome', async () => {
    const { order, checkoutUrl, link } = await aWaitingOrder()
    const friend = app.visit()
    expect((await open(link, friend)).html).toContain('Pay now')
    const led = await friend.post(link, { intent: 'pay' })
    expect(led.headers.get('location')).toBe(checkoutUrl)
    const success = `/checkout/success?order=${order.orderNumber}`
    expect((await open(success, friend)).status).toBe(200)
    const { now } = app.shop
    app.shop.now = () => new Date(now().getTime() + 31 * 60_000)
    expect((await open(link, friend)).html).not.toContain('Pay now')
    expect((await friend.post(link, { intent: 'pay' })).headers.get('location')).toBe(link)
  })

  test('allow only the order’s account to cancel', async () => {
    const { buyer, order, page, link } = await aWaitingOrder()
    const friend = app.visit()
    expect((await open(link, friend)).html).not.toContain('Cancel order')
    await friend.post(link, { intent: 'cancel' })
    expect(await statusOf(order.id)).toBe('pending')
    for (const path of [page, `${page}?key=${'a'.repeat(32)}`])
      await (await app.signIn()).post(path, { intent: 'cancel' })
    expect(await statusOf(order.id)).toBe('pending')
    expect((await open(page, buyer)).html).toContain('Cancel order')
    expect((await buyer.post(page, { intent: 'cancel' })).headers.get('location')).toBe(page)
    expect(await statusOf(order.id)).toBe('cancelled')
  })

  /** The cookie of a browser that placed these orders, as the shop has always written it. */
  const placedCookie = async (...numbers: string[]) => {
    const { sessionSecret } = app.shop.config
    const cookie = createCookie('zovala.placed', { secrets: [sessionSecret] })
    const [pair = ''] = (await cookie.serialize(numbers)).split(';')
    return pair.slice(pair.indexOf('=') + 1)
  }

  test('do not end the order when a holder of the link gives up paying: it waits until its time is over', async () => {
    const { order, payment, link } = await aWaitingOrder()
    const giveUp = async (by: Client) =>
      (await by.fetch(`/payments/return/${payment.reference}?status=cancelled`)).headers.get(
        'location',
      )
    const signedIn = await app.signIn()
    const friend = app.visit()
    for (const by of [signedIn, friend]) await by.post(link, { intent: 'pay' })
    // The last visitor has only the payment's reference.
    for (const by of [signedIn, friend, app.visit()]) {
      expect(await giveUp(by)).toBe('/checkout/failed')
      expect(await statusOf(order.id)).toBe('pending')
    }
    expect((await open(link, friend)).html).toContain('Pay now')
  })

  test('end a program’s own order when it gives up with its token', async () => {
    const { buyer, order, payment } = await aWaitingOrder()
    const program = app.visit()
    const giveUp = (headers: Record<string, string>) =>
      program.fetch(`/payments/return/${payment.reference}?status=cancelled`, { headers })
    await giveUp({ authorization: 'Bearer nobody' })
    expect(await statusOf(order.id)).toBe('pending')
    const [cookie = ''] = buyer.cookies.values()
    const [token] = decodeURIComponent(cookie).split('.')
    await giveUp({ authorization: `Bearer ${token}` })
    expect(await statusOf(order.id)).toBe('cancelled')
  })

  test('end the order for somebody with only the reference when the provider confirms it, but not for a holder of the link', async () => {
    const { order, payment, link } = await aWaitingOrder()
    const friend = app.visit()
    await friend.post(link, { intent: 'pay' })
    await decideSandboxPayment(app.shop.db, payment.reference, 'cancel')
    const back = `/payments/return/${payment.reference}?status=cancelled`
    await friend.fetch(back)
    expect(await statusOf(order.id)).toBe('pending')
    await app.visit().fetch(back)
    expect(await statusOf(order.id)).toBe('cancelled')
  })

  test.each(['at once', 'after it came by the link as well'])(
    'end the order when the browser that placed it gives up, signed out and %s',
    async (when) => {
      const { order, payment, link } = await aWaitingOrder()
      const browser = app.visit()
      browser.cookies.set('zovala.placed', await placedCookie('FSC-2020-000001', order.orderNumber))
      if (when !== 'at once') await browser.post(link, { intent: 'pay' })
      await browser.fetch(`/payments/return/${payment.reference}?status=cancelled`)
      expect(await statusOf(order.id)).toBe('cancelled')
    },
  )

  test('with a new link shut out whoever opened the payment by the old one, but not the browser that placed the order', async () => {
    const { buyer, order, payment, page, link } = await aWaitingOrder()
    const placed = app.visit()
    placed.cookies.set('zovala.placed', await placedCookie(order.orderNumber))
    const friend = app.visit()
    await friend.post(link, { intent: 'pay' })
    const success = `/checkout/success?order=${order.orderNumber}`
    expect((await open(success, friend)).status).toBe(200)
    await buyer.post(page, { intent: 'new-link' })
    await payAtProvider(app.shop, payment.reference)
    expect((await friend.post(success, {})).headers.get('location')).toBe('/checkout/failed')
    expect((await readOrder(app.shop, order.id)).paidAt).toBeNull()
    await settlePayment(app.shop, payment.reference)
    const shut = await open(success, friend)
    expect([shut.status, shut.headers.get('location')]).toEqual([302, '/checkout/failed'])
    const next = pathOf(await readOrder(app.shop, order.id), 'without-code')
    expect((await open(success, placed)).html).toContain(`href="${next}"`)
  })

  test('and let in again whoever pays by the new link', async () => {
    const { buyer, order, page, link } = await aWaitingOrder()
    const friend = app.visit()
    await friend.post(link, { intent: 'pay' })
    await buyer.post(page, { intent: 'new-link' })
    const next = pathOf(await readOrder(app.shop, order.id))
    const success = `/checkout/success?order=${order.orderNumber}`
    expect((await open(success, friend)).status).toBe(302)
    await friend.post(next, { intent: 'pay' })
    expect((await open(success, friend)).status).toBe(200)
  })

  test('fill the cart by Order again with everything still sold, and name the rest', async () => {
    const buyer = await app.signIn()
    const skirt = await aProduct(app.shop, { name: 'Chitenje Skirt', stock: 50 })
    const scarce = await aProduct(app.shop, { name: 'Silk Scarf', stock: 6 })
    const gone = await aProduct(app.shop, { name: 'Old Hat', stock: 6 })
    const { order } = await aPaidOrder(app.shop, buyer.userId, [
      { product: skirt, quantity: 3 },
      { product: scarce, quantity: 4 },
      { product: gone },
    ])
    await app.shop.db.execute(sql`update products set status = 'inactive' where name = 'Old Hat'`)
    const page = `/orders/${order.orderNumber}`
    const press = () => buyer.post(page, { intent: 'again', request: 'one-press' })
    const added = await press()
    expect(added.headers.get('location')).toBe('/cart')
    const inCart = async () =>
      (await app.shop.db.execute(sql`select quantity from cart_items order by quantity`)).rows
    expect(await inCart()).toEqual([{ quantity: 2 }, { quantity: 3 }])
    const cart = await buyer.open('/cart')
    expect(cart.html).toContain('Silk Scarf, Old Hat.')
    // Repeated, as after a lost answer.
    await press()
    expect(await inCart()).toEqual([{ quantity: 2 }, { quantity: 3 }])

    const visitor = app.visit()
    const link = pathOf(order)
    expect((await visitor.post(link, { intent: 'again' })).headers.get('location')).toBe(
      `/auth?${new URLSearchParams({ then: link })}`,
    )
    await app.shop.db.execute(sql`update products set status = 'inactive'`)
    const none = await buyer.post(page, { intent: 'again' })
    expect(none.headers.get('location')).toBe(page)
    expect((await buyer.open(page)).html).toContain('Nothing added to your cart')
  })

  test('show that an order is under review, and do not ask for money', async () => {
    const { buyer, order, page, link } = await aWaitingOrder()
    await app.shop.db
      .update(orders)
      .set({ reviewReason: 'underpaid' })
      .where(eq(orders.id, order.id))
    for (const [path, by] of [
      [page, buyer],
      [link, app.visit()],
    ] as const) {
      const { html } = await open(path, by)
      expect(html).toContain('We have your payment, and are looking into it')
      expect(html).not.toContain('Pay now')
    }
  })
})
