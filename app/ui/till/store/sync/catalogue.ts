import type { TillCatalogue, TillStock } from '../../../../rules/till/till-events.ts'
import { db, keepFact, readFact } from '../db.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { askStart } from '../start.ts'
import { findStorageRefusal, refuseStorage } from '../storage.ts'
import { ask, changeConnection, connectionFacts } from './ask.ts'
import { findCode } from './catalogue-index.ts'

const BEAT = 20_000

/** Updates prices and stock from the server. One tab does it at a time; the others read what it stored. */
export const refreshCatalogue = () =>
  oneAtATime('zovala-till-goods', async () => {
    // The whole catalogue would be downloaded again at every beat.
    if (await findStorageRefusal()) return
    // Sent before the request, so that the stock in its answer includes them.
    const counted = await db.events
      .where('uncounted')
      .equals(1)
      .filter((row) => row.unsent === undefined)
      .primaryKeys()
    const kept = await readFact('prices')
    const list = await ask<TillCatalogue>('/admin/pos/goods', {
      etag: kept?.etag ?? null,
      patience: 60_000,
    })
    if (!list.ok) return
    const ledger = list.data?.ledger ?? (await readFact('ledger')) ?? 0
    const stock = await ask<TillStock>(`/admin/pos/stock?after=${ledger}`)
    const keeping = db.transaction('rw', db.facts, db.stock, db.events, async () => {
      if (list.data) {
        const count = list.data.products.reduce((sum, { variants }) => sum + variants.length, 0)
        await keepFact('goods', list.data)
        await keepFact('prices', { asOf: list.data.asOf, etag: list.etag, count })
        await db.stock.clear()
        await keepFact('ledger', ledger)
      }
      if (!stock.ok || !stock.data) return
      const moved = Object.entries(stock.data.onHand)
      await db.stock.bulkPut(moved.map(([variantId, onHand]) => ({ variantId, onHand })))
      await keepFact('ledger', stock.data.ledger)
      await keepFact('seenAt', new Date().toISOString())
      for (const row of await db.events.bulkGet(counted)) {
        if (!row) continue
        const { uncounted: _counted, ...rest } = row
        await db.events.put(rest)
      }
    })
    await keeping.catch(refuseStorage)
  })

/**
 * Reports this till to the server every 20 seconds while it is open: for tills that are silent the server holds
 * back stock.
 */
export const beat = () =>
  navigator.locks.request('zovala-till-here', { ifAvailable: true }, async (lock) => {
    const till = await readFact('till')
    const { hereAt, isOnline } = await connectionFacts()
    if (!lock || !till) return
    // Offline it asks each time, because buttons that need a connection wait for this answer.
    if (isOnline && Math.abs(Date.now() - hereAt) < BEAT - 1_000) return
    // Of a till that is silent the server holds back stock: a full disk does not keep it from reporting itself.
    await changeConnection({ hereAt: Date.now() }).catch(refuseStorage)
    const [shift, unsent] = await Promise.all([
      readFact('shift'),
      db.events.where('unsent').equals(1).count(),
    ])
    const here = await ask<{ ledger: number; asOf: string }>('/admin/pos/here', {
      body: { tillId: till.id, shiftId: shift?.id ?? null, unsent },
    })
    // Another device has become this till, or the till was retired: `askStart` finds out which.
    if (!here.ok && here.problem === 'refused') await askStart()
    if (!here.ok || !here.data) return
    const prices = await readFact('prices')
    const isSame =
      here.data.asOf === prices?.asOf && here.data.ledger === (await readFact('ledger'))
    const isCounted = (await db.events.where('uncounted').equals(1).count()) === unsent
    if (isSame && isCounted) await keepFact('seenAt', new Date().toISOString()).catch(refuseStorage)
    else await refreshCatalogue()
  })

/** Finds what was scanned or typed, if it is exactly one of our barcodes or SKUs. */
export async function findScanned(code: string) {
  return findCode(code)
}
