// GS1 General Specifications, 5.2: the widths of space, bar, space, bar of each digit in set A. Set B is the mirror of
// set C, and set C has the widths of set A with the colors swapped.
const DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ')
/** Which of the six left digits are in set B, by the first digit, which itself has no bars. */
const PARITY = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ')

/** The last digit of an EAN-13: weights 1 and 3 from the left, filled up to the next ten. */
export function eanCheckDigit(first12: string) {
  const sum = Array.from(first12).reduce((s, d, i) => s + Number(d) * (i % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Whether a code has thirteen digits with a correct check digit. */
export const isEan13 = (code: string) =>
  /^\d{13}$/.test(code) && eanCheckDigit(code.slice(0, 12)) === code[12]

/** The widths of bars and spaces of an EAN-13 in turn, starting with a bar: 95 modules; null for any other text. */
export function ean13Bars(code: string): number[] | null {
  if (!isEan13(code)) return null
  const [first = 0, ...rest] = Array.from(code, Number)
  const widthsOf = (digit: number, isMirrored: boolean) => {
    const widths = Array.from(DIGITS[digit] ?? '', Number)
    return isMirrored ? widths.toReversed() : widths
  }
  const left = rest.slice(0, 6).flatMap((digit, at) => widthsOf(digit, PARITY[first]?.[at] === 'B'))
  const right = rest.slice(6).flatMap((digit) => widthsOf(digit, false))
  return [1, 1, 1, ...left, 1, 1, 1, 1, 1, ...right, 1, 1, 1]
}
