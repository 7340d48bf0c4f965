import { db, keepFact, readFact } from './db.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { findStorageRefusal, write } from './storage.ts'
import { ask } from './sync/ask.ts'

const FEW_NUMBERS = 20
const MOST_NUMBERS = 200
const CACHED_MS = 30 * 86_400_000

/**
 * Leases sale numbers for times without a network, so that a printed receipt bears its final number. Few, because
 * leased numbers leave gaps in a day's sequence; refilled at half. A till that comes back with less than a quarter was
 * offline for long: it holds twice as many for a month.
 */
export const leaseNumbers = () =>
  oneAtATime('zovala-till-numbers', async () => {
    const till = await readFact('till')
    if (!till) return
    const held = await db.numbers.where('tillId').equals(till.id).count()
    const needs = await readFact('numbersNeeded')
    const needed = needs && Date.now() - needs.since < CACHED_MS ? needs.count : FEW_NUMBERS
    if (held > needed / 2) return
    // Numbers that are not stored would be missing in the sequence for good.
    if (await findStorageRefusal()) return
    const answer = await ask<{ numbers: string[] }>('/admin/pos/numbers', {
      body: { tillId: till.id, count: needed - held },
    })
    if (!answer.ok || !answer.data) return
    const leased = answer.data.numbers.map((number) => ({ number, tillId: till.id }))
    // A new till has no numbers yet, which says nothing about its need.
    const isLow = needs !== null && held < needed / 4
    const count = isLow ? Math.min(MOST_NUMBERS, 2 * needed) : needed
    await write(async () => {
      await db.numbers.bulkPut(leased)
      if (isLow || !needs) await keepFact('numbersNeeded', { count, since: Date.now() })
    })
  })
