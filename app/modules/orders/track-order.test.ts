import { beforeEach, expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders } from '../../db/tables.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import { trackOrder } from './track-order.ts'

const shop = useShop()
let orderNumber: string

beforeEach(async () => {
  const { userId } = await aUser(shop)
  const paid = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  ;({ orderNumber } = paid.order)
})

const real = () => ({ db: shop.db, rateLimiter: openRateLimiter(shop.db, 1) })
const track = (change: Partial<Parameters<typeof trackOrder>[1]> = {}, by = real()) =>
  trackOrder(by, { orderNumber, email: 'person@example.com', ip: '41.70.1.1', ...change })
const NOT_FOUND = { ok: false, reason: 'order-not-found' }

test('a visitor who knows number and email sees the status and its dates, and nothing else', async () => {
  const [order] = await shop.db.select().from(orders)
  const { status, createdAt, paidAt, shippedAt, deliveredAt, cancelledAt, courierName } =
    order ?? {}
  const dates = { createdAt, paidAt, shippedAt, deliveredAt, cancelledAt }
  const { courierId, dueFrom, dueTo } = order ?? {}
  const promised = { courierId, courierName, collectAt: null, dueFrom, dueTo, waybill: null }
  const shown = {
    orderNumber,
    status,
    parcels: [],
    progress: null,
    isUnderReview: false,
    ...dates,
    ...promised,
  }
  expect(await track()).toEqual({ ok: true, order: shown })
  const typed = { orderNumber: ` ${orderNumber.toLowerCase()}`, email: ' Person@Example.COM ' }
  expect(await track(typed)).toEqual({ ok: true, order: shown })
})

test('a wrong number, a wrong email and an invalid number are refused alike', async () => {
  for (const change of [
    { orderNumber: 'FSC-2026-999999' },
    { orderNumber: 'nonsense' },
    { email: 'other@example.com' },
    { email: '' },
  ])
    expect(await track(change)).toEqual(NOT_FOUND)
})

test('an anonymized order is found by nobody', async () => {
  const blank = { firstName: '', lastName: '', phone: '', address: '', city: '', district: '' }
  await shop.db.update(orders).set({
    email: '',
    firstName: '',
    lastName: '',
    phone: '',
    shippingAddress: blank,
    billingAddress: blank,
    addressKey: null,
    notes: null,
    idempotencyKey: null,
    idempotencyHash: null,
    anonymizedAt: new Date(),
  })
  expect(await track({ email: '' })).toEqual(NOT_FOUND)
})

test('a network has ten wrong tries to track orders; a right one does not count', async () => {
  for (let n = 1; n <= 12; n += 1) expect(await track()).toMatchObject({ ok: true })
  for (let n = 1; n <= 10; n += 1)
    expect(await track({ orderNumber: `FSC-2026-9000${n}` })).toEqual(NOT_FOUND)
  expect(await track()).toEqual({ ok: false, reason: 'too-many-attempts', minutes: 10 })
  expect(await track({ orderNumber: 'nonsense' })).toMatchObject({ reason: 'too-many-attempts' })
  expect(await track({ ip: '41.70.1.2' })).toMatchObject({ ok: true })
})

test('a network has ten wrong tries in an hour at one order, however many other orders it tries', async () => {
  const wide = {
    db: shop.db,
    rateLimiter: {
      ...real().rateLimiter,
      take: (key: string, rule: { max: number; windowSeconds: number }) =>
        real().rateLimiter.take(key, rule === LIMITS.trackingPlaces ? { ...rule, max: 99 } : rule),
    },
  }
  for (let n = 1; n <= 10; n += 1)
    expect(await track({ email: 'other@example.com' }, wide)).toEqual(NOT_FOUND)
  expect(await track({}, wide)).toEqual({ ok: false, reason: 'too-many-attempts', minutes: 60 })
  expect(await track({ orderNumber: 'FSC-2026-900001' }, wide)).toEqual(NOT_FOUND)
})

test('an order has a hundred wrong tries in an hour from all networks together', async () => {
  for (let n = 1; n <= 100; n += 1)
    expect(await track({ email: 'other@example.com', ip: `41.71.${n}.1` })).toEqual(NOT_FOUND)
  expect(await track({ ip: '41.72.1.1' })).toMatchObject({ reason: 'too-many-attempts' })
})
