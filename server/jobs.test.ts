import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountEvents,
  backups,
  cartItems,
  orders,
  payments,
  pictures,
  posSales,
  products,
  sessions,
  troubles,
} from '../app/db/tables.server.ts'
import { transact } from '../app/db/transact.server.ts'
import { adjustStock } from '../app/modules/stock/move-stock.ts'
import { ringUpProviderSale } from '../app/modules/till/sales/ring-up-sale.ts'
import { joinWaitlist } from '../app/modules/waitlist/join-waitlist.ts'
import type { Shop } from '../app/platform/shop.server.ts'
import type { Email } from '../app/rules/messages/emails/content.ts'
import {
  aCart,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  payAtProvider,
} from '../tests/support/factories.ts'
import { useShop } from '../tests/support/shop.ts'
import { jobHandlers } from './jobs.ts'

test('an email is rendered as text and HTML when it is sent; one that an earlier release rendered is sent unchanged', async () => {
  const sent: Email[] = []
  const mail = { send: async (email: Email) => void sent.push(email) }
  const { 'send-email': send, 'send-letter': sendOld } = jobHandlers({
    mail,
    settings: { refresh: async () => {} },
  } as Shop)
  await send({
    to: 'a@example.com',
    subject: 'Sale',
    greeting: 'Hello,',
    paragraphs: ['50 % < all'],
  })
  const whole = { to: 'b@example.com', subject: 'Sale', text: 'Hello', html: '<p>Hello</p>' }
  await sendOld(whole)
  await sendOld({ to: 'c@example.com', subject: 'Sale', greeting: 'Hello,', paragraphs: [] })
  expect(sent).toEqual([
    {
      to: 'a@example.com',
      subject: 'Sale',
      text: expect.stringMatching(/^Hello,\n\n50 % < all\n\n/),
      html: expect.stringContaining('>50 % &lt; all</p>'),
    },
    whole,
    expect.objectContaining({ to: 'c@example.com', text: expect.stringMatching(/^Hello,/) }),
  ])
})

describe('a job with the name that releases before 0.2 gave to three kinds of work', () => {
  const shop = useShop()
  let userId: string
  beforeEach(async () => {
    ;({ userId } = await aUser(shop, 'cashier'))
  })
  const run = async (data: Parameters<ReturnType<typeof jobHandlers>['check-payment']>[0]) => {
    await shop.db.execute('delete from pgboss.job')
    await shop.jobs.enqueue(shop.db, 'check-payment', data)
    const later = { ...shop, now: () => new Date(Date.now() + 31 * 60_000) }
    expect(await shop.jobs.runDue(jobHandlers(later))).toBe(1)
    const { rows } = await shop.db.execute<{ name: string }>(
      "select name from pgboss.job where state = 'created' and name <> 'send-email'",
    )
    return rows.map(({ name }) => name)
  }
  const orderNow = async () => (await shop.db.select().from(orders))[0]

  test('about a payment asks the provider, and is enqueued under the new name while the outcome is unknown', async () => {
    const dress = await aProduct(shop)
    const { payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await run({ reference: payment.reference })).toEqual(['poll-payment'])
    expect(await orderNow()).toMatchObject({ status: 'pending' })
    await payAtProvider(shop, payment.reference)
    await run({ reference: payment.reference })
    expect(await orderNow()).toMatchObject({ status: 'processing' })
  })

  test('about an order cancels it when its window is over', async () => {
    const dress = await aProduct(shop)
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await run({ orderId: order.id })).toEqual([])
    expect(await orderNow()).toMatchObject({ status: 'cancelled' })
  })

  test('about a till sale ends it', async () => {
    const dress = await aProduct(shop)
    const rung = await ringUpProviderSale(shop, userId, {
      lines: [{ ...dress, quantity: 1 }],
      totalAmount: dress.price,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: randomUUID(),
    })
    if (!rung.ok) throw new Error(rung.reason)
    expect(await run({ posSaleId: rung.sale.id })).toEqual([])
    expect((await shop.db.select().from(posSales))[0]).toMatchObject({ paymentStatus: 'failed' })
  })
})

describe('a job that notifies waiting customers, under its name or that of a release before 0.2,', () => {
  const shop = useShop()
  const run = async (
    name: 'notify-waiting' | 'tell-waiting' | 'notify-arrived' | 'tell-arrived',
  ) => {
    await shop.db.execute('delete from pgboss.job')
    await shop.jobs.enqueue(shop.db, name, {})
    await shop.jobs.runDue(jobHandlers(shop), [name])
    const { rows } = await shop.db.execute<{ subject: string }>(
      "select data ->> 'subject' as subject from pgboss.job where name = 'send-email'",
    )
    return rows.map(({ subject }) => subject)
  }

  test.each(['notify-waiting', 'tell-waiting'] as const)(
    '%s, emails the waitlist',
    async (name) => {
      const { variantId, productId } = await aProduct(shop, { name: 'Dress', stock: 0 })
      const { userId, email } = await aUser(shop)
      await joinWaitlist(shop, { variantId, email, phone: '', userId, ip: '10.1.2.3' })
      await shop.db
        .update(products)
        .set({ trackInventory: false })
        .where(eq(products.id, productId))
      expect(await run(name)).toEqual([expect.stringContaining('Dress')])
    },
  )

  test.each(['notify-arrived', 'tell-arrived'] as const)(
    '%s, emails about a pre-order',
    async (name) => {
      const { userId } = await aUser(shop)
      const product = await aProduct(shop, { stock: 0, preorders: 5 })
      const line = { product, quantity: 2, preorderFrom: PREORDER_DAY }
      const { order } = await aPaidOrder(shop, userId, [line])
      await transact(shop.db, (db) => adjustStock(db, product.variantId, 2, 'received', {}))
      await shop.db.transaction(async (db) => {
        await db.execute(sql`set local session_replication_role = replica`)
        await db.execute(
          sql`update stock_movements set created_at = created_at - interval '5 minutes'`,
        )
      })
      expect(await run(name)).toEqual([`Your pre-order ${order.orderNumber} has arrived`])
    },
  )
})

describe('a scheduled job', () => {
  const shop = useShop({ PAYMENTS: 'sandbox', SAMPLE_SHOP: 'off' })
  const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`

  test('deletes expired rows each night, and erases what was kept for its retention time', async () => {
    const { userId } = await aUser(shop)
    const dress = await aProduct(shop)
    await aCart(shop, userId, [{ product: dress }])
    await shop.db.update(cartItems).set({ createdAt: ago('2 years') })
    await shop.db.insert(sessions).values({ userId, token: 'old', expiresAt: ago('1 minute') })
    await shop.db
      .insert(accountEvents)
      .values({ userId, kind: 'signed-in', createdAt: ago('91 days') })
    await jobHandlers(shop)['tidy-up']({})
    for (const table of [cartItems, sessions, accountEvents])
      expect(await shop.db.$count(table)).toBe(0)
  })

  test('erases what was kept for its retention time also when files cannot be deleted, and fails afterwards', async () => {
    const { userId } = await aUser(shop)
    await aCart(shop, userId, [{ product: await aProduct(shop) }])
    await shop.db.update(cartItems).set({ createdAt: ago('2 years') })
    await shop.db.insert(pictures).values({
      path: 'products/a.jpg',
      tint: '#a8371f',
      width: 320,
      height: 400,
      widths: [320],
      createdAt: ago('2 days'),
    })
    const remove = () => Promise.reject(new Error('cannot be deleted'))
    const faulty = { ...shop, storage: { ...shop.storage, remove } }
    await expect(jobHandlers(faulty)['tidy-up']({})).rejects.toThrow('cannot be deleted')
    expect(await shop.db.$count(cartItems)).toBe(0)
    expect(await shop.db.$count(pictures)).toBe(1)
  })

  test('checks each kind of problem, those that ask the payment service once an hour', async () => {
    const { userId } = await aUser(shop)
    for (let n = 0; n < 3; n += 1)
      await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
    await shop.db.update(payments).set({ createdAt: ago('20 minutes') })
    await shop.db.insert(backups).values({
      place: '/mnt/disk',
      startedAt: sql`now()`,
      finishedAt: sql`now()`,
      isScheduled: true,
      failure: 'ENOSPC',
    })
    const verify = async () =>
      ({ state: 'pending', report: { code: 'no-answer', seconds: 8 } }) as const
    const acts = jobHandlers({ ...shop, payments: { ...shop.payments, verify } })
    const kinds = async () => (await shop.db.select().from(troubles)).map(({ kind }) => kind)
    await acts['watch-troubles']({})
    expect(await kinds()).toEqual(['backup'])
    await acts['watch-payments']({})
    expect((await kinds()).toSorted()).toEqual(['backup', 'payments'])
  })
})
