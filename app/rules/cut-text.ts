/**
 * The beginning of a text. It does not end in a blank or in half a surrogate pair, which the database would store as a
 * question mark.
 */
export const cutText = (text: string, longest: number) =>
  text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
