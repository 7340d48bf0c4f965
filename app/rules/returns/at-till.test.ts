import { expect, test } from 'vitest'
import { settings } from '../settings/settings.ts'
import { lateNeedsApproval } from './at-till.ts'

test('a cashier needs an approval where the delivery was too long ago or is not known, an admin never', () => {
  const deliveredAt = new Date('2026-11-01T08:00:00Z')
  const last = new Date(deliveredAt.getTime() + settings().returnsDays * 86_400_000)
  const late = new Date(last.getTime() + 1)
  const delivered = { status: 'delivered', deliveredAt } as const
  const shipped = { status: 'shipped', deliveredAt: null } as const
  const rows = [
    ['cashier', delivered, last, false],
    ['cashier', delivered, late, true],
    ['cashier', shipped, last, true],
    ['admin', delivered, late, false],
    ['super_admin', shipped, late, false],
  ] as const
  for (const [role, order, now, expected] of rows)
    expect(lateNeedsApproval(role, order, now), `${role} ${order.status}`).toBe(expected)
})
