import { expect, test } from 'vitest'
import { joinCell, splitCell, tameCell, untameCell } from './csv-cells.ts'
import { cutText } from './cut-text.ts'

const PLAIN = ['=1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x']
/** A formula behind characters that a spreadsheet skips. */
const HIDDEN = [' =1', '\u200b=1', ' \u200b =1', "'=1", "''=1", "' =1"]
const FORMULAS = [...PLAIN, ...HIDDEN, '\tx', '\rx', "'\tx", "''\rx"]
const TEXTS = ['', 'x', 'x=1', '1-2', 'x\t', "x'=1", "'x", "it's", ' x', '\u200bx']

test('a text that a spreadsheet would compute is written with an apostrophe, which is removed when it is read', () => {
  for (const text of FORMULAS) {
    expect(tameCell(text), text).toBe(`'${text}`)
    expect(untameCell(`'${text}`), text).toBe(text)
  }
  for (const text of TEXTS) {
    expect(tameCell(text), text).toBe(text)
    expect(untameCell(text), text).toBe(text)
  }
  expect(untameCell('=1')).toBe('=1')
})

test('several texts in one cell are read back separately, whatever they contain', () => {
  const texts = ['linen, washed', 'a\\b', 'summer', 'two\nlines']
  expect(joinCell(texts)).toBe('linen\\, washed, a\\\\b, summer, two\nlines')
  expect(splitCell(joinCell(texts))).toEqual(texts)
  expect(splitCell(' a ,, , b,')).toEqual(['a', 'b'])
  expect(splitCell('a\\\nb\\c')).toEqual(['a\nbc'])
  expect(splitCell('')).toEqual([])
})

test('a text is cut without half a character and without a trailing blank', () => {
  expect(cutText('one two', 4)).toBe('one')
  expect(cutText(' one', 10)).toBe(' one')
  expect(cutText('ab\u{1f457}', 3)).toBe('ab')
  expect(cutText('ab\u{1f457}', 4)).toBe('ab\u{1f457}')
  expect(cutText('\u{1f457}ab', 3)).toBe('\u{1f457}a')
  expect(cutText('\ud83dab', 3)).toBe('\ud83dab')
})
