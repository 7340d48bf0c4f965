import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { type Pair, receiptOfReturn, receiptOfSale, receiptOfTillSale } from './receipt.ts'
import { receiptCodeOf } from './receipt-code.ts'
import { receiptOfShift } from './receipt-of-shift.ts'
import { countedTotal, DENOMINATIONS, shiftFigures } from './till-cash.ts'
import { exchangeParts, saleTotals } from './till-sale.ts'

const MAKER = { till: 'Front', cashier: 'Mphatso' }
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const amountOf = (value: string) => Number(value.replace('−', '-').replace(/MK\u00a0|,/g, ''))
const amountsOf = (pairs: readonly Pair[] | undefined, ...labels: string[]) =>
  (pairs ?? []).filter(({ label }) => labels.includes(label)).map(({ value }) => amountOf(value))

const line = fc.record({
  name: fc.constant('Dress'),
  size: fc.constant(null),
  color: fc.constant(null),
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: kwacha(1_000_000),
  discount: kwacha(2_000_000),
})
const made = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  discount: kwacha(2_000_000),
  coded: fc.double({ min: 0, max: 1, noNaN: true }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  over: fc.option(kwacha(20_000)),
  worth: fc.option(fc.record({ refund: kwacha(3_000_000, 1), credit: kwacha(3_000_000) })),
})

test('a receipt adds up: its lines, discounts, total, payments and change', () =>
  holds(
    made,
    ({ lines, discount, coded, part, over, worth }) => {
      const { subtotal, total } = saleTotals(lines, discount)
      const back = worth && { refund: worth.refund, credit: Math.min(worth.refund, worth.credit) }
      const pays = exchangeParts(back, total)
      // What the returned items leave to pay is paid by a code, cash and mobile money.
      const rest = total - pays.amount
      const byCode = Math.floor(rest * coded)
      const byCash = over === null ? Math.floor((rest - byCode) * part) : rest - byCode
      const byBooks = pays.amount - pays.credit
      const creditAmount = byCode + pays.credit
      const receipt = receiptOfSale(
        {
          id: '3f2a9c1e-0000-4000-8000-000000000001',
          number: 'POS-2026-000123',
          at: '2026-11-20T12:05:00Z',
          customerName: null,
          customerPhone: null,
          notes: null,
          lines,
          subtotal,
          totalAmount: total,
          cashAmount: byCash + byBooks,
          cashGiven: over === null ? null : byCash + byBooks + over,
          credit: creditAmount > 0 ? { amount: creditAmount, ending: 'ABCD' } : null,
          exchange: back
            ? {
                number: 'POS-2026-000007',
                refund: back.refund,
                amount: pays.amount,
                carried: pays.credit,
                onCode: pays.onCode > 0 ? { amount: pays.onCode, ending: 'ABCD' } : undefined,
              }
            : null,
        },
        MAKER,
      )
      const [sums, ...blocks] = receipt.sums
      expect(sum(amountsOf(sums, texts.subtotal, texts['discount-on-lines'], texts.discount))).toBe(
        total,
      )
      expect(amountsOf(sums, texts.total)).toEqual([total])
      expect(sum(receipt.lines.map(({ amount }) => amount))).toBe(subtotal)
      for (const { amount, off } of receipt.lines) expect(off >= 0 && off <= amount).toBe(true)
      const exchanged = blocks.find((block) =>
        block.some(({ label }) => label.startsWith('Taken back')),
      )
      expect(exchanged !== undefined).toBe(back !== null)
      if (back) {
        expect(amountOf(exchanged?.[0]?.value ?? '')).toBe(-back.refund)
        const out = amountsOf(
          exchanged,
          texts['back-on-voucher']({ ending: 'ABCD' }),
          texts['refund-in-cash'],
        )
        expect(sum(out)).toBe(back.refund - pays.amount)
        if (back.refund <= total) expect(amountsOf(exchanged, texts['to-pay'])).toEqual([rest])
      }
      if (back && rest === 0) return
      const payment = blocks.at(-1)
      const parts = amountsOf(
        payment,
        texts['voucher-of']({ ending: 'ABCD' }),
        texts['mobile-money'],
        texts['in-cash'],
      )
      const mobile = rest - byCode - byCash
      const isSplit = [byCode, byCash, mobile].filter((amount) => amount > 0).length > 1
      if (isSplit) expect(sum(parts)).toBe(rest)
      if (over !== null && (byCash > 0 || rest === 0))
        expect([amountsOf(payment, texts['cash-given']), amountsOf(payment, texts.change)]).toEqual(
          [[byCash + over], [over]],
        )
    },
    600,
  ))

test('a receipt from the server equals the one that the till printed', () =>
  holds(
    fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }), over: kwacha(9000) }),
    ({ lines, over }) => {
      const { subtotal, total, discountAmount } = saleTotals(lines, 0)
      const sold = {
        customerName: null,
        customerPhone: null,
        notes: null,
        subtotal,
        totalAmount: total,
        cashGiven: total + over,
      }
      const id = '3f2a9c1e-0000-4000-8000-000000000001'
      const at = '2026-11-20T12:05:00Z'
      const printed = receiptOfSale({ ...sold, id, at, number: 'POS-1', lines }, MAKER)
      const later = receiptOfTillSale({
        ...sold,
        saleId: id,
        saleNumber: 'POS-1',
        receiptCode: receiptCodeOf(id),
        soldAt: at,
        state: 'paid',
        paymentMethod: 'cash',
        cashierName: MAKER.cashier,
        tillName: MAKER.till,
        discountAmount,
        cashAmount: total,
        payment: null,
        lines: lines.map((one, n) => ({
          ...one,
          id: String(n),
          sku: 'D',
          productId: null,
          variantId: null,
          total: 0,
          returned: 0,
        })),
      })
      expect(later.sums).toEqual(printed.sums)
      expect(later.facts).toEqual(printed.facts)
      expect(later.closing).toEqual(printed.closing)
    },
    100,
  ))

test('the slip of a return shows to the kwacha what is refunded in which way', () =>
  holds(
    fc.record({ refund: kwacha(1_000_000), onCode: kwacha(1_000_000), isNew: fc.boolean() }),
    ({ refund, onCode, isNew }) => {
      const amount = Math.min(refund, onCode)
      const slip = receiptOfReturn(
        {
          at: '2026-11-20T12:05:00Z',
          saleNumber: 'POS-1',
          refund,
          reason: 'Faulty',
          lines: [],
          credit: amount > 0 ? { amount, ending: 'ABCD' } : null,
          creditCode: isNew ? 'ABCD2345EFGH' : null,
        },
        MAKER,
      )
      const [sums] = slip.sums
      const rest = texts[isNew ? 'store-credit' : 'refund-in-cash']
      const other = texts[isNew ? 'refund-in-cash' : 'store-credit']
      expect(sum(amountsOf(sums, rest, texts['back-on-voucher']({ ending: 'ABCD' })))).toBe(refund)
      expect(amountsOf(sums, other)).toEqual([])
    },
  ))

test('a Z report on paper adds up: the drawer, its expected cash, and the counted notes and coins', () =>
  holds(
    fc.record({
      float: kwacha(100_000),
      pieces: fc.dictionary(fc.constantFrom(...DENOMINATIONS.map(String)), fc.nat(500)),
      sales: fc.array(
        fc.record({
          totalAmount: kwacha(1_000_000),
          part: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 8 },
      ),
      refunds: fc.array(kwacha(50_000), { maxLength: 4 }),
      moves: fc.array(fc.integer({ min: -50_000, max: 50_000 }), { maxLength: 4 }),
    }),
    ({ float, pieces, sales, refunds, moves }) => {
      const counted = countedTotal(pieces)
      const figures = shiftFigures(
        { float, counted },
        sales.map(({ totalAmount, part }) => ({
          cashierId: 'grace',
          paymentMethod: part === 1 ? ('cash' as const) : ('paychangu' as const),
          paymentStatus: 'completed' as const,
          count: 1,
          totalAmount,
          discountAmount: 0,
          cashAmount: Math.floor(totalAmount * part),
          creditAmount: 0,
          voucherAmount: 0,
        })),
        refunds.map((refund) => ({ cashierId: 'grace', count: 1, refund, creditAmount: 0 })),
        moves.map((amount) => ({ amount })),
      )
      const slip = receiptOfShift({
        till: 'Front',
        openedAt: '2026-11-20T06:00:00Z',
        openedBy: 'Grace',
        closedAt: '2026-11-20T16:00:00Z',
        closedBy: 'Grace',
        counted: pieces,
        note: null,
        figures,
        names: { grace: 'Grace' },
      })
      const drawer = slip.sums.find((block) =>
        block.some(({ label }) => label === texts['opening-float']),
      )
      const moved = amountsOf(
        drawer,
        texts['opening-float'],
        texts['cash-sales'],
        texts['split-cash'],
        texts['cash-in'],
        texts['cash-out'],
        texts.refunds,
      )
      expect(amountsOf(drawer, texts.expected)).toEqual([sum(moved)])
      expect(amountsOf(drawer, texts.counted)).toEqual([counted])
      const difference = counted - sum(moved)
      const label = difference < 0 ? texts.short : difference > 0 ? texts.over : texts.difference
      expect(amountsOf(drawer, label)).toEqual([Math.abs(difference)])
      const rows = slip.sums.flat().filter((pair) => / x /.test(pair.label))
      expect(sum(rows.map(({ value }) => amountOf(value)))).toBe(counted)
    },
  ))
