import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { ROLES } from '../accounts/roles.ts'
import { receiptTexts } from '../messages/till/receipts.ts'
import { formatKwacha, LARGEST_AMOUNT } from '../money.ts'
import { POS_PAYMENT_METHODS, POS_PAYMENT_STATUSES } from '../payments/payments.ts'
import { paidPrices, priceInExchange } from './exchanges/paid-prices.ts'
import { amountOfEnd, isNotPaidWhole, mayBeCalledOff } from './sale-transitions.ts'
import { sinceClosed } from './since-closed.ts'
import { listTenders, mobileAmount, type PaidParts, paidBeside, tendersOf } from './tenders.ts'
import { shiftFigures, withCredit } from './till-cash.ts'
import { cashOfExchange } from './till-events.ts'
import { isShort } from './till-payment.ts'
import {
  discountLimitOf,
  exchangeParts,
  isOwnRefund,
  lineTotal,
  ownNeedsApproval,
  ownSaleOf,
  paidForLines,
  refundFor,
  refundNeedsApproval,
  saleTotals,
  totalsOfSale,
} from './till-sale.ts'

/** How a sale was paid: the parts add up to its total. */
const parts: fc.Arbitrary<PaidParts & { unpaidAmount: number; mobile: number }> = fc
  .record({
    cashAmount: kwacha(1_000_000),
    creditAmount: kwacha(1_000_000),
    unpaidAmount: kwacha(1_000_000),
    mobile: kwacha(1_000_000),
  })
  .map((one) => ({
    ...one,
    totalAmount: one.cashAmount + one.creditAmount + one.unpaidAmount + one.mobile,
  }))

describe('the parts of a sale’s payment', () => {
  test('add up to its total: what is not cash, code or unpaid is mobile money', () =>
    holds(parts, ({ mobile, ...one }) => {
      expect(mobileAmount(one)).toBe(mobile)
      const { unpaidAmount, ...whole } = one
      expect(mobileAmount(whole)).toBe(mobile + unpaidAmount)
    }))

  test('are listed by name, each once, without empty ones, and at least one', () =>
    holds(parts, ({ mobile, ...one }) => {
      const tenders = tendersOf(one)
      expect(tenders.length).toBeGreaterThan(0)
      expect(new Set(tenders).size).toBe(tenders.length)
      expect(tenders.includes('mobile')).toBe(mobile > 0)
      expect(tenders.includes('credit')).toBe(one.creditAmount > 0)
      const isNothing = mobile === 0 && one.creditAmount === 0
      expect(tenders.includes('cash')).toBe(one.cashAmount > 0 || isNothing)
      const text = listTenders(tenders, { cash: 'Cash', mobile: 'Mobile money', credit: 'Voucher' })
      expect(text.toLowerCase().split(/, | and /)).toEqual(
        tenders.map(
          (tender) => ({ cash: 'cash', mobile: 'mobile money', credit: 'voucher' })[tender],
        ),
      )
      expect(text).toMatch(/^[A-Z]/)
    }))

  test('after an exchange are what is left of them, to the kwacha, and mobile money is the same', () =>
    holds(
      fc.record({
        parts,
        back: kwacha(1_000_000),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      ({ parts: { mobile, ...one }, back, share }) => {
        // The books count returned items as cash, except the part that a code keeps paying.
        const carried = Math.min(one.creditAmount, Math.floor(back * share))
        const amount = Math.min(one.cashAmount, back - Math.min(back, carried)) + carried
        const sale = {
          ...one,
          credit: one.creditAmount > 0 ? { amount: one.creditAmount, ending: 'ABCD' } : null,
          exchange: amount > 0 ? { number: 'POS-1', refund: amount, amount, carried } : null,
        }
        const beside = paidBeside(sale)
        expect(beside.totalAmount).toBe(one.totalAmount - amount)
        expect(beside.cashAmount + beside.creditAmount).toBe(
          one.cashAmount + one.creditAmount - amount,
        )
        expect(Math.min(beside.cashAmount, beside.creditAmount)).toBeGreaterThanOrEqual(0)
        expect(mobileAmount(beside)).toBe(mobile)
      },
    ))

  test('of a partly paid sale are given back as they came when it ends, or the missing part is paid', () =>
    holds(
      fc.record({
        parts,
        paymentStatus: fc.constantFrom(...POS_PAYMENT_STATUSES),
        voucherAmount: fc.constantFrom(0, 5000),
        returns: fc.nat(2),
      }),
      ({ parts: { mobile, ...one }, paymentStatus, voucherAmount, returns }) => {
        const sale = { ...one, paymentStatus, voucherAmount }
        const isOpen = paymentStatus === 'completed' && one.unpaidAmount > 0
        expect(isNotPaidWhole(sale)).toBe(isOpen)
        expect(isShort({ state: isOpen ? 'held' : 'paid', unpaidAmount: one.unpaidAmount })).toBe(
          isOpen,
        )
        expect(amountOfEnd(sale, 'rest-taken')).toBe(one.unpaidAmount)
        expect(amountOfEnd(sale, 'called-off')).toBe(mobile)
        // When a sale is called off, everything paid goes back: mobile money by hand, the code's part automatically;
        // cash is not part of such a sale.
        if (mayBeCalledOff(sale, returns)) {
          expect(isOpen && returns === 0 && voucherAmount === 0).toBe(true)
          expect(amountOfEnd(sale, 'called-off') + one.creditAmount).toBe(
            one.totalAmount - one.unpaidAmount,
          )
        }
      },
    ))
})

describe('a sale at the till', () => {
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: kwacha(2_000_000),
      discount: kwacha(3_000_000),
    }),
    { maxLength: 8 },
  )

  test('has the totals of its lines, or those of the voucher without a discount', () =>
    holds(
      fc.record({
        lines,
        discount: kwacha(1_000_000),
        amount: fc.option(kwacha(LARGEST_AMOUNT, 1)),
      }),
      ({ lines, discount, amount }) => {
        expect(lines.every((line) => lineTotal(line) >= 0)).toBe(true)
        const totals = totalsOfSale({ lines, discount, ...(amount && { voucher: { amount } }) })
        if (amount) expect(totals).toEqual({ subtotal: amount, discountAmount: 0, total: amount })
        else expect(totals).toEqual(saleTotals(lines, discount))
      },
    ))

  test('counts an exchange as refunded cash, except for the part that a code had paid', () =>
    holds(
      fc.record({ refund: kwacha(1_000_000), coded: kwacha(1_000_000), total: kwacha(1_000_000) }),
      ({ refund, coded, total }) => {
        const credit = Math.min(refund, coded)
        expect(cashOfExchange({ refund, credit }) + credit).toBe(refund)
        expect(cashOfExchange(null)).toBe(0)
        const paid = exchangeParts({ refund, credit }, total)
        // Paying by returned items does not empty the drawer: only their value above the price leaves it.
        expect(cashOfExchange({ refund, credit })).toBe(paid.amount - paid.credit + paid.back)
      },
    ))

  test('requires an approval of a refund above the limit, but never from an admin', () =>
    holds(
      fc.record({
        role: fc.constantFrom(...ROLES),
        refund: kwacha(LARGEST_AMOUNT),
        refundAlone: kwacha(LARGEST_AMOUNT),
        cashierDiscountPercent: fc.integer({ min: 0, max: 100 }),
      }),
      ({ role, refund, ...limits }) => {
        const isRunning = role === 'admin' || role === 'super_admin'
        expect(refundNeedsApproval(role, refund, limits)).toBe(
          !isRunning && refund > limits.refundAlone,
        )
        const percent = role === 'cashier' ? limits.cashierDiscountPercent : 0
        expect(discountLimitOf(role, limits)).toBe(isRunning ? 100 : percent)
      },
    ))

  test('requires an approval of a refund to oneself, and of one’s own sale only when money is paid out', () =>
    holds(
      fc.record({
        role: fc.constantFrom(...ROLES),
        inMoney: kwacha(LARGEST_AMOUNT),
        cashierId: fc.constantFrom('me', 'you', undefined),
        number: fc.integer({ min: 0, max: 9_999_999 }),
        isOwnNumber: fc.boolean(),
      }),
      ({ role, inMoney, cashierId, number, isOwnNumber }) => {
        const phone = `+26599${String(number).padStart(7, '0')}`
        const typed = `0${isOwnNumber ? '99' : '88'} ${phone.slice(6)}`
        const own = ownSaleOf({ cashierId, customerPhone: typed }, { id: 'me', phone })
        expect(own).toEqual({ isMade: cashierId === 'me', isBought: isOwnNumber })
        expect(isOwnRefund(own, inMoney)).toBe(isOwnNumber || (own.isMade && inMoney > 0))
        const isRunning = role === 'admin' || role === 'super_admin'
        expect(ownNeedsApproval(role, own, inMoney)).toBe(
          isOwnNumber || (!isRunning && own.isMade && inMoney > 0),
        )
      },
    ))
})

describe('a product exchanged for another size', () => {
  const PRODUCTS = ['dress', 'shirt'] as const
  const SIZES = ['M', 'L', 'XL'] as const
  const line = fc.record({
    productId: fc.constantFrom(...PRODUCTS),
    variantId: fc.constantFrom(...SIZES),
    quantity: fc.integer({ min: 1, max: 6 }),
    /** What the product costs today: the price that was paid may be above it or below. */
    unitPrice: kwacha(2_000_000),
    discount: kwacha(1_000_000),
  })
  /** Lines that were bought, with a discount on each and on all of them, and what comes back of each. */
  const exchange = fc
    .record({
      bought: fc.array(
        line.chain((one) =>
          fc.record({
            one: fc.constant({ ...one, discount: Math.min(one.discount, one.unitPrice) }),
            before: fc.integer({ min: 0, max: one.quantity }),
            share: fc.integer({ min: 0, max: one.quantity }),
            takenId: fc.option(fc.constantFrom(...SIZES), { nil: undefined }),
          }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      discount: kwacha(1_000_000),
      cart: fc.array(line, { maxLength: 5 }),
      coded: kwacha(2_000_000),
    })
    .map(({ bought, discount, cart, coded }) => {
      const lines = bought.map(({ one }) => one)
      const paid = paidForLines(lines, discount)
      const back = bought.flatMap(({ one, before, share, takenId }, at) => {
        const quantity = Math.min(share, one.quantity - before)
        const amount = refundFor(paid[at] ?? 0, one.quantity, before, quantity)
        return quantity > 0 ? [{ productId: one.productId, quantity, amount, takenId }] : []
      })
      return { back, cart, coded }
    })
  const sumOf = (parts: readonly { quantity: number; unitPrice: number; discount: number }[]) =>
    parts.reduce((sum, part) => sum + lineTotal(part), 0)

  test('costs what was paid to the kwacha, whatever its price and its discounts: nothing is paid or refunded', () =>
    holds(exchange, ({ back, cart, coded }) => {
      // As many of it are taken as come back, at today's prices.
      const [today = { unitPrice: 0 }] = cart
      const taken = back.map(({ productId, quantity, takenId = 'M' }) => ({
        productId,
        variantId: takenId,
        quantity,
        unitPrice: today.unitPrice,
        discount: 0,
      }))
      const parts = priceInExchange(taken, back).flatMap(({ parts }) => parts)
      const refund = back.reduce((sum, { amount }) => sum + amount, 0)
      const credit = Math.min(refund, coded)
      const { total } = saleTotals(parts, 0)
      expect(total).toBe(refund)
      expect(exchangeParts({ refund, credit }, total)).toEqual({
        amount: refund,
        credit,
        onCode: 0,
        back: 0,
      })
      // What was exchanged is worth the same when it is exchanged once more.
      const again = paidForLines(parts, 0)
      expect(again.reduce((sum, one) => sum + one, 0)).toBe(refund)
      expect(parts.map(({ unitPrice, quantity }) => unitPrice * quantity)).toEqual(again)
      expect(parts.every(({ discount, isPaid }) => discount === 0 && isPaid)).toBe(true)
    }))

  test('is priced separately from what is bought with it: units above the returned ones have their own price', () =>
    holds(exchange, ({ back, cart }) => {
      const priced = priceInExchange(cart, back)
      const count = (parts: readonly { quantity: number }[]) =>
        parts.reduce((sum, { quantity }) => sum + quantity, 0)
      for (const { line, parts } of priced) {
        expect(count(parts)).toBe(line.quantity)
        for (const part of parts) if (!part.isPaid) expect(part.unitPrice).toBe(line.unitPrice)
        // What is off a line is off its pieces, and never more than they cost.
        const whole = sumOf(parts.map((part) => ({ ...part, discount: 0 })))
        expect(sumOf(parts)).toBe(Math.max(0, whole - line.discount))
      }
      const parts = priced.flatMap(({ line, parts }) =>
        parts.map((part) => ({ ...part, productId: line.productId })),
      )
      for (const product of PRODUCTS) {
        const came = count(back.filter(({ productId }) => productId === product))
        const there = count(cart.filter(({ productId }) => productId === product))
        const paid = parts.filter((part) => part.isPaid && part.productId === product)
        expect(count(paid)).toBe(Math.min(came, there))
      }
      // A server finds each of these prices among what came back, and none of them twice.
      const prices = paidPrices(back)
      const taken = parts
        .filter(({ isPaid }) => isPaid)
        .map(({ productId, quantity, unitPrice: price }) => ({ productId, quantity, price }))
      expect(taken.every((one) => prices.take(one))).toBe(true)
      const all = back.flatMap(({ productId, quantity }) =>
        Array.from({ length: quantity }, () => productId),
      )
      if (count(taken) === all.length) expect(taken.some((one) => prices.take(one))).toBe(false)
      expect(prices.take({ productId: 'coat', quantity: 1, price: 0 })).toBe(false)
    }))

  test('has its own price again once nothing is returned for it', () =>
    holds(exchange, ({ cart }) => {
      const parts = priceInExchange(cart, []).flatMap(({ parts }) => parts)
      expect(saleTotals(parts, 0).total).toBe(saleTotals(cart, 0).total)
      expect(parts.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual(
        cart.map(({ quantity, unitPrice }) => [quantity, unitPrice]),
      )
    }))

  test('has the worth of the returned unit for which that size was chosen', () => {
    const lines = ['XL', 'L'].map((variantId) => ({
      productId: 'dress',
      variantId,
      quantity: 1,
      unitPrice: 900,
      discount: 0,
    }))
    const back = [
      { productId: 'dress', quantity: 1, amount: 500, takenId: 'L' },
      { productId: 'dress', quantity: 1, amount: 300, takenId: 'XL' },
      { productId: null, quantity: 1, amount: 100 },
    ]
    const costs = (cart: typeof lines) =>
      priceInExchange(cart, back).map(({ parts }) => parts.map(({ unitPrice }) => unitPrice))
    expect(costs(lines)).toEqual([[300], [500]])
    // One that is bought as well, of a size that nobody chose for what comes back.
    const bought = { productId: 'dress', variantId: 'M', quantity: 1, unitPrice: 900, discount: 0 }
    expect(costs([bought, ...lines])).toEqual([[900], [300], [500]])
  })
})

describe('a Z report', () => {
  const sale = fc
    .record({
      cashierId: fc.constantFrom('grace', 'peter'),
      paymentMethod: fc.constantFrom(...POS_PAYMENT_METHODS),
      paymentStatus: fc.constantFrom(...POS_PAYMENT_STATUSES),
      count: fc.integer({ min: 1, max: 4 }),
      totalAmount: kwacha(1_000_000),
      discountAmount: kwacha(1000),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ part, ...one }) => ({
      ...one,
      cashAmount: Math.floor(one.totalAmount * part),
      creditAmount: 0,
      voucherAmount: 0,
    }))
  const shift = fc.record({
    float: kwacha(100_000),
    counted: fc.option(kwacha(5_000_000)),
    sales: fc.array(sale, { maxLength: 8 }),
    later: fc.array(sale, { maxLength: 4 }),
  })

  test('has no later part when nothing was paid later, otherwise exactly the difference', () =>
    holds(shift, ({ float, counted, sales, later }) => {
      const closed = shiftFigures({ float, counted }, sales, [], [])
      expect(sinceClosed(closed, closed)).toEqual([])
      const now = shiftFigures({ float, counted }, [...sales, ...later], [], [])
      const rows = new Map(sinceClosed(closed, now))
      const paid = later.filter((one) => one.paymentStatus === 'completed')
      const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
      const cash = sum(paid.map((one) => one.cashAmount))
      const mobile = sum(paid.map((one) => one.totalAmount - one.cashAmount))
      expect(rows.get(receiptTexts['cash-since'])).toBe(cash === 0 ? undefined : formatKwacha(cash))
      expect(rows.get(receiptTexts['expected-now'])).toBe(
        cash === 0 ? undefined : formatKwacha(now.expected),
      )
      const sold = sum(paid.map((one) => one.count))
      const label = receiptTexts['paid-since']({ sales: String(sold) })
      expect(rows.get(label)).toBe(sold === 0 ? undefined : formatKwacha(mobile))
    }))

  test('of an older release has no codes, and a new one stays unchanged', () =>
    holds(shift, ({ float, counted, sales }) => {
      const figures = shiftFigures({ float, counted }, sales, [], [])
      expect(withCredit(figures)).toEqual(figures)
      const { credit, creditRefunds, exchanges, exchanged, vouchers, vouchersAmount, ...old } =
        figures
      expect([creditRefunds, exchanges, exchanged, vouchers, vouchersAmount]).toEqual([
        0, 0, 0, 0, 0,
      ])
      const read = withCredit(old as typeof figures)
      expect(read).toEqual({ ...figures, credit: 0 })
      expect(credit).toBe(0)
    }))
})
