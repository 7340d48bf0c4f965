import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCart,
  aCheckoutRequest,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { columnsOf } from '../../db/columns-of.server.ts'
import {
  accountEvents,
  addresses,
  auditLog,
  erasures,
  orderItems,
  orders,
  passkeys,
  payments,
  profiles,
  rateLimits,
  recoveryCodes,
  secondFactors,
  sessions,
  stockMovements,
  tillPins,
  users,
  verifications,
  wishlists,
} from '../../db/tables.server.ts'
import { listOutbox } from '../../platform/mail/mail-outbox.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { ERASED_PERSON } from '../../rules/audit/audit.ts'
import { addCustomer } from '../accounts/add-customer.ts'
import { grantRole } from '../accounts/change-role.ts'
import { lockPerson } from '../accounts/lock-person.ts'
import { recordExport } from '../audit/record-export.ts'
import { askProvider } from '../checkout/ask-provider.ts'
import { cancelOwnOrder } from '../checkout/cancel-own-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { checkHealth } from '../health/check-health.ts'
import { joinNewsletter } from '../newsletter/subscribe.ts'
import { answerMessage } from '../orders/messages/answer-message.ts'
import { sendMessage } from '../orders/messages/send-message.ts'
import { moveOrder } from '../orders/move-order.ts'
import { trackOrder } from '../orders/track-order.ts'
import { readSalesByDay } from '../reports/read-sales-by-day.ts'
import { readToday } from '../reports/read-today.ts'
import { eraseCustomer, eraseOwnAccount } from './erase-account.ts'
import { eraseAgain, listErasures } from './erase-again.ts'

const shop = useShop()
const IP = '41.70.1.2'
let boss: { userId: string; ip: string; role: Role }
let userId: string
const email = 'thokozani.phiri@example.com'
const phone = '+265991555777'
const address = {
  firstName: 'Thokozani',
  lastName: 'Phirimwale',
  phone,
  address: 'Behind the blue mosque',
  city: 'Limbe',
  district: 'Blantyre',
}
/** What the health of the shop says of its books; disk and clock go on. */
const SUMS = new Set(['ledger', 'reservations', 'redemptions', 'totals', 'payments', 'files'])
/** Whatever of them may stand nowhere any more. */
const TRACES = /thokozani|phirimwale|991555777|blue mosque|41\.70\.9\.9|gift for my sister/i

beforeEach(async () => {
  boss = { ...(await aUser(shop, 'super_admin')), ip: IP, role: 'super_admin' }
  const [person] = await shop.db
    .insert(users)
    .values({ name: 'Thokozani Phirimwale', email, emailVerified: true })
    .returning()
  userId = person?.id ?? ''
})

const orderDetails = {
  email,
  firstName: address.firstName,
  lastName: address.lastName,
  phone,
  shippingAddress: address,
  billingAddress: address,
  notes: 'A gift for my sister',
}
async function aDeliveredOrder() {
  const product = await aProduct(shop)
  const { order } = await aPaidOrder(shop, userId, [{ product }], orderDetails)
  for (const to of ['shipped', 'delivered'] as const) {
    const [{ version } = { version: 0 }] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.id, order.id))
    const moved = await moveOrder(shop, boss, {
      orderId: order.id,
      version,
      to,
      waybill: `Thokozani ${to}`,
    })
    if (!moved.ok) throw new Error(moved.reason)
  }
  return order
}

/** Everything that can be known of somebody, in every table. */
async function fillEverything() {
  const { db } = shop
  const order = await aDeliveredOrder()
  await db.update(profiles).set({ fullName: null }).where(eq(profiles.userId, userId))
  await db.transaction((db) =>
    addCustomer(db, boss, { email, name: 'Thokozani Phirimwale', phone }),
  )
  await db.insert(addresses).values({
    userId,
    firstName: address.firstName,
    lastName: address.lastName,
    phone,
    addressLine1: address.address,
    city: address.city,
    district: address.district,
  })
  const product = await aProduct(shop)
  await aCart(shop, userId, [{ product }])
  await db.insert(wishlists).values({ userId, productId: product.productId })
  await joinNewsletter(shop, { email, ip: IP })
  const { internalAdapter } = await shop.auth.$context
  await internalAdapter.createAccount({
    userId,
    accountId: email,
    providerId: 'credential',
    password: 'hash',
  })
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db
    .insert(sessions)
    .values({ userId, token: 'a token', expiresAt, ipAddress: '41.70.9.9', userAgent: 'Her phone' })
  await db.insert(accountEvents).values({ userId, kind: 'signed-in', ip: '41.70.9.9' })
  await db.insert(secondFactors).values({ userId, secret: 'sealed' })
  await db.insert(passkeys).values({
    userId,
    credentialId: 'credential',
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: 'Phone of Thokozani',
  })
  await db.insert(recoveryCodes).values({ userId, hash: 'h'.repeat(43) })
  await db.insert(tillPins).values({ userId, salt: 'salt', key: 'key' })
  await db.insert(verifications).values([
    { identifier: 'a', value: userId, expiresAt },
    { identifier: 'b', value: `confirm-email ${userId}`, expiresAt },
  ])
  await db.insert(rateLimits).values(
    [`sign-in ${email}`, `guess 41.70.9.9 ${email}`, `proof ${userId}`].map((key) => ({
      key,
      count: 1,
      lastRequest: Date.now(),
    })),
  )
  await grantRole(shop, boss, userId, { seen: 'customer', role: 'cashier' })
  await grantRole(shop, boss, userId, { seen: 'cashier', role: 'customer' })
  await recordExport(
    db,
    { userId, ip: '41.70.9.9' },
    { entity: 'person', label: 'list-customers', filters: {} },
  )
  for (const search of [email, 'Thokozani.Phiri', 'thokozani phirimwale', '991555777'])
    await recordExport(db, boss, { entity: 'order', label: 'list-orders', filters: { search } })
  await shop.mail.send({ to: email, subject: 'Hello Thokozani', text: 'Hello' })
  await db
    .update(payments)
    .set({ lastAnswer: { code: 'provider-message', http: 400, words: `${phone} has no money` } })
    .where(eq(payments.orderId, order.id))
  const orderId = order.id
  const report = {
    code: 'failed',
    status: 'declined',
    http: 200,
    words: 'Thokozani is poor',
  } as const
  const verify = async () => ({ state: 'failed', report }) as const
  await askProvider({ ...shop, payments: { ...shop.payments, verify } }, boss, { orderId })
  const asked = { kind: 'other', text: `Call Thokozani at ${phone}` } as const
  await sendMessage(shop, { orderId, buyerId: userId, network: '41.70.9.9' }, asked)
  await answerMessage(shop, boss, { orderId, text: `Dear ${email}, we called`, by: 'email' })
  return order
}

/** The rows of all tables as text, by table. */
async function readEverything() {
  const { rows: tables } = await shop.db.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      order by name`,
  )
  const found: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await shop.db.execute<{ row: string }>(
      sql`select row_to_json(t)::text as row from ${sql.raw(name)} t`,
    )
    for (const { row } of rows) found.push([name, row])
  }
  return found
}
const traces = async () =>
  (await readEverything()).filter(([, row]) => TRACES.test(row) || row.includes('Her phone'))

const erase = () => eraseCustomer(shop, boss, userId)
const own = () => eraseOwnAccount(shop, { userId, ip: '41.70.9.9' })
const isThere = async () => (await shop.db.$count(profiles, eq(profiles.userId, userId))) === 1

describe('erasing an account', () => {
  test('leaves no name, address, number or device in any table, except the last email in the queue', async () => {
    await fillEverything()
    expect((await traces()).length).toBeGreaterThan(20)
    // Somebody whose address ends in the same way keeps what is theirs.
    await shop.db
      .insert(rateLimits)
      .values({ key: `sign-in x${email}`, count: 1, lastRequest: Date.now() })
    expect(await erase()).toEqual({ ok: true, name: 'Thokozani Phirimwale' })
    const left = await traces()
    expect(left.map(([table]) => table)).toEqual([
      expect.stringMatching(/^pgboss\.job/),
      'rate_limits',
    ])
    expect(left[0]?.[1]).toContain('is erased')
    expect(await listOutbox(shop.config.dataDir, 10)).toEqual([])
    expect(await shop.db.select().from(erasures)).toMatchObject([{ id: userId }])
  })

  test('leaves in the log what was done with the orders, and what was asked about their payments', async () => {
    const { id } = await fillEverything()
    const logged = async () => {
      const rows = await shop.db.select().from(auditLog).orderBy(auditLog.id)
      return rows.flatMap((row) => (row.entityId === id ? [[row.before, row.after]] : []))
    }
    const before = await logged()
    expect(await erase()).toMatchObject({ ok: true })
    const bare = JSON.stringify(before)
      .replaceAll(/"Thokozani (shipped|delivered)"/g, '"…"')
      .replaceAll(/"answer":\{[^}]*\}/g, '"answer":null')
    expect(await logged()).toEqual(JSON.parse(bare))
  })

  test('keeps all sales and amounts in the books, the reports and the health checks', async () => {
    await fillEverything()
    const read = async () => ({
      orders: await shop.db
        .select({
          ...columnsOf(orders, 'id', 'orderNumber', 'userId', 'status', 'subtotal', 'totalAmount'),
          ...columnsOf(orders, 'discountAmount', 'deliveryAmount', 'createdAt', 'paidAt'),
          ...columnsOf(orders, 'shippedAt', 'deliveredAt', 'courierName'),
        })
        .from(orders),
      lines: await shop.db.select().from(orderItems).orderBy(orderItems.id),
      money: await shop.db
        .select(columnsOf(payments, 'reference', 'status', 'amount', 'paidAmount', 'settledAt'))
        .from(payments)
        .orderBy(payments.reference),
      stock: await shop.db.select().from(stockMovements).orderBy(stockMovements.id),
      days: await readSalesByDay(shop),
      today: await readToday(shop),
      health: (await checkHealth(shop)).filter(({ check }) => SUMS.has(check)),
    })
    const before = await read()
    expect(before.orders.length).toBe(1)
    expect(await own()).toMatchObject({ ok: true })
    expect(await read()).toEqual(before)
  })

  test('logs who erased whom by ids, without the erased person’s network address', async () => {
    await own()
    const [row] = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'erased'))
    expect(row).toMatchObject({ byUser: userId, entityId: userId, label: ERASED_PERSON, ip: null })
    expect(row).toMatchObject({ before: null, after: null })
  })

  test.each(['pending', 'processing', 'shipped'] as const)(
    'is refused while an order is %s, and nothing is lost',
    async (status) => {
      const order = await aDeliveredOrder()
      await shop.db.update(orders).set({ status }).where(eq(orders.id, order.id))
      const refused = { ok: false, reason: 'erase-open-orders', orderNumber: order.orderNumber }
      expect(await own()).toEqual(refused)
      expect(await erase()).toEqual(refused)
      expect(await isThere()).toBe(true)
      expect(await shop.db.$count(erasures)).toBe(0)
    },
  )

  test('is refused while money of an order is under review', async () => {
    const { id } = await aDeliveredOrder()
    await shop.db.update(orders).set({ reviewReason: 'paid-twice' }).where(eq(orders.id, id))
    expect(await own()).toMatchObject({ reason: 'erase-open-orders' })
  })

  test('is refused to an admin, and for anybody who works for the shop', async () => {
    const admin = { ...(await aUser(shop, 'admin')), ip: IP, role: 'admin' as const }
    expect(await eraseCustomer(shop, admin, userId)).toMatchObject({ reason: 'role-not-allowed' })
    expect(await eraseCustomer(shop, boss, admin.userId)).toMatchObject({ reason: 'erase-staff' })
    expect(await eraseOwnAccount(shop, boss)).toMatchObject({ reason: 'erase-staff' })
    expect(await shop.db.$count(profiles)).toBe(3)
  })

  test('happens once when two requests arrive at the same moment', async () => {
    await aDeliveredOrder()
    const done = await Promise.all([own(), erase(), own()])
    expect(done.filter(({ ok }) => ok).length).toBe(1)
    expect(done.filter((one) => !one.ok).map((one) => !one.ok && one.reason)).toEqual([
      'person-not-found',
      'person-not-found',
    ])
  })

  test('waits without locking the profile while somebody changes its sign-in', async () => {
    let erasing: Promise<unknown> | undefined
    await shop.db.transaction(async (holder) => {
      await lockPerson(holder, userId)
      erasing = eraseCustomer(shop, boss, userId)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await shop.db.execute(waiting)).rowCount).toBe(1))
      // Another transaction: it gets the account at once, or fails.
      await shop.db.execute(sql`select from profiles where user_id = ${userId} for update nowait`)
    })
    expect(await erasing).toMatchObject({ ok: true })
  })

  test('and an order placed at the same moment: either one or the other succeeds completely', async () => {
    const { productId, ...product } = await aProduct(shop, { stock: 100 })
    for (let round = 0; round < 10; round += 1) {
      const [person] = await shop.db
        .insert(users)
        .values({ name: 'Rival', email: `rival${round}@example.com`, emailVerified: true })
        .returning()
      const rival = person?.id ?? ''
      const request = aCheckoutRequest([{ product: { productId, ...product } }], {
        phone: `+26599100000${round}`,
      })
      const [placed, erased] = await Promise.all([
        placeOrder(shop, rival, request),
        eraseOwnAccount(shop, { userId: rival, ip: IP }),
      ])
      expect(placed.ok).not.toBe(erased.ok)
      if (!placed.ok) expect(placed.reason).toBe('not-authenticated')
      if (!erased.ok) expect(erased.reason).toBe('erase-open-orders')
      const left = await shop.db.$count(orders, eq(orders.userId, rival))
      expect(left).toBe(placed.ok ? 1 : 0)
    }
  })

  test('refuses an order that the session has just sent', async () => {
    await own()
    const product = await aProduct(shop)
    expect(await placeOrder(shop, userId, aCheckoutRequest([{ product }]))).toEqual({
      ok: false,
      reason: 'not-authenticated',
    })
    expect(await shop.db.$count(stockMovements, eq(stockMovements.kind, 'reservation'))).toBe(0)
  })

  test('puts later money for a cancelled order under review, and sends no email', async () => {
    const product = await aProduct(shop)
    const { order, payment } = await aPendingOrder(shop, userId, [{ product }], orderDetails)
    await cancelOwnOrder(shop, userId, order.orderNumber)
    expect(await own()).toMatchObject({ ok: true })
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const [late] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
    expect(late).toMatchObject({ status: 'cancelled', reviewReason: 'paid-late', email: '' })
    // Staff who take it up all the same write to nobody.
    const version = late?.version ?? 0
    const moved = await moveOrder(shop, boss, { orderId: order.id, version, to: 'shipped' })
    expect(moved.ok).toBe(true)
    const { rows } = await shop.db.execute(
      sql`select 1 from pgboss.job where name = 'send-email' and data ->> 'to' = ''`,
    )
    expect(rows).toEqual([])
  })

  test('leaves orders that cannot be found by an empty address', async () => {
    const { orderNumber } = await aDeliveredOrder()
    expect(await trackOrder(shop, { orderNumber, email, ip: IP })).toMatchObject({ ok: true })
    await own()
    for (const typed of ['', ' ', email])
      expect(await trackOrder(shop, { orderNumber, email: typed, ip: IP })).toMatchObject({
        reason: 'order-not-found',
      })
  })

  test('is repeated after a restore of an older backup', async () => {
    await fillEverything()
    const { userId: stranger } = await aUser(shop)
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await eraseAgain(shop, [userId, nobody])).toEqual({ count: 1, failed: [] })
    expect(await traces()).toEqual([])
    expect(await eraseAgain(shop, [userId])).toEqual({ count: 0, failed: [] })
    expect((await listErasures(shop.db)).length).toBe(2)
    expect(await shop.db.$count(profiles, eq(profiles.userId, stranger))).toBe(1)
  })

  test('is repeated for the others when one account of the list fails', async () => {
    const done = await eraseAgain(shop, ['no id', userId])
    expect(done).toMatchObject({ count: 1, failed: [{ id: 'no id' }] })
    expect(await isThere()).toBe(false)
  })
})
