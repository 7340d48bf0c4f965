import type { DayRange } from '../../checkout/delivery-days.ts'
import { readParts } from '../../dates.ts'

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const partsOf = (day: string) => readParts(PARTS, new Date(day))

/** Days of the shop's calendar: `Tue 25 to Thu 27 Nov`, `Mon 30 Nov to Wed 2 Dec`, `Tue 25 Nov`. */
export function formatDays({ from, to }: DayRange): string {
  const [first, last] = [partsOf(from), partsOf(to)]
  const end = `${last['weekday']} ${last['day']} ${last['month']}`
  if (from === to) return end
  const month = first['month'] === last['month'] ? '' : ` ${first['month']}`
  return `${first['weekday']} ${first['day']}${month} to ${end}`
}

const WEEK_MS = 7 * 86_400_000

/** Days by their names alone where these are of the coming week (`Tue to Thu`), with their dates later on. */
export function formatWeekdays({ from, to }: DayRange, today: string): string {
  if (Date.parse(to) - Date.parse(today) >= WEEK_MS) return formatDays({ from, to })
  const [first, last] = [partsOf(from)['weekday'], partsOf(to)['weekday']]
  return from === to ? `${last}` : `${first} to ${last}`
}
