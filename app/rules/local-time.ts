import { TIME_ZONE } from '../shop.ts'

// The Swedish locale writes a time as `2026-11-20 14:05`.
const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A time by the shop's clock, in the format of a browser's field for a time: `2026-11-20T14:05`; '' for null. */
export function writeLocalTime(date: Date | null) {
  return date ? CLOCK.format(date).replace(' ', 'T') : ''
}

/**
 * Whether a text is a day (`2026-11-20`) between 2000 and 2099 that exists in the calendar: Date would turn June 31
 * into July 1.
 */
export const isDay = (text: string) =>
  text.startsWith('20') && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

/** The time at which the shop's clock shows `2026-11-20T14:05`; null when the text is no time between 2000 and 2099. */
export function readLocalTime(text: string): Date | null {
  const minute = /^20\d\d-\d\d-\d\dT\d\d:\d\d/.exec(text)?.[0]
  const asIfUtc = Date.parse(`${minute}Z`)
  // February 30 would quietly become March 2.
  if (!minute || Number.isNaN(asIfUtc) || new Date(asIfUtc).toISOString().slice(0, 16) !== minute)
    return null
  const offset = Date.parse(`${writeLocalTime(new Date(asIfUtc))}Z`) - asIfUtc
  return new Date(asIfUtc - offset)
}

/** The submitted time; the stored one when the form shows the same minute, because forms have no seconds. */
export const keepSeconds = (stored: Date | null, sent: Date | null) =>
  writeLocalTime(stored) === writeLocalTime(sent) ? stored : sent
