import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { UNPAID } from '../../shop.ts'
import { cancelOwnOrder } from './cancel-own-order.ts'
import { makeOrder } from './drafts/make-order.ts'
import { expireOrder } from './expire-order.ts'
import { placeOrder } from './place-order.ts'

const open = useShop()
let shop: Shop
let dress: TestProduct
let clock: Date
let count = 0

beforeEach(async () => {
  clock = new Date()
  shop = { ...open, config: { ...open.config, rateLimitScale: 1 }, now: () => clock }
  dress = await aProduct(shop, { stock: 200 })
})

const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
const aPhone = () => `+26599${String((count += 1)).padStart(7, '0')}`
const anAddress = (address = `Plot ${(count += 1)}`, city = 'Blantyre') => ({
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '+265991234567',
  address,
  city,
  district: 'Blantyre',
})
type Change = Parameters<typeof aCheckoutRequest>[1] & { product?: TestProduct; quantity?: number }
/** An order by this person, with a phone number and an address that nobody else has unless given. */
function order(userId: string, { product = dress, quantity = 1, ...change }: Change = {}) {
  const own = { phone: aPhone(), shippingAddress: anAddress() }
  return placeOrder(shop, userId, aCheckoutRequest([{ product, quantity }], { ...own, ...change }))
}
const someAccounts = (many: number) =>
  Promise.all(Array.from({ length: many }, async () => (await aUser(shop)).userId))
const isUnpaid = isNull(orders.paidAt)
const placed = (answers: { ok: boolean }[]) => answers.filter(({ ok }) => ok).length

describe('ten unpaid orders at the same moment', () => {
  test('are limited to three for one account, and the refused ones take no stock', async () => {
    const { userId } = await aUser(shop)
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(userId)))
    expect(placed(answers)).toBe(UNPAID.account.orders)
    for (const answer of answers)
      if (!answer.ok)
        expect(answer).toMatchObject({ reason: 'unpaid-orders', holder: 'account', available: 3 })
    expect(await shop.db.$count(orders)).toBe(3)
    const rest = await order((await aUser(shop)).userId, { quantity: 20 })
    expect(rest).toMatchObject({ ok: true })
  })

  test('are limited to five for one phone number on ten accounts', async () => {
    const phone = aPhone()
    const answers = await Promise.all(
      (await someAccounts(10)).map((userId) => order(userId, { phone })),
    )
    expect(placed(answers)).toBe(UNPAID.phone.orders)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      reason: 'unpaid-orders',
      holder: 'phone',
    })
  })

  test('are limited to ten for one address, typed in two ways on fourteen accounts', async () => {
    const way = anAddress('Plot 4, Sunnyside')
    const otherWay = anAddress(' plot 4 SUNNYSIDE', 'BLANTYRE')
    const answers = await Promise.all(
      (await someAccounts(14)).map((userId, n) =>
        order(userId, { shippingAddress: n % 2 ? way : otherWay }),
      ),
    )
    expect(placed(answers)).toBe(UNPAID.address.orders)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ holder: 'address' })
  })

  test('are limited to one with a limited code for one account, which may use an unlimited code besides', async () => {
    const { userId } = await aUser(shop)
    await aDiscount(shop, { code: 'FEW', type: 'fixed', value: 1000, maximumUses: 9 })
    await aDiscount(shop, { code: 'MANY', type: 'fixed', value: 1000 })
    const use = (code: string) =>
      order(userId, { discount: { code }, terms: { type: 'fixed', value: 1000 } })
    const answers = await Promise.all([use('FEW'), use('FEW'), use('FEW')])
    expect(placed(answers)).toBe(UNPAID.account.codes)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'unpaid-code' })
    expect(await use('MANY')).toMatchObject({ ok: true })
  })
})

test('a shop that scales its limits down allows one unpaid order at a time, also with a limited code, and says so', async () => {
  shop = { ...shop, config: { ...shop.config, rateLimitScale: 0.1 } }
  const { userId } = await aUser(shop)
  await aDiscount(shop, { code: 'FEW', type: 'fixed', value: 1000, maximumUses: 9 })
  const request = { discount: { code: 'FEW' }, terms: { type: 'fixed', value: 1000 } } as const
  expect(await order(userId, request)).toMatchObject({ ok: true })
  expect(await order(userId)).toMatchObject({ reason: 'unpaid-orders', available: 1 })
  const other = (await aUser(shop)).userId
  expect(await order(other, { quantity: 3 })).toMatchObject({
    reason: 'unpaid-units',
    available: 2,
  })
})

test('unpaid orders of one account reserve at most twenty units in all', async () => {
  const { userId } = await aUser(shop)
  expect(await order(userId, { quantity: 21 })).toMatchObject({
    reason: 'unpaid-units',
    available: 20,
  })
  expect(await order(userId, { quantity: 15 })).toMatchObject({ ok: true })
  expect(await order(userId, { quantity: 6 })).toMatchObject({ reason: 'unpaid-units' })
  expect(await order(userId, { quantity: 5 })).toMatchObject({ ok: true })
})

test('paid and cancelled orders do not count as unpaid, nor do units that another account reserves elsewhere', async () => {
  const { userId } = await aUser(shop)
  const where = { phone: aPhone(), shippingAddress: anAddress() }
  await aPaidOrder(shop, userId, [{ product: dress, quantity: 20 }], where)
  for (let n = 1; n <= 3; n += 1) expect(await order(userId, where)).toMatchObject({ ok: true })
  const refused = await order(userId, where)
  expect(refused).toMatchObject({ reason: 'unpaid-orders' })
  expect(await order((await aUser(shop)).userId)).toMatchObject({ ok: true })
  const own = and(isUnpaid, eq(orders.userId, userId))
  const [newest] = await shop.db.select().from(orders).where(own).orderBy(desc(orders.createdAt))
  await cancelOwnOrder(shop, userId, newest?.orderNumber ?? '')
  expect(await order(userId, where)).toMatchObject({ ok: true })
})

test('a repeated checkout is answered with its order even when no other order could be placed', async () => {
  const { userId } = await aUser(shop)
  const requests = [1, 2, 3].map(() => aCheckoutRequest([{ product: dress }], { phone: aPhone() }))
  for (const request of requests) await placeOrder(shop, userId, request)
  const [, , last] = requests
  if (!last) throw new Error('no request')
  expect(await placeOrder(shop, userId, last)).toMatchObject({ ok: true, isNew: false })
  expect(await order(userId)).toMatchObject({ ok: false, reason: 'unpaid-orders' })
})

test('orders that staff made count for as long as they wait, and do not keep their customer from the same product for good', async () => {
  const { userId, email } = await aUser(shop)
  const actor = await anAdmin(shop)
  for (let n = 1; n <= 2; n += 1) {
    const customer = { email, courierId: 'bike-riders', collectAt: null, notes: null, code: null }
    const made = await makeOrder(shop, actor, {
      customer: { ...customer, address: { ...anAddress(), phone: aPhone() } },
      lines: [{ productId: dress.productId, variantId: dress.variantId, quantity: 1 }],
      hours: 72,
      key: randomUUID(),
    })
    expect(made).toMatchObject({ ok: true })
  }
  later(4 * 60)
  expect(await order(userId)).toMatchObject({ ok: true })
  const refused = { reason: 'unpaid-orders', holder: 'account' }
  expect(await order(userId)).toMatchObject(refused)
  later(68 * 60)
  expect(await order(userId)).toMatchObject({ ok: true })
})

describe('the last unit', () => {
  const expire = async (answer: Awaited<ReturnType<typeof order>>) => {
    if (!answer.ok) throw new Error(answer.reason)
    later(shop.config.paymentWindowMinutes)
    expect(await expireOrder(shop, answer.order.id)).toBe(true)
  }

  test('cannot be blocked by ordering it again and again without paying', async () => {
    const last = await aProduct(shop, { stock: 1 })
    const [holder = '', friend = '', rival = ''] = await someAccounts(3)
    const phone = aPhone()
    await expire(await order(holder, { product: last, phone }))
    await expire(await order(holder, { product: last, phone }))
    const again = { reason: 'unpaid-again', minutes: 180 }
    expect(await order(holder, { product: last })).toMatchObject(again)
    expect(await order(friend, { product: last, phone })).toMatchObject(again)
    expect(await order(holder)).toMatchObject({ ok: true })
    const [one, other] = await Promise.all([
      order(holder, { product: last }),
      order(rival, { product: last }),
    ])
    expect(one).toMatchObject({ ok: false })
    expect(other).toMatchObject({ ok: true })
  })

  test('may be reserved for longer when the limits are scaled up', async () => {
    const last = await aProduct(shop, { stock: 1 })
    const { userId } = await aUser(shop)
    shop = { ...shop, config: { ...shop.config, rateLimitScale: 2 } }
    for (let n = 1; n <= 3; n += 1) await expire(await order(userId, { product: last }))
    expect(await order(userId, { product: last })).toMatchObject({ reason: 'unpaid-again' })
  })

  test('can be ordered again at once after an early cancellation, and later by anybody', async () => {
    const last = await aProduct(shop, { stock: 1 })
    const { userId } = await aUser(shop)
    for (let n = 1; n <= 5; n += 1) {
      const answer = await order(userId, { product: last })
      if (!answer.ok) throw new Error(answer.reason)
      later(5)
      await cancelOwnOrder(shop, userId, answer.order.orderNumber)
    }
    await expire(await order(userId, { product: last }))
    expect(await order(userId, { product: last })).toMatchObject({ reason: 'unpaid-again' })
    later(shop.config.paymentWindowMinutes * UNPAID.againAfterWindows)
    expect(await order(userId, { product: last })).toMatchObject({ ok: true })
  })

  test('the last use of a code cannot be blocked by ordering other products with it', async () => {
    await aDiscount(shop, { code: 'LAST', type: 'fixed', value: 1000, maximumUses: 1 })
    const { userId } = await aUser(shop)
    const use = async () =>
      order(userId, {
        product: await aProduct(shop),
        discount: { code: 'LAST' },
        terms: { type: 'fixed', value: 1000 },
      })
    await expire(await use())
    await expire(await use())
    expect(await use()).toMatchObject({ reason: 'unpaid-again' })
  })
})
