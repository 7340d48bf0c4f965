import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { orders, payments, sandboxPayments } from '../../../db/tables.server.ts'
import { settlePayment } from '../../checkout/settle-payment.ts'
import { recordPayment } from '../../payments/payments.ts'
import { findAdminOrder, listHistory } from './find-admin-order.ts'
import { listAdminOrders, listOrdersUnderReview, type OrdersQuery } from './list-admin-orders.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 500 })
  ;({ userId } = await aUser(shop))
})

const list = (asked: Partial<OrdersQuery> = {}) =>
  listAdminOrders(shop.db, {
    search: '',
    status: null,
    sort: 'placed',
    direction: 'desc',
    after: null,
    limit: 25,
    ...asked,
  })
const numbers = async (asked: Partial<OrdersQuery>) =>
  (await list(asked)).rows.map((row) => row.orderNumber)

describe('the list of orders', () => {
  test('is searched by a part of number, email or full name, in any case', async () => {
    const one = await aPendingOrder(shop, userId, [{ product: dress }], {
      email: 'mphatso@example.com',
      firstName: 'Mphatso',
      lastName: "O'Brien_Phiri",
    })
    await aPendingOrder(shop, userId, [{ product: dress }])
    const number = one.order.orderNumber
    for (const search of [number.slice(4), 'MPHATSO@', "mphatso o'b", 'n_ph', number])
      expect(await numbers({ search }), search).toEqual([number])
    for (const search of ['%%%', '___', 'nobody here'])
      expect(await numbers({ search })).toEqual([])
    expect(await numbers({ search: 'o' })).toEqual([number])
    expect(await numbers({ search: 'zz' })).toEqual([])
  })

  test('is searched by a whole phone number, in any format and with extra blanks', async () => {
    const phone = '+265888123456'
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }], {
      phone,
      firstName: 'Mphatso',
      lastName: 'Phiri',
    })
    await aPendingOrder(shop, userId, [{ product: dress }])
    for (const search of [phone, '0888123456', '0888 12 34 56', '+265 888 123 456', '265888123456'])
      expect(await numbers({ search }), search).toEqual([order.orderNumber])
    expect(await numbers({ search: '0888123450' })).toEqual([])
    expect(await numbers({ search: 'mphatso  \t phiri' })).toEqual([order.orderNumber])
  })

  test('is searched by a landline number, dialled within Malawi or from abroad', async () => {
    const typed = ['01770123', '+2651770123']
    const found: string[] = []
    for (const phone of typed)
      found.unshift(
        (await aPendingOrder(shop, userId, [{ product: dress }], { phone })).order.orderNumber,
      )
    await aPendingOrder(shop, userId, [{ product: dress }], { phone: '+2601770123' })
    for (const search of ['01 770 123', '+265 1 770 123'])
      expect(await numbers({ search }), search).toEqual(found)
  })

  test('is filtered by status, and counts the units', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 3 }])
    await aPendingOrder(shop, userId, [{ product: dress }])
    const { rows } = await list({ status: 'processing' })
    const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
    expect(rows).toHaveLength(1)
    // All that a row or the file of the list shows of it, as it is stored.
    const [first] = rows
    if (!first) throw new Error('no order is listed')
    const { itemCount, parcelCount, shippedCount, hasMessage, isOwed, ...rest } = first
    const { hasToSend, refundedOfTotal, came, message, tags, ...row } = rest
    expect([hasMessage, message, isOwed, tags]).toEqual([false, null, false, []])
    expect([itemCount, parcelCount, shippedCount]).toEqual([3, 0, 0])
    expect([hasToSend, refundedOfTotal, came]).toEqual([true, 0, 0])
    expect(stored).toMatchObject(row)
    expect(Object.keys(row).toSorted()).toEqual(
      [
        'collectAt',
        'courierName',
        'coveredAmount',
        'createdAt',
        'cancelledAt',
        'deliveredAt',
        'deliveryAmount',
        'discountAmount',
        'discountCode',
        'email',
        'firstName',
        'id',
        'lastName',
        'orderNumber',
        'packedAt',
        'paidAt',
        'phone',
        'refundedAmount',
        'reviewReason',
        'shippedAt',
        'shippingAddress',
        'status',
        'subtotal',
        'totalAmount',
        'creditAmount',
        'version',
        'waybill',
      ].toSorted(),
    )
  })

  test('shows every order once, page by page, in both directions', async () => {
    for (const quantity of [1, 2, 1, 3, 1])
      await aPendingOrder(shop, userId, [{ product: dress, quantity }])
    // Of one moment: only the id tells them apart.
    await shop.db.update(orders).set({ createdAt: sql`'2026-11-20 10:00:00.123456+00'` })
    for (const sort of ['placed', 'total'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const seen: string[] = []
        let after: string | null = null
        do {
          const page = await list({ sort, direction, after, limit: 2 })
          seen.push(...page.rows.map((row) => row.orderNumber))
          after = page.next
        } while (after)
        expect(seen, `${sort} ${direction}`).toHaveLength(5)
        expect(new Set(seen).size).toBe(5)
      }
    const totals = (await list({ sort: 'total' })).rows.map((row) => row.totalAmount)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  })
})

describe('orders under review', () => {
  test('are listed with the money that arrived for them', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await listOrdersUnderReview(shop.db)).toEqual([])
    await shop.db.update(sandboxPayments).set({ amount: 1000 })
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const [stored] = await shop.db.select().from(orders)
    const { id, orderNumber, createdAt, firstName, lastName, totalAmount, version } = stored ?? {}
    expect(await listOrdersUnderReview(shop.db)).toEqual([
      {
        id,
        orderNumber,
        createdAt,
        firstName,
        lastName,
        status: 'pending',
        totalAmount,
        creditAmount: 0,
        version,
        reviewReason: 'underpaid',
        received: [{ amount: 1000, currency: 'MWK' }],
      },
    ])
    expect(orderNumber).toBe(order.orderNumber)
  })

  test('are listed in the order in which they were placed, each with all of its own money', async () => {
    const made = []
    for (let n = 0; n < 3; n += 1)
      made.push(await aPaidOrder(shop, userId, [{ product: dress, quantity: n + 1 }]))
    const [one, two, three] = made.map(({ order }) => order)
    if (!one || !two || !three) throw new Error('no orders')
    const again = await shop.db.transaction((db) =>
      recordPayment(db, { orderId: one.id }, one.totalAmount, 'sandbox'),
    )
    const paid = { paidAmount: 22_000, paidCurrency: 'MWK', status: 'paid' } as const
    await shop.db.update(payments).set(paid).where(eq(payments.id, again.id))
    // Of this try nothing has come.
    await shop.db.transaction((db) => recordPayment(db, { orderId: one.id }, 5, 'sandbox'))
    const flag = (id: string) =>
      shop.db.update(orders).set({ reviewReason: 'paid-twice' }).where(eq(orders.id, id))
    await flag(three.id)
    await flag(one.id)
    const listed = await listOrdersUnderReview(shop.db)
    expect(listed.map(({ id, received }) => [id, received.map(({ amount }) => amount)])).toEqual([
      [one.id, [22_000, 22_000]],
      [three.id, [62_000]],
    ])
  })
})

describe('one order', () => {
  test('has its lines and history, and hides its keys', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }])
    const found = await findAdminOrder(shop.db, ` ${order.orderNumber.toLowerCase()}`)
    expect(found).toMatchObject({
      orderNumber: order.orderNumber,
      lines: [{ name: dress.name, quantity: 2 }],
    })
    expect(await listHistory(shop.db, order.id)).toMatchObject([
      { to: 'pending', note: { code: 'placed' } },
      { to: 'processing', note: { code: 'paid' } },
    ])
    expect(Object.keys(found ?? {})).not.toContain('idempotencyKey')
  })
  test.each(['FSC-2026-999999', 'nonsense', ''])('is not found by %s', async (number) => {
    expect(await findAdminOrder(shop.db, number)).toBeUndefined()
  })
})
