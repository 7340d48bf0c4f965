import { type Days, DELIVERY_DAYS } from '../../shop.ts'
import { writeLocalTime } from '../local-time.ts'

/** Days of the shop's calendar, as `2026-11-24`; the first is never after the last. */
export type DayRange = { from: string; to: string }

/** On which days nothing leaves or arrives, and until when an order leaves on its own day. */
export type Calendar = {
  closedWeekdays: readonly number[]
  closedDates: readonly string[]
  sameDayUntilHour: number
}

const DAY_MS = 86_400_000

const dayAfter = (day: string) =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)

const isWorking = (day: string, { closedWeekdays, closedDates }: Calendar) =>
  !closedWeekdays.includes(new Date(day).getUTCDay()) && !closedDates.includes(day.slice(5))

/** The first working day that is not before this one. */
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
export function leavesOn(now: Date, calendar: Calendar = DELIVERY_DAYS): string {
  const [today = '', time = ''] = writeLocalTime(now).split('T')
  const isTooLate = Number(time.slice(0, 2)) >= calendar.sameDayUntilHour
  return workingDayFrom(isTooLate && isWorking(today, calendar) ? dayAfter(today) : today, calendar)
}

/**
 * Between which days a parcel arrives that is ordered now and takes so many working days (docs/product.md, Delivery).
 * `shipsFrom`: what was pre-ordered leaves on that day at the earliest.
 */
export function arrivesOn(
  now: Date,
  [fewest, most]: Days,
  shipsFrom: string | null = null,
  calendar: Calendar = DELIVERY_DAYS,
): DayRange {
  const today = leavesOn(now, calendar)
  const leaves =
    shipsFrom !== null && shipsFrom > today ? workingDayFrom(shipsFrom, calendar) : today
  return {
    from: addWorkingDays(leaves, fewest, calendar),
    to: addWorkingDays(leaves, most, calendar),
  }
}
