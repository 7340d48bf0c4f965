import { TIME_ZONE } from '../../app/shop.ts'

const DAY_MS = 86_400_000
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The number of days since 1970 by the shop's clock, and of weeks from Monday to Sunday. */
const dayOf = (at: Date) => Date.parse(DAY.format(at)) / DAY_MS
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)

/**
 * Chooses the backups to delete: all but the last one of each of the newest `days` days with a backup, and of each of
 * the newest `weeks` weeks with one. So a shop that was closed for a month keeps its backups.
 */
export function chooseRemoved<T extends { startedAt: Date }>(
  backups: readonly T[],
  { days, weeks }: { days: number; weeks: number },
): T[] {
  const newestFirst = backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
  const kept = new Set([
    ...lastOfEach(newestFirst, dayOf).slice(0, days),
    ...lastOfEach(newestFirst, weekOf).slice(0, weeks),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

const lastOfEach = <T extends { startedAt: Date }>(
  newestFirst: readonly T[],
  spanOf: (at: Date) => number,
) =>
  newestFirst.filter(
    ({ startedAt }, n) =>
      newestFirst.findIndex((other) => spanOf(other.startedAt) === spanOf(startedAt)) === n,
  )
