import { db, keepFact, readFact } from './db.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { ask } from './sync/ask.ts'

const FEW_NUMBERS = 20
const MOST_NUMBERS = 200
const CACHED_MS = 30 * 86_400_000

/**
 * Sale numbers for a time without a network: a printed receipt bears its true one. Few, for those in store let the
 * numbers of a day leap; filled up again at half. A till that comes back with less than a quarter was
 * away for long: it holds twice as many for a month.
 */
export const leaseNumbers = () =>
  oneAtATime('zovala-till-numbers', async () => {
    const till = await readFact('till')
    if (!till) return
    const held = await db.numbers.where('tillId').equals(till.id).count()
    const needs = await readFact('numbersNeeded')
    const needed = needs && Date.now() - needs.since < CACHED_MS ? needs.count : FEW_NUMBERS
    if (held > needed / 2) return
    const answer = await ask<{ numbers: string[] }>('/admin/pos/numbers', {
      body: { tillId: till.id, count: needed - held },
    })
    if (!answer.ok || !answer.data) return
    await db.numbers.bulkPut(answer.data.numbers.map((number) => ({ number, tillId: till.id })))
    // A new till has none yet: that tells nothing.
    if (needs && held < needed / 4)
      await keepFact('numbersNeeded', {
        count: Math.min(MOST_NUMBERS, 2 * needed),
        since: Date.now(),
      })
    else if (!needs) await keepFact('numbersNeeded', { count: needed, since: Date.now() })
  })
