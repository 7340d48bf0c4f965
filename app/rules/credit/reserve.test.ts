import { expect, test } from 'vitest'
import { RESERVE_STATUSES, RESERVE_STEPS, type ReserveActor } from './reserve.ts'

test('a reserve is used by its sale, also after its end, and ends once by whatever ends it', () => {
  const steps = (actor: ReserveActor) => RESERVE_STATUSES.map((one) => RESERVE_STEPS[actor][one])
  expect(RESERVE_STATUSES).toEqual(['held', 'used', 'ended'])
  expect(steps('sale')).toEqual(['used', undefined, 'used'])
  for (const actor of ['cashier', 'shift', 'timer', 'staff'] as const)
    expect(steps(actor), actor).toEqual(['ended', undefined, undefined])
})
