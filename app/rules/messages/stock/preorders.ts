const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
})

/** A day of the shop's calendar within a sentence: `12 December`. */
export const formatDay = (day: string) => LONG_DAY.format(new Date(day))

/** The note at a line that was pre-ordered, in every list. */
export const formatPreorder = (from: string) => `Pre-order · ships from ${formatDay(from)}`

/**
 * The pre-order note of an order's line; '' for a line that was in stock. `owed`: the units that have not arrived yet.
 */
export const formatPreorderLine = (line: { preorderFrom?: string | null; owed?: number }) =>
  line.preorderFrom
    ? [formatPreorder(line.preorderFrom), line.owed && `${line.owed} not here yet`]
        .filter(Boolean)
        .join(' · ')
    : ''
