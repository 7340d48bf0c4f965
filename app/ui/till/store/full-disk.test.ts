import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsoleError } from '../../../../tests/support/strict-console.ts'
import { putTote, sellTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { TILL } from '../../../../tests/support/till/till-store.ts'
import { deviceKeys } from './accounts/device-key.ts'
import * as acts from './acts.ts'
import { db, deviceId, keepFact } from './db.ts'
import { now } from './live.ts'
import { startTill } from './run.ts'
import { countUnsent, flush } from './sync/outbox.ts'
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    vi.spyOn(db.events, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    expect(await flush({ isRequested: true })).toEqual({ ok: false, reason: 'till-storage-full' })
    expect(now().connection.isSending).toBe(false)
    expect(await countUnsent()).toBe(1)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await countUnsent()).toBe(0)
    })
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
