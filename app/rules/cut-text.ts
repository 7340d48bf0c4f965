/**
 * The beginning of a text, without a blank at its end or half a letter, which the database would store as a
 * question mark.
 */
export const cutText = (text: string, longest: number) =>
  text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
