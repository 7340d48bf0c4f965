import type { SalesOfDay } from '../../../modules/reports/read-sales-by-day.ts'
import { formatMonthDay } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'

/** `2026-11-20` → `Nov 20`. */
export const shortDay = (day: string) => formatMonthDay(`${day}T12:00:00Z`)

/** A day of the chart, and the rows of its tooltip. */
export type Bar = { day: string; online: number; till: number; tip: string[] }

export const barOf = ({ day, online, onlineCount, till, tillCount }: SalesOfDay): Bar => ({
  day: shortDay(day),
  online,
  till,
  tip: [
    `Online: ${formatKwacha(online)} (${onlineCount})`,
    `Till: ${formatKwacha(till)} (${tillCount})`,
  ],
})
