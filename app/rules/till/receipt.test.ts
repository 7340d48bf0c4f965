import { describe, expect, test } from 'vitest'
import { receiptOfReturn, receiptOfSale, receiptOfTillSale, type SoldOnReceipt } from './receipt.ts'
import { receiptCodeOf } from './receipt-code.ts'
import { receiptOfShift } from './receipt-of-shift.ts'
import { type Columns, type Row, receiptRows, wrapText } from './receipt-rows.ts'
import { receiptText, whatsAppLink } from './receipt-text.ts'
import { shiftFigures } from './till-cash.ts'
import type { TillSale } from './till-payment.ts'

const SALE: SoldOnReceipt = {
  id: '3f2a9c1e-0000-4000-8000-000000000001',
  number: 'POS-2026-000123',
  at: '2026-11-20T12:05:00Z',
  lines: [
    {
      name: 'Chitenje wrap dress',
      size: 'M',
      color: 'Red',
      quantity: 2,
      unitPrice: 45_000,
      discount: 5000,
    },
    { name: 'Tote', size: null, color: null, quantity: 1, unitPrice: 12_000, discount: 0 },
  ],
  customerName: 'Grace Banda',
  customerPhone: null,
  notes: 'Hem to be shortened',
  subtotal: 102_000,
  totalAmount: 95_000,
  cashGiven: 100_000,
}
const MAKER = { till: 'Front', cashier: 'Mphatso' }

const slip = (rows: Row[]) =>
  rows.map((row) => (row.kind === 'text' ? row.text : `[${row.kind}]`)).join('\n')
const slipOf = (sale: SoldOnReceipt, columns: Columns = 32) =>
  slip(receiptRows(receiptOfSale(sale, MAKER), columns))

describe('the receipt of a sale', () => {
  test('reads like this on 58 mm paper', () => {
    expect(slipOf(SALE)).toBe(`Zovala
Shop 14, Chichiri Shopping
Centre
Masauko Chipembere Highway
P.O. Box 1804
Blantyre, Malawi
+265 999 201 814
+265 888 201 814
hello@zovala.example
[rule]
Receipt          POS-2026-000123
Date          Nov 20, 2026 14:05
Till                       Front
Cashier                  Mphatso
Customer             Grace Banda
[rule]
Chitenje wrap dress
Size M, Red
2 x 45,000                90,000
Discount                  -5,000
Tote
1 x 12,000                12,000
[rule]
Subtotal              MK 102,000
Line discounts         -MK 5,000
Discount               -MK 2,000
TOTAL                  MK 95,000
[rule]
Paid by                     Cash
Cash given            MK 100,000
Change                  MK 5,000
[rule]
Note: Hem to be shortened
Thank you for your purchase!
Faulty or wrong? Bring it back
within 30 days, unworn, with its
tags and this receipt.
Tell others how it is: write a
review in our shop online.
Code: 0000-0000-0001
[space]
[barcode]
[cut]`)
  })

  test('no row is wider than the paper, whatever was typed', () => {
    const long = 'Nyambalo ya ku Likoma ndi ku Chizumulu '.repeat(4)
    const odd: SoldOnReceipt = {
      ...SALE,
      customerName: long,
      customerPhone: 'x'.repeat(90),
      notes: `${'y'.repeat(120)}\n${long}`,
      lines: SALE.lines.map((line) => ({ ...line, name: long, color: long, quantity: 999_999 })),
    }
    for (const columns of [32, 48] as const)
      for (const row of receiptRows(receiptOfSale(odd, { till: long, cashier: long }), columns)) {
        if (row.kind !== 'text') continue
        const width = row.size === 'double' ? columns / 2 : columns
        expect(Array.from(row.text).length, row.text).toBeLessThanOrEqual(width)
      }
  })

  test('a shoe size is not confused with a quantity', () => {
    const shoe: SoldOnReceipt = {
      ...SALE,
      lines: [
        { name: 'Oxford', size: '7', color: null, quantity: 1, unitPrice: 52_000, discount: 0 },
      ],
    }
    expect(slipOf(shoe)).toContain('\nOxford\nSize 7\n1 x 52,000')
    const wrap = { ...shoe, lines: shoe.lines.map((line) => ({ ...line, size: 'Free Size' })) }
    expect(slipOf(wrap)).toContain('\nOxford\nFree Size\n')
    expect(receiptText(receiptOfSale(shoe, MAKER))).toContain('\n1 × Oxford (Size 7): 52,000\n')
  })

  test('amounts are aligned at the right edge', () => {
    const totals = slipOf(SALE, 48)
      .split('\n')
      .filter((line) => line.includes('MK '))
    expect(totals.length).toBeGreaterThan(5)
    for (const line of totals) expect(line).toHaveLength(48)
  })

  test('a split sale shows both parts, and the change of the cash', () => {
    const sums = receiptOfSale(
      { ...SALE, cashAmount: 30_000, cashGiven: 40_000 },
      MAKER,
    ).sums[1]?.map(({ label, value }) => `${label} ${value.replace('\u00a0', ' ')}`)
    expect(sums).toEqual([
      'Paid by Cash and mobile money',
      'Mobile money MK 65,000',
      'In cash MK 30,000',
      'Cash given MK 40,000',
      'Change MK 10,000',
    ])
  })

  test('a sale paid by mobile money has no change', () => {
    const { sums } = receiptOfSale({ ...SALE, cashAmount: 0, cashGiven: null }, MAKER)
    expect(sums[1]).toEqual([{ label: 'Paid by', value: 'Mobile money' }])
  })

  test('a sale read from the server has the same receipt', () => {
    const sale: TillSale = {
      ...SALE,
      saleId: SALE.id,
      receiptCode: receiptCodeOf(SALE.id),
      saleNumber: 'POS-2026-000123',
      state: 'paid',
      paymentMethod: 'cash',
      soldAt: SALE.at,
      cashierName: MAKER.cashier,
      tillName: MAKER.till,
      discountAmount: 7000,
      cashAmount: 95_000,
      lines: SALE.lines.map((line, index) => ({
        ...line,
        id: `${index}`,
        productId: null,
        variantId: null,
        sku: 'ZV-1',
        total: line.quantity * line.unitPrice - line.discount,
        returned: 0,
      })),
      payment: null,
    }
    expect(slip(receiptRows(receiptOfTillSale(sale), 32))).toBe(slipOf(SALE))
  })

  test('without a number it has the code by which it is found, and no barcode', () => {
    const text = slipOf({ ...SALE, number: null })
    expect(text).toMatch(/Reference +3F2A9C1E\n/)
    expect(text).not.toContain('[barcode]')
  })

  test('says that it is a copy when it is printed again', () => {
    const again = receiptOfSale(SALE, { ...MAKER, isReprint: true })
    expect(slip(receiptRows(again, 32))).toContain('\n*** REPRINT ***\n')
    expect(slipOf(SALE)).not.toContain('REPRINT')
  })

  test("a customer's typed text cannot control the printer", () => {
    expect(wrapText('Gra\u001bp\u0000\u0019ce\r\nBan\u200bda \ud83d', 32)).toEqual([
      'Grap'.concat('ce Banda'),
    ])
  })
})

describe('slips other than receipts', () => {
  test('a return shows the returned items and the cash paid out', () => {
    const text = slip(
      receiptRows(
        receiptOfReturn(
          {
            at: SALE.at,
            saleNumber: 'POS-2026-000123',
            refund: 42_500,
            reason: 'Broken zip',
            lines: [
              { name: 'Chitenje wrap dress', size: 'M', color: 'Red', quantity: 1, amount: 42_500 },
            ],
            exchangeNumber: 'POS-2026-000130',
          },
          MAKER,
        ),
        32,
      ),
    )
    expect(text).toContain(`[rule]
RETURN
Of receipt       POS-2026-000123
Date          Nov 20, 2026 14:05
Till                       Front
Cashier                  Mphatso
Reason                Broken zip
Exchanged for    POS-2026-000130
[rule]
Chitenje wrap dress
Size M, Red
1 piece                   42,500
[rule]
REFUND IN CASH         MK 42,500
[rule]
Received by: ________________
[space]
[barcode]`)
  })

  test('a Z report shows sales, drawer, count and each cashier', () => {
    const sale = {
      cashierId: 'g',
      paymentStatus: 'completed',
      discountAmount: 500,
      creditAmount: 0,
      voucherAmount: 0,
    } as const
    const figures = shiftFigures(
      { float: 10_000, counted: 58_900 },
      [
        { ...sale, paymentMethod: 'cash', count: 3, totalAmount: 50_000, cashAmount: 50_000 },
        { ...sale, paymentMethod: 'paychangu', count: 1, totalAmount: 20_000, cashAmount: 0 },
      ],
      [{ cashierId: 'g', count: 1, refund: 1000, creditAmount: 0 }],
      [],
    )
    const text = slip(
      receiptRows(
        receiptOfShift({
          till: 'Front',
          openedAt: '2026-11-20T06:00:00Z',
          openedBy: 'Grace',
          closedAt: '2026-11-20T16:30:00Z',
          closedBy: 'Mphatso',
          counted: { 5000: 11, 1000: 3, 500: 1, 200: 2 },
          note: null,
          figures,
          names: { g: 'Grace' },
        }),
        32,
      ),
    )
    expect(text).toContain(
      `[rule]
Z REPORT
Till                       Front
Opened        Nov 20, 2026 08:00
By                         Grace
Closed        Nov 20, 2026 18:30
By                       Mphatso
[rule]
Sales                          4
Cash                   MK 50,000
Mobile money           MK 20,000
SOLD                   MK 70,000
Discounts given         MK 1,000
Returns                        1
Refunds in cash         MK 1,000
[rule]
Opening float          MK 10,000
Cash sales             MK 50,000
Refunds                -MK 1,000
Should be in the drawe MK 59,000`.replace(
        'Should be in the drawe MK',
        'Should be in the\ndrawer                 MK',
      ),
    )
    expect(text).toContain('Counted                MK 58,900\nSHORT                     MK 100')
    expect(text).toContain('11 x 5,000                55,000\n3 x 1,000                  3,000')
    expect(text).toContain('Grace                    4 sales')
  })
})

describe('a receipt in a chat', () => {
  test('has the same content, row by row', () => {
    const text = receiptText(receiptOfSale(SALE, MAKER)).replaceAll('\u00a0', ' ')
    expect(text).toContain('*Zovala*\nShop 14, Chichiri Shopping Centre, ')
    expect(text).toContain(
      '\n2 × Chitenje wrap dress (Size M, Red): 90,000 (−5,000)\n1 × Tote: 12,000\n',
    )
    expect(text).toContain('\n*TOTAL: MK 95,000*\n\nPaid by: Cash\nCash given: MK 100,000\n')
  })

  test('is sent to a Malawian number in any format, or to a contact that the cashier chooses', () => {
    const receipt = receiptOfSale(SALE, MAKER)
    for (const phone of ['0991 234 567', '+265 991 234 567', '991234567'])
      expect(whatsAppLink(receipt, phone)).toMatch(/^https:\/\/wa\.me\/265991234567\?text=/)
    expect(whatsAppLink(receipt, null)).toMatch(/^https:\/\/wa\.me\/\?text=/)
    expect(whatsAppLink(receipt, 'no number')).toMatch(/^https:\/\/wa\.me\/\?text=/)
    const { searchParams } = new URL(whatsAppLink(receipt, null))
    expect(searchParams.get('text')).toBe(receiptText(receipt))
  })
})
