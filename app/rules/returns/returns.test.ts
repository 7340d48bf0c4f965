import { expect, test } from 'vitest'
import { PICKUP_ID, SHOP } from '../../shop.ts'
import { findReturnTransition, isReturnable, RETURN_STATUSES } from './returns.ts'

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

test('the steps of a return are exactly these', () => {
  const steps = (['staff', 'buyer'] as const).flatMap((by) =>
    RETURN_STATUSES.flatMap((status) =>
      RETURN_STATUSES.flatMap((to) =>
        findReturnTransition(by, { status }, to) ? [`${by}: ${status} → ${to}`] : [],
      ),
    ),
  )
  expect(steps).toEqual([
    'staff: requested → approved',
    'staff: requested → refused',
    'staff: requested → cancelled',
    'staff: approved → received',
    'staff: approved → cancelled',
    'staff: received → inspected',
    'staff: inspected → settled',
    'buyer: requested → cancelled',
    'buyer: approved → cancelled',
  ])
})
