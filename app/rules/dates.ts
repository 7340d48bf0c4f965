import { TIME_ZONE } from '../shop.ts'

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: 'short',
  day: '2-digit',
})

/** The parts of a time by their names: `month`, `day`, … */
export const readParts = (format: Intl.DateTimeFormat, date: Date) =>
  Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))

/** A day as the shop prints it, in the shop's time zone: `Nov 20, 2026` (MMM dd, yyyy). */
export function formatDate(date: Date | string) {
  const { month, day, year } = readParts(PARTS, new Date(date))
  return `${month} ${day}, ${year}`
}

/** The year in the shop's time zone. */
export const yearOf = (date: Date) => Number(readParts(PARTS, date)['year'])

/** A day where there is no room for its year: `Nov 20`. */
export const formatMonthDay = (date: Date | string) => {
  const { month, day } = readParts(PARTS, new Date(date))
  return `${month} ${day}`
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A time of day in the shop's time zone: `14:05`. */
export const formatClock = (date: Date | string) => CLOCK.format(new Date(date))

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** A time in the shop's time zone, in a form that spreadsheets recognize and sort: `2026-11-21 04:44`. */
export const formatStamp = (date: Date | string) =>
  `${DAY.format(new Date(date))} ${formatClock(date)}`

/** A day with its time, in the shop's time zone: `Nov 20, 2026, 14:05`. */
export const formatDateTime = (date: Date | string) => `${formatDate(date)}, ${formatClock(date)}`

/** The end of a period that started at `from`: the time alone when it ends on the same day, with the day otherwise. */
export const formatUntil = (until: Date | string, from: Date | string) =>
  formatDate(until) === formatDate(from) ? formatClock(until) : formatDateTime(until)
