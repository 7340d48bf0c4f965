import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sellTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { CASHIER, TILL } from '../../../../tests/support/till/till-store.ts'
import * as access from './accounts/access.ts'
import { checkFor } from './accounts/pin-checks.ts'
import { isOverdue, wasUnlocked } from './accounts/unlocked.ts'
import { db, keepFact, readFact } from './db.ts'
import { countUnsent, flush } from './sync/outbox.ts'

// The clock of a device whose battery was empty is wrong until it has the network again, and is then put right.

const HOUR = 3_600_000
const till = useTillStore('down')
beforeEach(async () => {
  await keepFact('till', TILL)
  await keepFact('keySent', true)
})
afterEach(() => vi.useRealTimers())

const putClock = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })

test('a till whose clock is put back after it could not send goes on sending by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] })
  await sellTote()
  await flush({ isRequested: true })
  vi.setSystemTime(Date.now() - 5 * HOUR)
  till.server.connection = 'up'
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await countUnsent()).toBe(0)
  })
})

test('a till whose clock is put back past its last touch needs the PIN, as after a long time', async () => {
  await access.keepUnlocked({ ...CASHIER, role: 'cashier' })
  sessionStorage.setItem('zovala-till-unlocked', (await readFact('unlocked'))?.id ?? '')
  expect(await wasUnlocked()).toBe(true)
  expect(isOverdue(Date.now())).toBe(false)
  const touchedAt = Date.now()
  putClock(-HOUR)
  expect(isOverdue(touchedAt)).toBe(true)
  expect(await wasUnlocked()).toBe(false)
})

test('the wait after wrong PINs ends after half an hour at most, whatever the clock was', async () => {
  const kept = await checkFor('', 'cashier')
  const waitUntil = Date.now() + 1000 * HOUR
  const row = { ...CASHIER, role: 'cashier' as const, salt: '00', iterations: 1, ...kept }
  await db.people.put({ ...row, wrong: 9, usedAt: 0, waitUntil })
  const waits = { ok: false, reason: 'till-pin-wait', minutes: 30 }
  expect(await access.unlock(CASHIER.id, '1234')).toEqual(waits)
  putClock(31 * 60_000)
  expect(await access.unlock(CASHIER.id, '1234')).toMatchObject({ reason: 'till-pin-wrong' })
})
