// ISO/IEC 15417: widths of bar, space, bar … of each symbol, the last one being the stop.
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const START = { B: 104, C: 105 }
const SWITCH = { B: 100, C: 99 }
const STOP = 106

/** The values of one code set: B has a value for each character, C one for two digits. */
export type Code128Part = { set: 'B' | 'C'; values: number[] }

/**
 * Encodes a text in set B, and digits at its end in pairs in set C: entirely in set B a sale number would be wider than
 * 58 mm paper, and a printer leaves out a barcode that does not fit. Null when a character is not in set B.
 */
export function code128Parts(text: string): Code128Part[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null
  const [pairs = ''] = /(?:\d\d){2,}$/.exec(text) ?? []
  const rest = text.slice(0, text.length - pairs.length)
  return [
    { set: 'B' as const, values: Array.from(rest).map((char) => char.charCodeAt(0) - 32) },
    { set: 'C' as const, values: (pairs.match(/\d\d/g) ?? []).map(Number) },
  ].filter(({ values }) => values.length > 0)
}

/** The widths of bars and spaces in turn, starting with a bar; null for a text that has no barcode. */
export function code128Bars(text: string): number[] | null {
  const parts = code128Parts(text)
  if (!parts) return null
  const symbols = parts.flatMap(({ set, values }, index) => [
    (index === 0 ? START : SWITCH)[set],
    ...values,
  ])
  const check = symbols.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % 103
  return [...symbols, check, STOP].flatMap((symbol) => Array.from(WIDTHS[symbol] ?? '', Number))
}
