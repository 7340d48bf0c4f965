import { describe, expect, test } from 'vitest'
import { latestSettings, setLatestSettings } from '../../platform/current-settings.server.ts'
import { LARGEST_PRICE } from '../money.ts'
import { escposOf } from './escpos.ts'
import { codeOfLabel, MOST_TILL_LABELS, rowsOfLabels } from './label-rows.ts'
import type { TillProduct } from './till-events.ts'

const size = (id: string, barcode: string | null, sku = 'DR-12-M') => ({
  id,
  sku,
  barcode,
  size: 'M',
  color: 'Red',
  colorValue: null,
  onHand: 2,
})
const DRESS: TillProduct = {
  id: 'p',
  name: 'Chitenje Wrap Dress with a very long name indeed',
  price: 45_000,
  comparePrice: null,
  sku: 'DR-12',
  barcode: '2000000000015',
  categoryId: null,
  isTracked: true,
  picture: null,
  variants: [size('m', '2000000000008'), size('l', null)],
}
const bytesOf = (counts: [string, number][], columns: 32 | 48) => [
  ...escposOf(rowsOfLabels(DRESS, new Map(counts), columns), columns),
]

/** Decodes a printer's CODE128 commands (`GS k 73 n …`): two digits per byte in set C, a character in set B. */
function codesIn(bytes: readonly number[]) {
  const codes: string[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 0x1d || bytes[at + 1] !== 0x6b || bytes[at + 2] !== 73) continue
    const length = bytes[at + 3] ?? 0
    const data = bytes.slice(at + 4, at + 4 + length)
    let code = ''
    let set = ''
    for (let byte = 0; byte < data.length; byte += 1) {
      const value = data[byte] ?? 0
      if (value === 0x7b) set = String.fromCharCode(data[(byte += 1)] ?? 0)
      else code += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value)
    }
    codes.push(code)
    at += 3 + length
  }
  return codes
}

describe.each([32, 48] as const)('labels on paper of %i characters', (columns) => {
  test('have a scannable barcode on the label of each size, as often as requested', () => {
    expect(
      codesIn(
        bytesOf(
          [
            ['m', 2],
            ['l', 1],
          ],
          columns,
        ),
      ),
    ).toEqual(['2000000000008', '2000000000008', 'DR-12-M'])
  })

  test('show product, size and price, with no row wider than the paper, and are each cut off', () => {
    const rows = rowsOfLabels(DRESS, new Map([['m', 2]]), columns)
    const texts = rows.flatMap((row) => (row.kind === 'text' ? [row] : []))
    for (const { text, size: kind } of texts)
      expect(text.length * (kind === 'double' ? 2 : 1)).toBeLessThanOrEqual(columns)
    const joined = texts.map(({ text }) => text).join(' ')
    for (const part of ['Chitenje Wrap Dress', 'Size M, Red', 'MK 45,000', '2000000000008'])
      expect(joined).toContain(part)
    expect(rows.filter(({ kind }) => kind === 'cut')).toHaveLength(2)
  })
})

test('a label has the SKU of a size or color without a barcode, and the product’s barcode without both', () => {
  const bare = size('x', null, 'DR-12-X')
  expect(codeOfLabel(DRESS, bare)).toBe('DR-12-X')
  expect(codeOfLabel(DRESS, { ...bare, size: null })).toBe('DR-12-X')
  expect(codeOfLabel(DRESS, { ...bare, color: null })).toBe('DR-12-X')
  expect(codeOfLabel(DRESS, { ...bare, size: null, color: null })).toBe('2000000000015')
  expect(codeOfLabel({ ...DRESS, barcode: null }, { ...bare, size: null, color: null })).toBe(
    'DR-12-X',
  )
})

test('a label has one row of the shop’s name, two of the product’s, and the largest price twice as wide', () => {
  const before = latestSettings()
  const shop = { ...before.shop, name: 'Zovala, the fashion shop of Chichiri' }
  setLatestSettings({ ...before, shop })
  const isCentred = true
  try {
    const name = `${DRESS.name} for the largest of all feasts`
    const product = { ...DRESS, name, price: LARGEST_PRICE }
    expect(rowsOfLabels(product, new Map([['m', 1]]), 32)).toEqual([
      { kind: 'text', text: 'Zovala, the fashion shop of', isCentred },
      { kind: 'text', text: 'Chitenje Wrap Dress with a very', isCentred, isBold: true },
      { kind: 'text', text: 'long name indeed for the largest', isCentred, isBold: true },
      { kind: 'text', text: 'Size M, Red', isCentred },
      { kind: 'text', text: 'MK 999,999,999', isCentred, size: 'double' },
      { kind: 'barcode', code: '2000000000008' },
      { kind: 'text', text: '2000000000008', isCentred },
      { kind: 'rule' },
      { kind: 'cut' },
    ])
  } finally {
    setLatestSettings(before)
  }
})

test('labels are limited, so that a typing mistake does not print a roll', () => {
  const rows = rowsOfLabels(
    DRESS,
    new Map([
      ['m', 999],
      ['l', 999],
    ]),
    32,
  )
  expect(rows.filter(({ kind }) => kind === 'cut')).toHaveLength(MOST_TILL_LABELS)
  expect(rowsOfLabels(DRESS, new Map([['gone', 3]]), 32)).toEqual([])
})
