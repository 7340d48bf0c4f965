import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, orderMessages } from '../../../app/db/tables.server.ts'
import {
  keepSentence,
  listSentences,
} from '../../../app/modules/orders/messages/ready-sentences.ts'
import { orderLink } from '../../../app/modules/orders/order-link.ts'
import { MOST_SENTENCES } from '../../../app/rules/orders/ready-sentences.ts'
import { linkIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { anAdmin, aPaidOrder, aProduct, readOrder } from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })

async function anOrder() {
  const buyer = await app.signIn()
  const product = await aProduct(app.shop, { name: 'Chitenje Skirt', stock: 50 })
  const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
  const link = orderLink(app.shop.config, order).slice(app.shop.config.baseUrl.length)
  return { buyer, order, page: `/orders/${order.orderNumber}`, link }
}
const write = (by: Client, path: string, text: string, kind = 'faulty') =>
  by.post(path, { intent: 'message', kind, text })
const listMessages = () => app.shop.db.select().from(orderMessages).orderBy(orderMessages.id)
const htmlOf = async (by: Client, path: string) => (await by.fetch(path)).text()

describe('a customer writes that something is wrong', () => {
  test('on the order’s page, by account and by link; staff see it with the order and in the count', async () => {
    const { buyer, order, page, link } = await anOrder()
    const staff = await app.signIn('admin')
    expect(await htmlOf(staff, '/admin')).not.toMatch(/messages? to answer/)
    expect((await write(buyer, page, 'A button is missing')).headers.get('location')).toBe(page)
    await write(app.visit(), link, 'Which courier?', 'other')
    for (const [by, path] of [
      [buyer, page],
      [app.visit(), link],
    ] as const) {
      const html = await htmlOf(by, path)
      expect(html).toContain('A button is missing')
      expect(html).toContain('It is faulty or damaged')
      expect(html).toContain('Which courier?')
    }
    expect(await htmlOf(staff, '/admin')).toContain('order has a message to answer')
    const other = await anOrder()
    const waiting = await htmlOf(staff, '/admin/orders?messages=waiting')
    expect(waiting).toContain(order.orderNumber)
    // The oldest one that waits is read in the list.
    expect(waiting.replaceAll('<!-- -->', '')).toContain('“A button is missing”')
    expect(waiting).not.toContain(other.order.orderNumber)
    const csv = await htmlOf(staff, '/admin/orders.csv?messages=waiting')
    expect([csv.includes(order.orderNumber), csv.includes(other.order.orderNumber)]).toEqual([
      true,
      false,
    ])
    const panel = await htmlOf(staff, `/admin/orders?order=${order.orderNumber}&part=messages`)
    expect(panel).toContain('A button is missing')
    expect(panel).toContain('By the link')
  })

  test('only about their own order: without the right key nothing is written', async () => {
    const { page, link } = await anOrder()
    const other = await anOrder()
    const [, otherKey] = other.link.split('?')
    for (const [by, path] of [
      [app.visit(), page],
      [app.visit(), `${page}?${otherKey}`],
      [app.visit(), `${link}x`],
      [other.buyer, page],
      [await app.signIn('admin'), page],
    ] as const)
      await write(by, path, 'Not mine')
    expect(await listMessages()).toEqual([])
  })

  test('once, when the same text is sent again or twice at the same moment while it waits', async () => {
    const { buyer, page } = await anOrder()
    const taps = await Promise.all(
      [1, 2, 3].map(() => write(buyer, page, 'A button\r\nis missing')),
    )
    expect(taps.map((answer) => answer.headers.get('location'))).toEqual([page, page, page])
    await write(buyer, page, 'A button\nis missing')
    expect(await listMessages()).toHaveLength(1)
    await write(buyer, page, 'Another is missing')
    expect(await listMessages()).toHaveLength(2)
  })

  test('in plain text, which is shown as such everywhere and keeps its line breaks', async () => {
    const { buyer, order, page } = await anOrder()
    const staff = await app.signIn('admin')
    const text = '<script>alert(1)</script>\n</textarea><img src=x onerror=alert(1)> “quoted”\u0000'
    await write(buyer, page, text)
    const [kept] = await listMessages()
    expect(kept?.text).toBe(text.replace('\u0000', ''))
    for (const html of [
      await htmlOf(buyer, page),
      await htmlOf(staff, `/admin/orders?order=${order.orderNumber}&part=messages`),
    ]) {
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(html).not.toContain('<script>alert(1)')
      expect(html).not.toContain('<img src=x')
    }
  })

  test('in vain when the message is too long, empty or without a subject: its text stays in the form', async () => {
    const { buyer, page } = await anOrder()
    for (const [text, kind, shown] of [
      [`Long ${'ä'.repeat(1996)}`, 'faulty', 'at most 2,000 characters. Yours has 2,001'],
      ['x'.repeat(6000), 'faulty', 'Yours has 6,000'],
      ['x'.repeat(600_000), 'faulty', 'Yours has 100,000'],
      [' \r\n ', 'faulty', 'Please write what is wrong'],
      ['Nothing chosen', '', 'Please choose what it is about.'],
      ['Nothing known', 'order_events', 'Please choose what it is about.'],
    ] as const) {
      const answer = await write(buyer, page, text, kind)
      const html = await answer.text()
      expect([shown, answer.status]).toEqual([shown, 400])
      expect(html).toContain(shown)
      expect(html).toContain(text.trim().slice(0, 100_000))
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
    expect(await listMessages()).toEqual([])
    await write(buyer, page, '🧵'.repeat(2000))
    expect(await listMessages()).toHaveLength(1)
  })

  test('so many times only, and holders of the link cannot use up the customer’s own limit', async () => {
    const { buyer, page, link } = await anOrder()
    const friend = app.visit()
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) statuses.push((await write(friend, link, `Message ${n}`)).status)
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429, 429])
    const refused = await write(friend, link, 'One more word')
    expect(await refused.text()).toContain('One more word')
    expect((await write(buyer, page, 'It is me')).status).toBe(302)
    expect(await listMessages()).toHaveLength(6)
    // The limit also counts messages from many networks together.
    for (let n = 0; n < 17; n += 1) await write(app.visit(), link, `More ${n}`)
    expect(await listMessages()).toHaveLength(21)
    expect((await write(app.visit(), link, 'Too many by the link')).status).toBe(429)
    const own: number[] = []
    for (let n = 0; n < 5; n += 1) own.push((await write(buyer, page, `Still me ${n}`)).status)
    expect(own).toEqual([302, 302, 302, 302, 429])
  })

  test('but not as the customer when signed in to another account: by the link they count as any holder of it', async () => {
    const { buyer, order, page, link } = await anOrder()
    const stranger = await app.signIn()
    await write(stranger, link, 'Send the parcel to my house')
    expect(await listMessages()).toMatchObject([{ byUser: null }])
    // As stored before the shop treated such a writer as a holder of the link.
    await app.shop.db.insert(orderMessages).values({
      orderId: order.id,
      kind: 'other',
      text: 'An older one',
      isWaiting: true,
      byUser: stranger.userId,
    })
    const staff = await app.signIn('admin')
    const panel = `/admin/orders?order=${order.orderNumber}&part=messages`
    const strange = await htmlOf(staff, panel)
    expect(strange.match(/By the link: the customer, or who has it from them/g)).toHaveLength(2)
    expect((await htmlOf(buyer, page)).match(/>By the link</g)).toHaveLength(2)
    // The customer's own message, although sent by the link.
    await write(buyer, link, 'It is me')
    expect((await htmlOf(staff, panel)).match(/By the link: /g)).toHaveLength(2)
    expect((await htmlOf(buyer, page)).match(/>By the link</g)).toHaveLength(2)
    expect((await listMessages()).at(-1)).toMatchObject({ byUser: buyer.userId })
  })

  test('so many times only by the link, also from several accounts in one network', async () => {
    const { link } = await anOrder()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const bearer = app.visit('10.9.9.7')
      for (const cookie of (await app.signIn()).cookies) bearer.cookies.set(...cookie)
      statuses.push((await write(bearer, link, `Message ${n}`)).status)
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429])
  })
})

describe('staff answer a message', () => {
  async function aMessage() {
    const made = await anOrder()
    await write(made.buyer, made.page, 'A button is missing')
    await app.emails()
    const staff = await app.signIn('admin')
    const act = (fields: Record<string, string>) =>
      staff.post(`/admin/orders?order=${made.order.orderNumber}`, {
        order: made.order.id,
        ...fields,
      })
    return { ...made, staff, act }
  }

  test('by an email that leads to the order, once however often the request is sent', async () => {
    const { buyer, order, page, link, staff, act } = await aMessage()
    const answer = {
      intent: 'answer-email',
      text: 'We send a new one.\n<b>Sorry</b>',
      request: 'press-1',
    }
    const before = (await app.emails()).length
    await act(answer)
    await act(answer)
    const emails = (await app.emails()).slice(before)
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [order.email, `About your order ${order.orderNumber}`],
    ])
    expect(emails[0]?.text).toContain('We send a new one.\n<b>Sorry</b>')
    expect(emails[0]?.html).toContain('&lt;b&gt;Sorry&lt;/b&gt;')
    expect(linkIn(emails[0])).toBe(link)
    expect(await htmlOf(buyer, page)).toContain('We send a new one.')
    expect(await htmlOf(staff, '/admin')).not.toMatch(/messages? to answer/)
    const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'answered'))
    expect(log).toMatchObject([{ label: order.orderNumber, after: { answeredBy: 'email' } }])
    expect(JSON.stringify(log)).not.toContain('new one')
    expect(emails[0]?.text).toContain('You wrote to us about your order')
    // A message after that waits again.
    await write(buyer, page, 'A button is missing')
    expect(await htmlOf(staff, '/admin')).toContain('order has a message to answer')
  })

  test('by an email that claims no message of the customer where none was written', async () => {
    const { order } = await anOrder()
    await app.emails()
    const before = (await app.emails()).length
    const about = { order: order.id, text: 'The red one is sold out' }
    await (await app.signIn('admin')).post(`/admin/orders?order=${order.orderNumber}`, {
      intent: 'answer-email',
      ...about,
    })
    const [sent] = (await app.emails()).slice(before)
    expect(sent?.text).toContain(about.text)
    expect(sent?.text).toContain(`About your order ${order.orderNumber}:`)
    expect(sent?.text).not.toContain('You wrote to us')
  })

  test('by WhatsApp: the answer is recorded, and the chat opens with its text and the link', async () => {
    const { order, staff, act } = await aMessage()
    const before = (await app.emails()).length
    await act({ intent: 'answer-whatsapp', text: 'We call you & send “one”' })
    expect((await app.emails()).slice(before)).toEqual([])
    const panel = await htmlOf(staff, `/admin/orders?order=${order.orderNumber}&part=messages`)
    const [, chat = ''] = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(panel) ?? []
    const url = new URL(chat.replaceAll('&amp;', '&'))
    expect(url.pathname).toBe('/265991234567')
    const text = url.searchParams.get('text') ?? ''
    expect(text).toContain('We call you & send “one”')
    expect(text).toContain(
      orderLink(app.shop.config, await readOrder(app.shop, order.id), 'without-code'),
    )
    expect(await htmlOf(staff, '/admin')).not.toMatch(/messages? to answer/)
  })

  test('with a ready sentence whose placeholders are filled, and which is gone from the next answer', async () => {
    const { order, staff } = await aMessage()
    await keepSentence(app.shop.db, await anAdmin(app.shop), {
      name: 'On its way',
      text: 'Hello {name}, your order {order} is on its way. Waybill: {tracking}.',
    })
    const [sentence] = await listSentences(app.shop.db)
    const panel = `/admin/orders?order=${order.orderNumber}&part=messages`
    const path = `${panel}&sentence=${sentence?.id}`
    const answerIn = (html: string) => /<textarea[^>]*name="text"[^>]*>([^<]*)</.exec(html)?.[1]
    const { html } = await staff.open(path)
    expect(answerIn(html)).toBe(`Hello Chisomo, your order ${order.orderNumber} is on its way.`)
    expect(html).toContain('No waybill is noted yet')
    const fields = { intent: 'answer-email', order: order.id, text: 'It is on its way' }
    const sent = await staff.post(path, fields)
    expect(sent.headers.get('location')).toBe(panel)
    expect(answerIn((await staff.open(sent)).html)).toBe('')
  })

  test('and keep the typed text of a ready sentence above the limit', async () => {
    const { order, staff } = await aMessage()
    const actor = await anAdmin(app.shop)
    for (let n = 0; n < MOST_SENTENCES; n += 1)
      await keepSentence(app.shop.db, actor, { name: `Text ${n}`, text: 'Thank you' })
    const path = `/admin/orders?order=${order.orderNumber}&part=messages`
    const fields = { intent: 'sentence-keep', name: 'Sold out', sentence: 'It is sold out' }
    const refused = await staff.post(path, fields)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    const form = /<details open=""[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(form).toContain('value="Sold out"')
    expect(form).toContain('It is sold out</textarea>')
    expect(form).toContain('Take one away first')
  })

  test('or set it aside; an empty or too long answer is refused and stays in the form', async () => {
    const { order, staff, act } = await aMessage()
    for (const length of [2001, 9000]) {
      const long = await act({ intent: 'answer-email', text: 'y'.repeat(length) })
      expect([long.status, (await long.text()).includes('y'.repeat(length))]).toEqual([400, true])
    }
    expect((await act({ intent: 'answer-email', text: ' ' })).status).toBe(400)
    expect(await htmlOf(staff, '/admin')).toContain('order has a message to answer')
    await act({ intent: 'messages-aside' })
    await act({ intent: 'messages-aside' })
    expect(await htmlOf(staff, '/admin')).not.toMatch(/messages? to answer/)
    const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'answered'))
    expect(log).toMatchObject([{ label: order.orderNumber, after: { messagesSetAside: 1 } }])
    const customer = await app.signIn()
    await customer.post('/admin/orders', {
      intent: 'answer-email',
      order: order.id,
      text: 'Forged',
    })
    expect((await listMessages()).map(({ text }) => text)).not.toContain('Forged')
  })
})
