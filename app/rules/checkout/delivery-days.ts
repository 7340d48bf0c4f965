import type { Days } from '../../shop.ts'
import { writeLocalTime } from '../local-time.ts'
import { deliverySettings } from '../settings/settings.ts'

/** Days of the shop's calendar, as `2026-11-24`; the first is never after the last. */
export type DayRange = { from: string; to: string }

/** The days on which no parcel leaves or arrives, and the time until which an order leaves on the same day. */
export type Calendar = {
  closedWeekdays: readonly number[]
  closedDates: readonly string[]
  closedAroundEaster: readonly number[]
  closedDays: readonly string[]
  sameDayUntilHour: number
}

const DAY_MS = 86_400_000

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
const dayAfter = (day: string) => addDays(day, 1)
const weekdayOf = (day: string) => new Date(day).getUTCDay()

/** Easter Sunday of the Gregorian calendar (Oudin, 1940): the Sunday after the full moon of the church. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leap = Math.floor(century / 4)
  const epact = (century - leap - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + leap) % 7
  return addDays(`${year}-03-28`, moon - weekday)
}

/** Public holidays of a year: for a holiday on a Saturday or Sunday the next free weekday is a holiday, too. */
function holidaysOf(year: number, { closedDates, closedAroundEaster, closedDays }: Calendar) {
  const easter = easterSunday(year)
  const dates = closedDates.map((date) => `${year}-${date}`)
  const all = new Set([
    ...dates,
    ...closedAroundEaster.map((days) => addDays(easter, days)),
    ...closedDays,
  ])
  for (const date of dates) {
    let kept = date
    if (weekdayOf(date) % 6 === 0)
      while (weekdayOf(kept) % 6 === 0 || all.has(kept)) kept = dayAfter(kept)
    all.add(kept)
  }
  return all
}

/** Computed once for each year, because a page asks for many days. */
const known = new WeakMap<Calendar, Map<string, Set<string>>>()
function isHoliday(day: string, calendar: Calendar) {
  const years = known.get(calendar) ?? new Map<string, Set<string>>()
  known.set(calendar, years)
  const year = day.slice(0, 4)
  const holidays = years.get(year) ?? holidaysOf(Number(year), calendar)
  years.set(year, holidays)
  return holidays.has(day)
}

const isWorking = (day: string, calendar: Calendar) =>
  !calendar.closedWeekdays.includes(weekdayOf(day)) && !isHoliday(day, calendar)

/** The first working day on or after this one. */
function workingDayFrom(day: string, calendar: Calendar): string {
  let next = day
  while (!isWorking(next, calendar)) next = dayAfter(next)
  return next
}

function addWorkingDays(day: string, count: number, calendar: Calendar): string {
  let last = day
  for (let left = count; left > 0; left -= 1) last = workingDayFrom(dayAfter(last), calendar)
  return last
}

/** The day on which an order that is placed now leaves the shop, by the shop's own clock. */
export function leavesOn(now: Date, calendar: Calendar = deliverySettings().calendar): string {
  const [today = '', time = ''] = writeLocalTime(now).split('T')
  const isTooLate = Number(time.slice(0, 2)) >= calendar.sameDayUntilHour
  return workingDayFrom(isTooLate && isWorking(today, calendar) ? dayAfter(today) : today, calendar)
}

/**
 * The days between which a parcel arrives that is ordered now and takes so many working days (docs/product.md,
 * Delivery). `shipsFrom`: the earliest day on which pre-ordered items leave.
 */
export function arrivesOn(
  now: Date,
  [fewest, most]: Days,
  shipsFrom: string | null = null,
  calendar: Calendar = deliverySettings().calendar,
): DayRange {
  const today = leavesOn(now, calendar)
  const ready = shipsFrom ?? today
  const leaves = ready > today ? workingDayFrom(ready, calendar) : today
  return {
    from: addWorkingDays(leaves, fewest, calendar),
    to: addWorkingDays(leaves, most, calendar),
  }
}
