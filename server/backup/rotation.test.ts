import { expect, test } from 'vitest'
import { chooseRemoved } from './rotation.ts'

const at = (time: string) => ({ startedAt: new Date(time) })
/** A backup at 02:30 in Blantyre (00:30 UTC) on each of so many days up to 22 November 2026, a Sunday. */
const nights = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    startedAt: new Date(Date.UTC(2026, 10, 22 - n, 0, 30)),
  }))
const daysOf = (backups: { startedAt: Date }[]) =>
  backups.map(({ startedAt }) => startedAt.toISOString().slice(5, 10)).toSorted()
const keptOf = (backups: { startedAt: Date }[], keep: { days: number; weeks: number }) => {
  const removed = new Set(chooseRemoved(backups, keep))
  return daysOf(backups.filter((backup) => !removed.has(backup)))
}

test('the backups of the last days stay, and the last one of each of the last weeks', () => {
  expect(keptOf(nights(40), { days: 3, weeks: 4 })).toEqual([
    '11-01',
    '11-08',
    '11-15',
    '11-20',
    '11-21',
    '11-22',
  ])
  expect(keptOf(nights(10), { days: 3, weeks: 0 })).toEqual(['11-20', '11-21', '11-22'])
})

test('no backup is deleted before there are enough, and the newest never', () => {
  expect(chooseRemoved(nights(7), { days: 7, weeks: 4 })).toEqual([])
  expect(chooseRemoved([], { days: 1, weeks: 0 })).toEqual([])
  expect(keptOf(nights(5), { days: 1, weeks: 0 })).toEqual(['11-22'])
})

test("several backups of one day, in the shop's time zone, leave the last one", () => {
  const evening = at('2026-11-20T21:00:00Z')
  // 23:00 in Blantyre, and an hour later the next day.
  const nextDay = at('2026-11-20T22:30:00Z')
  const morning = at('2026-11-20T05:00:00Z')
  expect(chooseRemoved([morning, nextDay, evening], { days: 2, weeks: 0 })).toEqual([morning])
})

test('days without a backup do not count: a shop that was closed keeps its backups', () => {
  const old = [at('2026-03-01T00:30:00Z'), at('2026-03-02T00:30:00Z')]
  expect(chooseRemoved([...old, at('2026-11-22T00:30:00Z')], { days: 3, weeks: 0 })).toEqual([])
})
