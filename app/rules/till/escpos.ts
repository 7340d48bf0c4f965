import { code128Bars, code128Parts } from './code128.ts'
import type { Columns, Row } from './receipt-rows.ts'

// Epson's ESC/POS, in the part that cheap printers understand too: no code pages (each maker has its own,
// so only ASCII is sent), no pictures, no QR.
const LF = 0x0a
const esc = (command: string, ...values: number[]) => [0x1b, command.charCodeAt(0), ...values]
const gs = (command: string, ...values: number[]) => [0x1d, command.charCodeAt(0), ...values]

/** A font A character is 12 dots wide: 384 dots on 58 mm paper, 576 on 80 mm. */
const DOTS_PER_COLUMN = 12
const BARCODE_HEIGHT = 64
/** From the printing head to the blade are about 15 mm: without these lines the last ones would be cut off. */
const LINES_TO_THE_BLADE = 5
const SIZES = { normal: 0x00, tall: 0x01, double: 0x11 }

/** Resets the printer: size, code page or half a command of the last job are dropped. American characters. */
const INITIALISE = [...esc('@'), ...esc('R', 0)]

/** Replaces each non-ASCII character by its letter without the accent, or by a question mark. */
const asciiOf = (text: string) =>
  Array.from(text).map((char) => {
    const code = char.normalize('NFD').charCodeAt(0)
    return code >= 0x20 && code <= 0x7e ? code : 0x3f
  })

const align = (isCentred: boolean) => esc('a', isCentred ? 1 : 0)

function textBytes(row: Extract<Row, { kind: 'text' }>) {
  const size = SIZES[row.size ?? 'normal']
  return [
    ...align(row.isCentred ?? false),
    ...esc('E', row.isBold ? 1 : 0),
    ...gs('!', size),
    ...asciiOf(row.text),
    LF,
  ]
}

/** CODE128 with bars of two or three dots; nothing when it does not fit (a printer would print nothing either). */
function barcodeBytes(code: string, columns: Columns) {
  const parts = code128Parts(code)
  const modules = (code128Bars(code) ?? []).reduce((sum, width) => sum + width, 0)
  const width = Math.min(Math.floor((columns * DOTS_PER_COLUMN) / modules), 3)
  if (!parts || width < 2) return []
  const data = parts.flatMap(({ set, values }) => [
    ...asciiOf(`{${set}`),
    ...(set === 'C'
      ? values
      : // In CODE128 data one brace starts a command, two braces print one.
        values.flatMap((value) => (value === 0x5b ? [0x7b, 0x7b] : [value + 0x20]))),
  ])
  return [
    ...align(true),
    ...gs('H', 0),
    ...gs('h', BARCODE_HEIGHT),
    ...gs('w', width),
    ...gs('k', 73, data.length, ...data),
    LF,
  ]
}

function rowBytes(row: Row, columns: Columns): number[] {
  switch (row.kind) {
    case 'text':
      return textBytes(row)
    case 'rule':
      return textBytes({ kind: 'text', text: '-'.repeat(columns) })
    case 'space':
      return [LF]
    case 'barcode':
      return barcodeBytes(row.code, columns)
    default:
      return [...esc('d', LINES_TO_THE_BLADE), ...gs('V', 1)]
  }
}

/** The bytes that make a receipt printer print these rows and cut the paper except for a corner. */
export const escposOf = (rows: readonly Row[], columns: Columns) =>
  Uint8Array.from([...INITIALISE, ...rows.flatMap((row) => rowBytes(row, columns))])

/** The pin of the printer's socket to which the drawer is connected: nearly always 2. */
export type DrawerPin = 2 | 5

/** Opens the cash drawer: 50 ms of current, and half a second before the next. */
export const drawerKick = (pin: DrawerPin) => Uint8Array.from(esc('p', pin === 2 ? 0 : 1, 25, 250))
