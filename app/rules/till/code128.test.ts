import { expect, test } from 'vitest'
import { code128Bars, code128Parts } from './code128.ts'

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

test('every symbol is eleven modules wide, its bars an even number, and no two are equal', () => {
  const seen = new Set<string>()
  for (let value = 0; value < 95; value++) {
    const bars = code128Bars(String.fromCharCode(value + 32)) ?? []
    const symbol = bars.slice(6, 12)
    expect(sum(symbol), `symbol ${value}`).toBe(11)
    expect(sum(symbol.filter((_, index) => index % 2 === 0)) % 2, `symbol ${value}`).toBe(0)
    seen.add(symbol.join(''))
  }
  expect(seen.size).toBe(95)
})

test('a barcode equals that of other encoders', () => {
  // The widths that JsBarcode 3.12 gives.
  expect(code128Bars('Wikipedia')?.join('')).toBe(
    '2112143113211421122412111421121112421122141412211421121211244212112331112',
  )
  expect(code128Bars('POS-000123')?.join('')).toBe(
    '2112143131211331212131131221321131412122222221223121311213222331112',
  )
})

test('pairs of digits share a symbol, so that a sale number fits on narrow paper', () => {
  expect(code128Parts('POS-2026-000123')).toEqual([
    { set: 'B', values: [48, 47, 51, 13, 18, 16, 18, 22, 13] },
    { set: 'C', values: [0, 1, 23] },
  ])
  expect(code128Parts('000123')).toEqual([{ set: 'C', values: [0, 1, 23] }])
  expect(code128Parts('A12')).toEqual([{ set: 'B', values: [33, 17, 18] }])
  // 384 dots are the width of a 58 mm printer, two dots the thinnest bar.
  expect(sum(code128Bars('POS-2026-000123') ?? []) * 2).toBeLessThanOrEqual(384)
})

test('a text that a barcode cannot encode has none', () => {
  expect(code128Bars('Mŵayi')).toBeNull()
  expect(code128Bars('')).toBeNull()
  expect(code128Bars('A\u001bp')).toBeNull()
})
