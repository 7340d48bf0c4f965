import { expect, test } from 'vitest'
import { latestSettings, setLatestSettings } from '../../platform/current-settings.server.ts'
import { PICKUP_ID, SHOP } from '../../shop.ts'
import {
  AWAITED_RETURNS,
  DROPPED_RETURNS,
  findReturnTransition,
  isKnownInTime,
  isReturnable,
  ownReturnReasons,
  RETURN_ACTORS,
  RETURN_FILTERS,
  RETURN_REASONS,
  RETURN_STATUSES,
  refundReasonOf,
  statusesOf,
} from './returns.ts'

test('the return period ends at the end of its last day, counted from the delivery', () => {
  const deliveredAt = new Date('2026-11-01T08:00:00Z')
  const after = (days: number, ms = 0) => new Date(deliveredAt.getTime() + days * 86_400_000 + ms)
  const order = {
    status: 'delivered',
    courierId: 'doorbell',
    shippedAt: null,
    dueTo: null,
  } as const
  expect(isReturnable({ ...order, deliveredAt }, after(SHOP.returnsDays))).toBe(true)
  expect(isReturnable({ ...order, deliveredAt }, after(SHOP.returnsDays, 1))).toBe(false)
})

test('the return period of an order that stays shipped counts from the last promised day, or from its shipping', () => {
  const shippedAt = new Date('2026-11-01T08:00:00Z')
  const order = {
    status: 'shipped',
    courierId: 'doorbell',
    shippedAt,
    deliveredAt: null,
    dueTo: null,
  } as const
  const lastOf = (sent: Parameters<typeof isReturnable>[0], from: string) => {
    const last = new Date(from).getTime() + SHOP.returnsDays * 86_400_000
    return [isReturnable(sent, new Date(last)), isReturnable(sent, new Date(last + 1))]
  }
  expect(lastOf(order, '2026-11-01T08:00:00Z')).toEqual([true, false])
  expect(lastOf({ ...order, dueTo: '2026-11-04' }, '2026-11-04T23:59+02:00')).toEqual([true, false])
  // The order was sent after the promised day.
  expect(lastOf({ ...order, dueTo: '2026-10-30' }, '2026-11-01T08:00:00Z')).toEqual([true, false])
  for (const none of [
    { courierId: PICKUP_ID },
    { status: 'processing' as const },
    { shippedAt: null },
  ])
    expect(isReturnable({ ...order, ...none }, shippedAt)).toBe(false)
})

// docs/product.md, Returns of online orders: staff decide, receive, inspect and settle; the customer calls off what has
// not arrived; a cashier settles what was inspected at the counter, and ends what was asked for before.
test('the steps of a return are exactly these, each with its stamp and its email', () => {
  const steps = RETURN_ACTORS.flatMap((by) =>
    RETURN_STATUSES.flatMap((status) =>
      RETURN_STATUSES.flatMap((to) => {
        const step = findReturnTransition(by, { status }, to)
        if (!step) expect(step).toBeNull()
        return step ? [`${by}: ${status} → ${step.to} (${step.stamp}, ${step.email})`] : []
      }),
    ),
  )
  expect(steps).toEqual([
    'staff: requested → approved (decidedAt, approved)',
    'staff: requested → refused (endedAt, refused)',
    'staff: requested → cancelled (endedAt, null)',
    'staff: approved → received (receivedAt, received)',
    'staff: approved → cancelled (endedAt, null)',
    'staff: received → inspected (inspectedAt, null)',
    'staff: inspected → settled (endedAt, null)',
    'buyer: requested → cancelled (endedAt, null)',
    'buyer: approved → cancelled (endedAt, null)',
    'counter: requested → cancelled (endedAt, null)',
    'counter: approved → cancelled (endedAt, null)',
    'counter: inspected → settled (endedAt, null)',
  ])
})

test('the list of returns shows one state, or what waits for staff', () => {
  expect(RETURN_FILTERS).toEqual(['to-do', ...RETURN_STATUSES])
  expect(statusesOf('to-do')).toEqual(['requested', 'received', 'inspected'])
  for (const status of RETURN_STATUSES) expect(statusesOf(status)).toEqual([status])
  expect(AWAITED_RETURNS).toEqual(['requested', 'approved'])
  expect(DROPPED_RETURNS).toEqual(['refused', 'cancelled'])
})

test('each reason of a return has its reason of the refund, and another size is chosen where the shop exchanges', () => {
  expect(RETURN_REASONS.map((reason) => [reason, refundReasonOf(reason)])).toEqual([
    ['faulty', 'faulty'],
    ['wrong-item', 'wrong-item'],
    ['not-as-described', 'faulty'],
    ['other-size', 'goodwill'],
  ])
  const before = latestSettings()
  const ownOf = (exchangeOfSize: boolean) => {
    setLatestSettings({ ...before, shop: { ...before.shop, exchangeOfSize } })
    return ownReturnReasons()
  }
  try {
    expect(ownOf(true)).toEqual(RETURN_REASONS)
    expect(ownOf(false)).toEqual(['faulty', 'wrong-item', 'not-as-described'])
  } finally {
    setLatestSettings(before)
  }
})

test('only a delivery is known to be in time', () => {
  const deliveredAt = new Date('2026-11-01T08:00:00Z')
  const last = new Date(deliveredAt.getTime() + SHOP.returnsDays * 86_400_000)
  expect(isKnownInTime({ status: 'delivered', deliveredAt }, last)).toBe(true)
  expect(isKnownInTime({ status: 'delivered', deliveredAt }, new Date(last.getTime() + 1))).toBe(
    false,
  )
  expect(isKnownInTime({ status: 'delivered', deliveredAt: null }, last)).toBe(false)
  expect(isKnownInTime({ status: 'shipped', deliveredAt }, last)).toBe(false)
})
