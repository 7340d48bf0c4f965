import { formatDate } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'

export type SalesOfDay = {
  day: string
  online: number
  onlineCount: number
  till: number
  tillCount: number
}

/** `2026-11-20` → `Nov 20`. */
export const shortDay = (day: string) => formatDate(`${day}T12:00:00Z`).split(',')[0] ?? day

/** A day as the chart draws it, and what it says under the pointer. */
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
