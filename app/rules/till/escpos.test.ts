import { describe, expect, test } from 'vitest'
import { drawerKick, escposOf } from './escpos.ts'
import { receiptOfSale } from './receipt.ts'
import { type Columns, type Row, receiptRows } from './receipt-rows.ts'

const INITIALISE = [0x1b, 0x40, 0x1b, 0x52, 0]
const bytesOf = (row: Row, columns: Columns = 32) => {
  const bytes = [...escposOf([row], columns)]
  expect(bytes.slice(0, 5)).toEqual(INITIALISE)
  return bytes.slice(5)
}
/** Bytes as the printers' manuals write them. */
const hex = (bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
const ascii = (text: string) => Array.from(text).map((char) => char.charCodeAt(0))

describe('the bytes for a receipt printer', () => {
  test('a plain row is left-aligned, thin and small', () => {
    expect(hex(bytesOf({ kind: 'text', text: 'Tote' }))).toBe(
      '1b 61 00 1b 45 00 1d 21 00 54 6f 74 65 0a',
    )
  })

  test('the shop’s name is centered, bold, twice as wide and high', () => {
    const look = { isCentred: true, isBold: true, size: 'double' } as const
    expect(hex(bytesOf({ kind: 'text', text: 'Zovala', ...look }))).toBe(
      '1b 61 01 1b 45 01 1d 21 11 5a 6f 76 61 6c 61 0a',
    )
  })

  test('the total is twice as high, and as wide as any row', () => {
    const bytes = bytesOf({ kind: 'text', text: 'TOTAL', isBold: true, size: 'tall' })
    expect(bytes.slice(6, 9)).toEqual([0x1d, 0x21, 0x01])
  })

  test('a rule is as wide as the paper', () => {
    for (const columns of [32, 48] as const)
      expect(bytesOf({ kind: 'rule' }, columns).filter((byte) => byte === 0x2d)).toHaveLength(
        columns,
      )
  })

  test('a sale number is a barcode that mixes two code sets, in bars of two dots on narrow paper', () => {
    const data = hex([...ascii('{BPOS-2026-{C'), 0, 1, 23])
    const row = { kind: 'barcode', code: 'POS-2026-000123' } as const
    const barcode = '1b 61 01 1d 48 00 1d 68 40 1d 77'
    expect(hex(bytesOf(row, 32))).toBe(`${barcode} 02 1d 6b 49 10 ${data} 0a`)
    expect(hex(bytesOf(row, 48))).toBe(`${barcode} 03 1d 6b 49 10 ${data} 0a`)
  })

  test('a brace in a barcode is sent twice, and a barcode too wide for the paper is left out', () => {
    expect(bytesOf({ kind: 'barcode', code: 'A{1' }).slice(-7, -1)).toEqual(ascii('{BA{{1'))
    expect(bytesOf({ kind: 'barcode', code: 'ABCDEFGHIJKLMNOPQRS' })).toEqual([])
    expect(bytesOf({ kind: 'barcode', code: 'é' })).toEqual([])
  })

  test('the paper is fed past the blade and cut, except for a corner', () => {
    expect(bytesOf({ kind: 'cut' })).toEqual([0x1b, 0x64, 5, 0x1d, 0x56, 1])
  })

  test('accented characters lose their accents, and no text can control the printer', () => {
    const bytes = bytesOf({ kind: 'text', text: 'Mŵayi café 漢😀\u001b\u0007' })
    expect(String.fromCharCode(...bytes.slice(9, -1))).toBe('Mwayi cafe ????')
  })

  test('a whole receipt has only ASCII bytes and commands', () => {
    const receipt = receiptOfSale(
      {
        id: '3f2a9c1e-0000-4000-8000-000000000001',
        number: 'POS-2026-000123',
        at: '2026-11-20T12:05:00Z',
        lines: [
          {
            name: 'Chòvala – “new”',
            size: null,
            color: 'Bleu é',
            quantity: 1,
            unitPrice: 5000,
            discount: 0,
          },
        ],
        customerName: '\u001bp\u0000\u0019\u00fa',
        customerPhone: null,
        notes: null,
        subtotal: 5000,
        totalAmount: 5000,
        cashGiven: 5000,
      },
      { till: 'Front', cashier: 'Grace' },
    )
    const bytes = [...escposOf(receiptRows(receipt, 32), 32)]
    expect(Math.max(...bytes)).toBeLessThan(0x7f)
    const text = String.fromCharCode(...bytes)
    expect(text).toContain('Chovala - "new"\n')
    // A name cannot smuggle in the command that opens the drawer.
    expect(text).not.toContain('\u001bp')
  })

  test('the drawer opens by either pin of the socket', () => {
    expect([...drawerKick(2)]).toEqual([0x1b, 0x70, 0, 25, 250])
    expect([...drawerKick(5)]).toEqual([0x1b, 0x70, 1, 25, 250])
  })
})
