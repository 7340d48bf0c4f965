import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_AMOUNT, LARGEST_TOTAL, SMALLEST_PAYMENT } from '../money.ts'
import { readPhone } from '../phone.ts'
import { isWholeVoucher } from '../refunds/voucher-refunds.ts'
import {
  CREDIT_ALPHABET,
  CREDIT_LENGTH,
  CREDIT_STATUSES,
  creditCodeOf,
  creditFor,
  creditLabel,
  creditStateOf,
  formatCreditCode,
  newCreditCode,
  readCreditCode,
} from './credit.ts'
import { PURCHASE_FIELDS, type PurchaseField, purchaseLabel, readPurchase } from './purchase.ts'
import { backOnCode, creditPart, isStillReserved } from './reserve.ts'
import { isVoucherSum, voucherBounds } from './voucher-sum.ts'

describe('the part that a code pays', () => {
  test('is at most the balance or the total, and leaves the provider nothing or at least its smallest amount', () =>
    holds(fc.tuple(kwacha(LARGEST_TOTAL), kwacha(LARGEST_TOTAL)), ([balance, total]) => {
      const paid = creditFor(balance, total)
      expect(paid >= 0 && paid <= balance && paid <= total).toBe(true)
      const left = total - paid
      if (total >= SMALLEST_PAYMENT) expect(left === 0 || left >= SMALLEST_PAYMENT).toBe(true)
      // The most possible: one kwacha more exceeds the balance, or leaves less than the smallest payment.
      const more = paid + 1
      if (more <= Math.min(balance, total))
        expect(total - more > 0 && total - more < SMALLEST_PAYMENT).toBe(true)
    }))

  test('of a cart at a till is its share of the total, and of a cart without a code nothing', () =>
    holds(fc.tuple(kwacha(LARGEST_AMOUNT), kwacha(LARGEST_AMOUNT)), ([amount, total]) => {
      expect(creditPart({ amount }, total)).toBe(amount < total ? amount : total)
      expect(creditPart(null, total)).toBe(0)
      expect(creditPart(undefined, total)).toBe(0)
    }))

  test('is refunded before any money, and in the end exactly, in any number of parts', () =>
    holds(
      fc.record({
        credit: kwacha(1_000_000),
        refunds: fc.array(kwacha(400_000), { minLength: 1, maxLength: 8 }),
      }),
      ({ credit, refunds }) => {
        let before = 0
        let back = 0
        for (const refund of refunds) {
          const part = backOnCode(credit, before, refund)
          expect(part >= 0 && part <= refund).toBe(true)
          // Money leaves the drawer only once the code has got back everything that it paid.
          back += part
          if (part < refund) expect(back).toBe(credit)
          before += refund
        }
        expect(back).toBe(Math.min(credit, before))
      },
    ))

  test('is available to a till only within its shift and before its end', () =>
    holds(
      fc.record({
        shiftId: fc.constantFrom('one', 'other'),
        open: fc.constantFrom('one', 'other', undefined),
        until: fc.integer({ min: 0, max: 20 }),
        now: fc.integer({ min: 0, max: 20 }),
      }),
      ({ shiftId, open, until, now }) => {
        const held = { shiftId, until: new Date(until).toISOString() }
        expect(isStillReserved(held, open, now)).toBe(open === shiftId && now < until)
      },
    ))

  test('is the whole of an unspent voucher, which can be refunded', () =>
    holds(
      fc.record({
        status: fc.constantFrom(...CREDIT_STATUSES),
        amount: kwacha(LARGEST_AMOUNT, 1),
        spent: fc.oneof(fc.constant(0), kwacha(LARGEST_AMOUNT)),
      }),
      ({ status, amount, spent }) => {
        const balance = Math.max(0, amount - spent)
        expect(isWholeVoucher({ status, amount, balance })).toBe(status === 'active' && spent === 0)
        const state = creditStateOf({ status, balance, refund: null })
        expect(state === 'used-up').toBe(status === 'active' && balance === 0)
        if (state !== 'used-up') expect(state).toBe(status)
      },
    ))
})

describe('a store credit code', () => {
  const SIGNS = Array.from(CREDIT_ALPHABET)
  const code = fc.string({
    unit: fc.constantFrom(...SIGNS),
    minLength: CREDIT_LENGTH,
    maxLength: CREDIT_LENGTH,
  })

  test('is read however it was typed: in lower case, with hyphens and blanks anywhere', () =>
    holds(
      fc.tuple(
        code,
        fc.array(fc.tuple(fc.nat(14), fc.constantFrom(' ', '-', '\n', '\u00a0', ' - ')), {
          maxLength: 5,
        }),
        fc.boolean(),
      ),
      ([code, marks, isSmall]) => {
        let typed = isSmall ? formatCreditCode(code).toLowerCase() : code
        for (const [at, mark] of marks) typed = typed.slice(0, at) + mark + typed.slice(at)
        expect(readCreditCode(typed)).toBe(code)
        expect(formatCreditCode(code)).toMatch(/^.{4}-.{4}-.{4}$/)
        expect(code.endsWith(creditLabel(code).slice(1))).toBe(true)
        expect(creditLabel(code)).toHaveLength(5)
      },
    ))

  test('is read from a text, or refused: every accepted text is a valid code', () =>
    holds(
      fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...SIGNS, 'O', '0', 'I', '1', '-') })),
      (text) => {
        const read = readCreditCode(text)
        expect(read).toMatch(/^([2-9A-HJ-NP-Z]{12})?$/)
        expect(readCreditCode(read)).toBe(read)
      },
    ))

  test('is made of any twelve random bytes, with each of its characters equally likely', () =>
    holds(fc.uint8Array({ minLength: CREDIT_LENGTH, maxLength: 16 }), (bytes) => {
      const made = creditCodeOf(Uint8Array.from(bytes))
      expect(readCreditCode(made)).toBe(made)
      expect(made).toHaveLength(CREDIT_LENGTH)
      // 256 is 8 times 32, so that no character is more frequent.
      expect(256 % CREDIT_ALPHABET.length).toBe(0)
      expect(readCreditCode(newCreditCode())).not.toBe('')
    }))
})

describe('a voucher that is bought', () => {
  test('has an amount within the limits, in whole kwacha', () =>
    holds(fc.oneof(kwacha(LARGEST_TOTAL), fc.double(), fc.integer()), (amount) => {
      const { from, upTo } = voucherBounds()
      const isOne = Number.isSafeInteger(amount) && amount >= from && amount <= upTo
      expect(isVoucherSum(amount)).toBe(isOne)
    }))

  const email = fc.constantFrom('Mary@Example.com ', 'a@b.mw', '', 'x', '@', 'a@b')
  const typed = fc.record({
    amount: fc.oneof(
      fc.integer({ min: 0, max: 3_000_000 }).map((n) => n.toLocaleString('en-US')),
      fc.integer({ min: 0, max: 3_000_000 }).map(String),
      fc.constantFrom('1e4', '0x2710', '10000.0', '1e', '', ' ', '-5000', '5 000', '+5000'),
      anyText(8),
    ),
    name: fc.oneof(fc.constant('Mary'), anyText(20)),
    email: fc.oneof(email, anyText(20)),
    phone: fc.oneof(fc.constantFrom('0991234567', '+265 88 123 4567', ''), anyText(12)),
    recipientName: fc.constantFrom('', 'Chikondi'),
    recipientEmail: fc.oneof(email, anyText(20)),
    message: fc.oneof(fc.constant(''), anyText(20)),
  })

  test('is read with an amount in digits, email addresses and a valid number, or refused by field', () =>
    holds(
      typed,
      (values) => {
        const read = readPurchase(values)
        if (!read.ok) {
          const fields = Object.keys(read.errors)
          expect(fields.length).toBeGreaterThan(0)
          for (const field of fields) expect(field in PURCHASE_FIELDS).toBe(true)
          return
        }
        const { amount, buyerEmail, buyerPhone, recipientEmail, recipientName, message } =
          read.request
        expect(isVoucherSum(amount)).toBe(true)
        expect(values.amount.replace(/[,\s]/g, '').replace(/^0+(?=\d)/, '')).toBe(String(amount))
        for (const address of [buyerEmail, recipientEmail])
          if (address !== null) expect(address).toMatch(/^[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]+$/)
        expect(readPhone(buyerPhone)).toBe(buyerPhone)
        // A voucher for somebody else names the address that it goes to.
        if (recipientName !== null || message !== null) expect(recipientEmail).not.toBeNull()
        const again: Record<PurchaseField, string> = {
          amount: String(amount),
          name: read.request.buyerName,
          email: buyerEmail,
          phone: buyerPhone,
          recipientName: recipientName ?? '',
          recipientEmail: recipientEmail ?? '',
          message: message ?? '',
        }
        expect(readPurchase(again)).toEqual(read)
      },
      1000,
    ))

  test('has a label that people can read aloud', () =>
    holds(fc.uuid(), (id) => expect(purchaseLabel(id)).toMatch(/^GV-[0-9A-F]{8}$/)))
})
