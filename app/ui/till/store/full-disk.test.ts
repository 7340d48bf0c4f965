import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsoleError } from '../../../../tests/support/strict-console.ts'
import { putTote, sellTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { CASHIER, TILL } from '../../../../tests/support/till/till-store.ts'
import * as access from './accounts/access.ts'
import { deviceKeys } from './accounts/device-key.ts'
import * as acts from './acts.ts'
import { db, deviceId, keepFact, readFact } from './db.ts'
import { leaseNumbers } from './lease-numbers.ts'
import { now } from './live.ts'
import { startTill } from './run.ts'
import { askStart } from './start.ts'
import { beat, refreshCatalogue } from './sync/catalogue.ts'
import { countUnsent, flush } from './sync/outbox.ts'
import { endReserves } from './sync/reserves.ts'
import { saveUnsent } from './sync/unsent.ts'
import { takeTab } from './tab.ts'

const till = useTillStore('down')
beforeEach(async () => {
  await keepFact('till', TILL)
  await keepFact('keySent', true)
  await deviceKeys()
  await deviceId()
})
afterEach(() => vi.restoreAllMocks())

/** From here on what is stored can be read, and nothing is written. */
function fillDisk() {
  for (const name of ['add', 'put', 'delete'] as const)
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    })
}

/** A sale that is neither sent nor signed. */
async function sellUnsigned() {
  const sale = await sellTote()
  await flush({ isRequested: true })
  await db.events.toCollection().modify(({ thing }) => {
    delete thing.signature
  })
  till.server.connection = 'up'
  return sale
}

describe('on a full disk', () => {
  test('a tab opens with the basket that it kept', async () => {
    await putTote(3)
    const { basket } = now()
    sessionStorage.setItem('zovala-till-tab', 'reloaded')
    await db.baskets.put({ tab: 'reloaded', at: '', basket })
    fillDisk()
    expect(await takeTab()).toEqual(basket)
    expect(now().storage).toBe('full')
  })

  test('a sale that cannot be held stays in the cart', async () => {
    await putTote(3)
    const { basket } = now()
    fillDisk()
    expect(await acts.holdBasket()).toEqual({ ok: false, reason: 'till-storage-full' })
    expect(now()).toMatchObject({ basket, suspended: [] })
  })

  test('unsent events are saved to a file, with the signature of this device', async () => {
    const { id } = await sellUnsigned()
    fillDisk()
    const { file, count } = await saveUnsent()
    expect(count).toBe(1)
    expect(JSON.parse(await file.text())).toMatchObject({
      things: [{ id, signature: { deviceId: await deviceId() } }],
    })
  })

  test('sending is refused, ends, and is tried again by itself', async () => {
    await sellUnsigned()
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] })
    vi.spyOn(db.events, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    expect(await flush({ isRequested: true })).toEqual({ ok: false, reason: 'till-storage-full' })
    expect(now().connection.isSending).toBe(false)
    expect(await countUnsent()).toBe(1)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await countUnsent()).toBe(0)
    })
  })

  test('nobody becomes a till, or is signed out, without a word about the disk', async () => {
    till.server.connection = 'up'
    fillDisk()
    const full = { ok: false, reason: 'till-storage-full' }
    expect(await access.claimTill('Front')).toEqual(full)
    expect(await access.signOut()).toEqual(full)
    expect(now().person).not.toBeNull()
    vi.restoreAllMocks()
    // The session is over, so the server lets nobody in.
    till.server.connection = 'signed-out'
    expect(await access.signOut()).toEqual({ ok: true })
    expect(now().person).toBeNull()
  })

  test('the till goes on reporting itself to the server, and what it cannot store is tried again later', async () => {
    till.server.connection = 'up'
    till.server.answers['/admin/pos/here'] = { ledger: 100, asOf: '' }
    till.server.start = { person: { ...CASHIER, role: 'cashier', pinSet: false } }
    fillDisk()
    await beat()
    await beat()
    expect(till.server.paths.filter((path) => path === '/admin/pos/here')).toHaveLength(2)
    expect(now().storage).toBe('full')
    await refreshCatalogue()
    await leaseNumbers()
    await leaseNumbers()
    // Neither megabytes nor sale numbers are fetched to be thrown away.
    expect(till.server.paths).not.toContain('/admin/pos/goods')
    expect(till.server.leased).toEqual([])
    await endReserves(['one'])
    expect(till.server.paths).toContain('/admin/pos/credit')
    expect(await askStart()).toBe(false)
    vi.restoreAllMocks()
    await beat()
    expect(await readFact('goods')).not.toBeNull()
  })

  test('the shift is not closed, and the reason is the disk', async () => {
    await sellUnsigned()
    fillDisk()
    expect(await acts.closeShift({}, null)).toEqual({ ok: false, reason: 'till-storage-full' })
  })
})

test('a till that cannot start says so, instead of opening for ever', async () => {
  const bug = new TypeError('no locks in this browser')
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(bug)
  const logged = expectConsoleError()
  await startTill()
  expect(now()).toMatchObject({ phase: 'signed-out', storage: 'refused' })
  expect(logged).toEqual([[bug]])
})
