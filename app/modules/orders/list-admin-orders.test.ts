import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, sandboxPayments } from '../../db/tables.server.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { findAdminOrder } from './find-admin-order.ts'
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
  test('is found by part of number, e-mail or full name, whatever its case', async () => {
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

  test('is found by a whole phone number, however it is typed, and with blanks too many', async () => {
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

  test('is filtered by status, and counts the pieces', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 3 }])
    await aPendingOrder(shop, userId, [{ product: dress }])
    const { rows } = await list({ status: 'processing' })
    expect(rows).toMatchObject([
      { orderNumber: order.orderNumber, itemCount: 3, status: 'processing' },
    ])
  })

  test('shows every order once, page by page, each way round', async () => {
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

describe('orders that need a person', () => {
  test('are named with what came for them', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await listOrdersUnderReview(shop.db)).toEqual([])
    await shop.db.update(sandboxPayments).set({ amount: 1000 })
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await listOrdersUnderReview(shop.db)).toMatchObject([
      {
        orderNumber: order.orderNumber,
        reviewReason: 'underpaid',
        received: [{ amount: 1000, currency: 'MWK' }],
      },
    ])
  })
})

describe('one order', () => {
  test('tells its lines, attempts and history, and keeps its keys to itself', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }])
    const found = await findAdminOrder(shop.db, ` ${order.orderNumber.toLowerCase()}`)
    expect(found).toMatchObject({
      orderNumber: order.orderNumber,
      lines: [{ name: dress.name, quantity: 2 }],
      attempts: [{ status: 'paid', paidAmount: 42_000 }],
      history: [
        { to: 'pending', note: { code: 'placed' } },
        { to: 'processing', note: { code: 'paid' } },
      ],
    })
    expect(Object.keys(found ?? {})).not.toContain('idempotencyKey')
  })
  test.each(['FSC-2026-999999', 'nonsense', ''])('%s is none', async (number) => {
    expect(await findAdminOrder(shop.db, number)).toBeUndefined()
  })
})
