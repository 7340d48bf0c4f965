import { readFileSync } from 'node:fs'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCart, aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  auditLog,
  cartItems,
  cartRequests,
  newsletterConsents,
  newsletterSubscribers,
  orderMessages,
  orders,
  payments,
  posSales,
  rateLimits,
  unreadableTillEvents,
} from '../../db/tables.server.ts'
import { listOutbox } from '../../platform/mail/mail-outbox.server.ts'
import { NO_ADDRESS } from '../../rules/orders/orders.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { joinNewsletter } from '../newsletter/subscribe.ts'
import { sendMessage } from '../orders/messages/send-message.ts'
import { keepRetention } from './keep-retention.ts'

const shop = useShop()
let userId: string

beforeEach(async () => {
  ;({ userId } = await aUser(shop))
})

/** Sets all rows to a time before now: an interval, and some hours to it or off it. */
const age = async (table: PgTable, column: PgColumn, interval: string, hours: number) =>
  shop.db.execute(
    sql`update ${table} set ${sql.identifier(column.name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`))}
      = now() - ${interval}::interval - make_interval(hours => ${hours})`,
  )

const aSale = (key: string) =>
  shop.db.insert(posSales).values({
    saleNumber: `POS-2019-${key}`,
    cashierId: userId,
    customerName: 'Mphatso',
    customerPhone: '+265888111222',
    notes: 'For the wedding',
    handledNote: 'Mphatso paid the rest',
    paymentMethod: 'cash',
    paymentStatus: 'completed',
    subtotal: 500,
    totalAmount: 500,
    cashAmount: 500,
    idempotencyKey: key,
  })

describe('the nightly retention job', () => {
  test.each(['delivered', 'shipped'] as const)(
    'anonymizes an order (%s) after seven years, and not a day before, and keeps every amount',
    async (status) => {
      const product = await aProduct(shop)
      await aPaidOrder(shop, userId, [{ product }])
      await shop.db.update(orders).set({ status })
      const [before] = await shop.db.select().from(orders)
      await age(orders, orders.createdAt, RETENTION.orderCustomers, -1)
      await keepRetention(shop)
      expect((await shop.db.select().from(orders))[0]?.email).toBe(before?.email)
      await age(orders, orders.createdAt, RETENTION.orderCustomers, 1)
      await keepRetention(shop)
      const [after] = await shop.db.select().from(orders)
      expect(after).toMatchObject({
        email: '',
        phone: '',
        shippingAddress: NO_ADDRESS,
        totalAmount: before?.totalAmount,
        paidAt: before?.paidAt,
        userId,
      })
      expect((await shop.db.select().from(payments))[0]?.amount).toBe(before?.totalAmount)
    },
  )

  test.each([{ status: 'processing' }, { reviewReason: 'paid-twice' }] as const)(
    'keeps an old order that is not over: %j',
    async (change) => {
      const product = await aProduct(shop)
      await aPaidOrder(shop, userId, [{ product }])
      await shop.db.update(orders).set({ status: 'delivered', ...change })
      await age(orders, orders.createdAt, RETENTION.orderCustomers, 1)
      await keepRetention(shop)
      expect((await shop.db.select().from(orders))[0]?.anonymizedAt).toBeNull()
    },
  )

  test('anonymizes the buyer of an old till sale, and leaves a recent one', async () => {
    await aSale('000001')
    await age(posSales, posSales.createdAt, RETENTION.tillCustomers, 1)
    await aSale('000002')
    await keepRetention(shop)
    const sales = await shop.db.select().from(posSales).orderBy(posSales.saleNumber)
    expect(sales[0]).toMatchObject({
      customerName: null,
      customerPhone: null,
      notes: null,
      handledNote: null,
      totalAmount: 500,
    })
    expect(sales[1]).toMatchObject({
      customerName: 'Mphatso',
      handledNote: 'Mphatso paid the rest',
    })
  })

  test('deletes the notes on an order after two years, and keeps the order’s customer', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
    const from = { orderId: order.id, buyerId: userId, network: '41.70.1.1' }
    await sendMessage(shop, from, { kind: 'other', text: 'Please hurry' })
    await age(orderMessages, orderMessages.createdAt, RETENTION.orderMessages, -1)
    await keepRetention(shop)
    expect(await shop.db.$count(orderMessages)).toBe(1)
    await age(orderMessages, orderMessages.createdAt, RETENTION.orderMessages, 1)
    await keepRetention(shop)
    expect(await shop.db.$count(orderMessages)).toBe(0)
    expect((await shop.db.select().from(orders))[0]?.email).toBe(order.email)
  })

  test('deletes the notes on an old sale without a named buyer', async () => {
    await aSale('000001')
    await shop.db.update(posSales).set({ customerName: null, customerPhone: null, notes: null })
    await age(posSales, posSales.createdAt, RETENTION.tillCustomers, 1)
    await keepRetention(shop)
    expect((await shop.db.select().from(posSales))[0]?.handledNote).toBeNull()
  })

  test('deletes the payer from the payments of an old sale that names nobody itself', async () => {
    await aSale('000001')
    const noBuyer = { customerName: null, customerPhone: null, notes: null, handledNote: null }
    const [sale] = await shop.db.update(posSales).set(noBuyer).returning()
    await shop.db.insert(payments).values({
      reference: 'b'.repeat(20),
      posSaleId: sale?.id,
      provider: 'paychangu',
      status: 'failed',
      amount: 500,
      checkoutUrl: 'https://pay.example/mphatso',
      lastAnswer: { code: 'provider-message', http: 400, words: 'Mphatso has no money' },
    })
    await keepRetention(shop)
    expect(await shop.db.$count(payments, isNotNull(payments.checkoutUrl))).toBe(1)
    await age(posSales, posSales.createdAt, RETENTION.tillCustomers, 1)
    await keepRetention(shop)
    expect((await shop.db.select().from(payments))[0]).toMatchObject({
      checkoutUrl: null,
      lastAnswer: null,
      amount: 500,
    })
  })

  test('deletes an unreadable till event after seven years and not before', async () => {
    const anEvent = (id: string) =>
      shop.db.insert(unreadableTillEvents).values({
        id,
        sentBy: userId,
        body: { customerName: 'Mphatso' },
        why: { code: 'unreadable', path: 'kind', problem: 'unknown' },
      })
    const { receivedAt } = unreadableTillEvents
    await anEvent('old')
    await age(unreadableTillEvents, receivedAt, RETENTION.unreadableEvents, 1)
    await keepRetention(shop)
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
    await anEvent('young')
    await age(unreadableTillEvents, receivedAt, RETENTION.unreadableEvents, -1)
    await keepRetention(shop)
    expect(await shop.db.$count(unreadableTillEvents)).toBe(1)
  })

  test('deletes old rows of the audit log and old cart lines in batches', async () => {
    const product = await aProduct(shop)
    await aCart(shop, userId, [{ product }])
    await age(cartItems, cartItems.createdAt, RETENTION.cartLines, 1)
    const press = { userId, variantId: product.variantId, request: 'old' }
    await shop.db.insert(cartRequests).values(press)
    await age(cartRequests, cartRequests.createdAt, RETENTION.cartRequests, 1)
    await shop.db.insert(cartRequests).values({ ...press, request: 'young' })
    await shop.db.execute(
      sql`insert into audit_log (action, entity, entity_id) select 'edited', 'product', n::text from generate_series(1, 2500) n`,
    )
    await age(auditLog, auditLog.createdAt, RETENTION.auditLog, 1)
    await shop.db.transaction((db) =>
      recordAudit(
        db,
        { userId, ip: '10.0.0.1' },
        { action: 'edited', entity: 'product', entityId: 'young', label: '' },
      ),
    )
    const other = await aProduct(shop)
    await aCart(shop, userId, [{ product: other }])
    await keepRetention(shop)
    expect((await shop.db.select().from(auditLog)).map(({ entityId }) => entityId)).toEqual([
      'young',
    ])
    expect((await shop.db.select().from(cartItems)).map(({ productId }) => productId)).toEqual([
      other.productId,
    ])
    expect((await shop.db.select().from(cartRequests)).map(({ request }) => request)).toEqual([
      'young',
    ])
  })

  test('deletes a newsletter address that was never confirmed, or that left long ago', async () => {
    const before = (interval: string, hours: number) =>
      sql<Date>`now() - ${interval}::interval - make_interval(hours => ${hours})`
    const { newsletterUnconfirmed, newsletterLeft } = RETENTION
    await shop.db.insert(newsletterSubscribers).values([
      { email: 'a', token: 'a', createdAt: before(newsletterUnconfirmed, 1) },
      { email: 'b', token: 'b', createdAt: before(newsletterUnconfirmed, -1) },
      {
        email: 'c',
        token: 'c',
        createdAt: before('9 years', 0),
        confirmedAt: before('9 years', 0),
      },
      {
        email: 'd',
        token: 'd',
        createdAt: before('9 years', 0),
        leftAt: before(newsletterLeft, 1),
      },
      {
        email: 'e',
        token: 'e',
        createdAt: before('9 years', 0),
        leftAt: before(newsletterLeft, -1),
      },
    ])
    await keepRetention(shop)
    const left = await shop.db.select().from(newsletterSubscribers)
    expect(left.map(({ email }) => email).sort()).toEqual(['b', 'c', 'e'])
  })

  test('keeps a newsletter address that was just asked again, and deletes it when it is not confirmed then either', async () => {
    const long = sql<Date>`now() - interval '2 years'`
    const emails = ['waiting@example.com', 'left@example.com']
    for (const email of emails) await joinNewsletter(shop, { email, ip: '41.70.1.2' })
    const left = eq(newsletterSubscribers.email, 'left@example.com')
    await shop.db.update(newsletterSubscribers).set({ createdAt: long })
    await shop.db.update(newsletterSubscribers).set({ leftAt: long }).where(left)
    await shop.db.update(newsletterConsents).set({ createdAt: long })
    await shop.db.delete(rateLimits)
    for (const email of emails) await joinNewsletter(shop, { email, ip: '41.70.1.2' })
    await keepRetention(shop)
    const kept = await shop.db.select().from(newsletterSubscribers)
    expect(kept.map(({ email }) => email).sort()).toEqual(emails.toSorted())
    await age(newsletterConsents, newsletterConsents.createdAt, RETENTION.newsletterUnconfirmed, 1)
    await keepRetention(shop)
    expect(await shop.db.$count(newsletterSubscribers)).toBe(0)
  })

  test('deletes the files of old emails', async () => {
    await shop.mail.send({ to: 'a@example.com', subject: 'Young', text: 'Hello' })
    await keepRetention(shop)
    expect((await listOutbox(shop.config.dataDir, 9)).length).toBe(1)
    const days = Number.parseInt(RETENTION.outbox, 10)
    await keepRetention({ ...shop, now: () => new Date(Date.now() + (days + 1) * 86_400_000) })
    expect(await listOutbox(shop.config.dataDir, 9)).toEqual([])
  })
})

test('every retention time is in the table of docs/privacy.md', () => {
  const rows = readFileSync('docs/privacy.md', 'utf8').split('\n')
  const missing = Object.entries(RETENTION).filter(
    ([name, time]) =>
      !rows.some((row) => row.includes(`\`${name}\``) && row.includes(`| ${time} |`)),
  )
  expect(missing).toEqual([])
})
