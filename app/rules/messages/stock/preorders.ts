const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
})

/** A day of the shop's calendar in a sentence: `12 December`. */
export const formatDay = (day: string) => LONG_DAY.format(new Date(day))

/** What every list says of a line that was ordered before it arrived. */
export const formatPreorder = (from: string) => `Pre-order · ships from ${formatDay(from)}`

/** The same of an order's line; '' of one that was in stock. `owed`: so many of it have not arrived. */
export const formatPreorderLine = (line: { preorderFrom?: string | null; owed?: number }) =>
  line.preorderFrom
    ? [formatPreorder(line.preorderFrom), line.owed && `${line.owed} not here yet`]
        .filter(Boolean)
        .join(' · ')
    : ''
