// Spreadsheets skip blanks and invisible characters before they look for a formula.
const FORMULA = /^'*[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
const isFormula = (text: string) => FORMULA.test(text) || /^'*[\t\r]/.test(text)

/** A text as it goes into a file for spreadsheets: one that begins like a formula gets an apostrophe before it. */
export const tameCell = (text: string) => (isFormula(text) ? `'${text}` : text)

/** Undoes `tameCell`: returns the original text; returns any other text unchanged. */
export const untameCell = (cell: string) =>
  cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell

/** Several texts in one cell: `linen, summer`. A comma or backslash within one has a backslash before it. */
export const joinCell = (texts: readonly string[]) =>
  texts.map((text) => text.replace(/[\\,]/g, '\\$&')).join(', ')

/** Reads the texts of a cell that joins several; drops blank ones. */
export const splitCell = (cell: string) =>
  (cell.match(/(\\[\s\S]|[^\\,])+/g) ?? [])
    .map((text) => text.replace(/\\([\s\S])/g, '$1').trim())
    .filter(Boolean)
