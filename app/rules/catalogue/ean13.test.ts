import { expect, test } from 'vitest'
import { ean13Bars, eanCheckDigit, isEan13 } from './ean13.ts'

/** The 95 modules of a code, a bar as 1 and a space as 0. */
const modules = (code: string) =>
  ean13Bars(code)
    ?.map((width, at) => String((at + 1) % 2).repeat(width))
    .join('')

test.each([
  ['590123412345', '7'],
  ['400638133393', '1'],
  ['000000000000', '0'],
  ['200000000001', '5'],
])('%s has the check digit %s', (first12, digit) => {
  expect(eanCheckDigit(first12)).toBe(digit)
  expect(isEan13(first12 + digit)).toBe(true)
})

test.each([
  '',
  '5901234123456',
  '590123412345',
  '59012341234570',
  ' 5901234123457',
  'x901234123457',
])('“%s” is no EAN-13 and has no bars', (code) => {
  expect(isEan13(code)).toBe(false)
  expect(ean13Bars(code)).toBeNull()
})

// The example of the standard; set A has an odd number of bars' modules, set B an even one.
test('a code has the bars of GS1: guards, six digits of sets A and B, a middle, six of set C', () => {
  const [guard, middle] = ['101', '01010']
  const left = ['0001011', '0100111', '0110011', '0010011', '0111101', '0011101']
  const right = ['1100110', '1101100', '1000010', '1011100', '1001110', '1000100']
  expect(modules('5901234123457')).toBe([guard, ...left, middle, ...right, guard].join(''))
})

const PARITIES = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')
test.each(PARITIES.map((parity, first) => [first, parity]))(
  'the first digit %d is in the parity of the left digits: %s',
  (first, parity) => {
    const first12 = `${first}${'3'.repeat(11)}`
    const left = modules(first12 + eanCheckDigit(first12))?.slice(3, 45) ?? ''
    const digits = left.match(/.{7}/g) ?? []
    const bars = (digit: string) => digit.replaceAll('0', '').length
    expect(digits.map((digit) => (bars(digit) % 2 === 1 ? 'O' : 'E')).join('')).toBe(parity)
  },
)

const RIGHT =
  '1110010 1100110 1101100 1000010 1011100 1001110 1010000 1000100 1001000 1110100'.split(' ')
test.each(RIGHT.map((bars, digit) => [digit, bars]))(
  'the digit %d on the right is %s',
  (digit, bars) => {
    const first12 = `0${String(digit).repeat(11)}`
    expect(modules(first12 + eanCheckDigit(first12))?.slice(50, 85)).toBe(bars.repeat(5))
  },
)
