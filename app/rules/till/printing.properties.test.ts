import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { code128Bars, code128Parts } from './code128.ts'
import { escposOf } from './escpos.ts'
import { type Receipt, receiptOfSale } from './receipt.ts'
import { type Columns, plainText, receiptRows, wrapText } from './receipt-rows.ts'
import { receiptText, whatsAppLink } from './receipt-text.ts'
import { saleTotals } from './till-sale.ts'

const columns = fc.constantFrom<Columns>(32, 48)
const widthOf = (text: string) => Array.from(text).length
const line = fc.record({
  name: anyText(80),
  size: fc.option(anyText(8)),
  color: fc.option(anyText(8)),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPrice: kwacha(10_000_000),
  discount: kwacha(10_000_000),
})
const receipt: fc.Arbitrary<Receipt> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    discount: kwacha(1_000_000),
    number: fc.option(fc.oneof(anyText(30), fc.stringMatching(/^POS-2026-\d{5}$/))),
    till: anyText(60),
    cashier: anyText(60),
    isReprint: fc.boolean(),
    customerName: fc.option(anyText(60)),
    notes: fc.option(anyText(90)),
    over: kwacha(50_000),
  })
  .map(({ lines, discount, number, till, cashier, isReprint, customerName, notes, over }) => {
    const { subtotal, total } = saleTotals(lines, discount)
    const sale = {
      id: 'a',
      number,
      at: '2026-11-20T12:05:00Z',
      customerName,
      customerPhone: null,
      notes,
      subtotal,
      totalAmount: total,
      lines,
      cashGiven: total + over,
    }
    return receiptOfSale(sale, { till, cashier, isReprint })
  })

test('printed text has no control characters and no extra blanks, and is stable', () =>
  holds(anyText(80), (text) => {
    const plain = plainText(text)
    expect(plain).not.toMatch(/\p{C}|^\s|\s$|\s\s/u)
    expect(plainText(plain)).toBe(plain)
  }))

test('a text on paper keeps all its words, in rows that fit', () =>
  holds(fc.tuple(anyText(120), fc.integer({ min: 1, max: 48 })), ([text, width]) => {
    const lines = wrapText(text, width)
    expect(lines.every((one) => one !== '' && widthOf(one) <= width)).toBe(true)
    expect(lines.join('').replaceAll(' ', '')).toBe(plainText(text).replaceAll(' ', ''))
  }))

test('no row of a receipt is wider than its paper, whatever the names of products and people', () =>
  holds(fc.tuple(receipt, columns), ([one, width]) => {
    for (const row of receiptRows(one, width))
      if (row.kind === 'text')
        expect(widthOf(row.text)).toBeLessThanOrEqual(row.size === 'double' ? width / 2 : width)
  }))

test('a printer gets bytes that begin with its reset and end with its cut, and no other command from a text', () =>
  holds(fc.tuple(receipt, columns), ([one, width]) => {
    const rows = receiptRows(one, width)
    const bytes = [...escposOf(rows, width)]
    expect(bytes.slice(0, 2)).toEqual([0x1b, 0x40])
    expect(bytes.slice(-3)).toEqual([0x1d, 0x56, 1])
    for (const row of rows) {
      if (row.kind !== 'text') continue
      const printed = [...escposOf([row], width)]
      const text = printed.slice(-1 - widthOf(row.text), -1)
      expect(text.every((byte) => byte >= 0x20 && byte <= 0x7e)).toBe(true)
    }
  }))

test('a receipt as a message has every amount of it, and links only to WhatsApp', () =>
  holds(fc.tuple(receipt, fc.option(anyText())), ([one, phone]) => {
    const text = receiptText(one)
    for (const { value } of one.sums.flat()) expect(text).toContain(value)
    if (!text.isWellFormed()) return
    const link = new URL(whatsAppLink(one, phone))
    expect(link.origin).toBe('https://wa.me')
    expect(link.pathname).toMatch(/^\/\d*$/)
    expect(link.searchParams.get('text')).toBe(text)
  }))

test('a barcode is decoded to its text, and a text that cannot be encoded has none', () =>
  holds(
    fc.oneof(anyText(20), fc.string({ maxLength: 20 }), fc.stringMatching(/^[A-Z-]{0,5}\d{0,12}$/)),
    (text) => {
      const parts = code128Parts(text)
      expect(parts !== null).toBe(/^[ -~]+$/.test(text))
      expect(code128Bars(text) === null).toBe(parts === null)
      if (!parts) return
      const read = parts.map(({ set, values }) =>
        values
          .map((value) =>
            set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32),
          )
          .join(''),
      )
      expect(read.join('')).toBe(text)
      // Start, switches of sets, check and stop have eleven modules each, the stop two more.
      const symbols = parts.reduce((sum, { values }) => sum + values.length, 0) + parts.length + 2
      expect(code128Bars(text)?.reduce((a, b) => a + b, 0)).toBe(symbols * 11 + 2)
    },
  ))
