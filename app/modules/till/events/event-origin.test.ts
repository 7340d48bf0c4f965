import { expect, test } from 'vitest'
import type { TillDevice } from '../devices/devices.ts'
import { isOfShift, type Origin } from './event-origin.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
const device = (change: Partial<TillDevice> = {}): TillDevice => ({
  deviceId: 'device',
  tillId: 'front',
  publicKey: 'key',
  claimedAt: at(8),
  leftAt: null,
  ...change,
})
const origin = (change: Partial<Origin>): Origin => ({
  sender: { userId: 'mary', ip: null, role: 'cashier', deviceId: 'device' },
  userId: 'mary',
  name: 'Mary',
  unproven: null,
  role: 'cashier',
  signer: null,
  tillId: null,
  doubts: [],
  ...change,
})
const shift = {
  tillId: 'front',
  openedBy: 'mary',
  closedAt: null as Date | null,
  receivedAt: at(9),
}
const others = { ...shift, openedBy: 'john' }

test("an unsigned event counts only in the sender's own shift and in their own name", () => {
  expect(isOfShift(origin({}), shift)).toBe(true)
  expect(isOfShift(origin({ userId: 'john' }), shift)).toBe(false)
  expect(isOfShift(origin({}), others)).toBe(false)
  expect(isOfShift(origin({ userId: 'john' }), others)).toBe(false)
})

test('an event signed by a device counts in a shift of the till that it then was, whoever sends it', () => {
  const signedBy = (change: Partial<TillDevice>, of: Partial<typeof others> = {}) =>
    isOfShift(origin({ signer: device(change) }), { ...others, ...of })
  expect(signedBy({})).toBe(true)
  expect(signedBy({ tillId: 'back' })).toBe(false)
  // Over before the device came, or opened after it had left; in the same moment it was there.
  expect(signedBy({}, { closedAt: at(7) })).toBe(false)
  expect(signedBy({}, { closedAt: at(8) })).toBe(true)
  expect(signedBy({ leftAt: at(8) })).toBe(false)
  expect(signedBy({ leftAt: at(9) })).toBe(true)
})
