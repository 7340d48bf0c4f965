import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_TOTAL } from '../money.ts'
import { ORDER_REVIEW_REASONS, ORDER_STATUSES } from '../orders/orders.ts'
import { readPhone } from '../phone.ts'
import { askAgainAfter, guessOperator, PAYOUT_STATUSES, readWalletPhone } from './payouts.ts'
import { refundedStateOf } from './refunded-state.ts'
import {
  isSettledBy,
  needsSecondPerson,
  owedBack,
  priceOfKept,
  refundable,
  refundableMoney,
  surplusOf,
} from './refunds.ts'

const money = fc.record({ paid: kwacha(LARGEST_TOTAL), refunded: kwacha(LARGEST_TOTAL) })

test('no more can be refunded than was paid, and then nothing', () =>
  holds(money, (one) => {
    const most = refundable(one)
    expect(most >= 0 && most <= one.paid).toBe(true)
    if (one.refunded <= one.paid) {
      expect(one.refunded + most).toBe(one.paid)
      expect(refundable({ ...one, refunded: one.refunded + most })).toBe(0)
    } else expect(most).toBe(0)
  }))

test('no more is refunded in money than came in money, whatever store credit paid', () =>
  holds(
    fc.record({
      credit: kwacha(1_000_000),
      money: kwacha(1_000_000),
      refundedMoney: kwacha(1_000_000),
      refundedCredit: kwacha(1_000_000),
    }),
    ({ credit, money, refundedMoney, refundedCredit }) => {
      const one = {
        paid: credit + money,
        refunded: refundedMoney + refundedCredit,
        credit,
        money,
        refundedMoney,
      }
      const most = refundableMoney(one)
      expect(most).toBeGreaterThanOrEqual(0)
      expect(most).toBeLessThanOrEqual(refundable(one))
      if (refundedMoney <= money) expect(refundedMoney + most).toBeLessThanOrEqual(money)
      else expect(most).toBe(0)
      // Only one of the two limits, the money or the whole, can keep the rest from being refunded.
      if (refundedMoney + refundedCredit <= one.paid && refundedMoney <= money)
        expect(refundedMoney + most === money || most === refundable(one)).toBe(true)
    },
  ))

test('an exchange changes nothing in what is owed for an order, whatever was paid', () =>
  holds(
    fc.record({
      totalAmount: kwacha(1_000_000),
      coveredAmount: kwacha(1_000_000),
      paid: kwacha(3_000_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    ({ totalAmount, coveredAmount, paid, share }) => {
      const exchanged = Math.floor(share * Math.min(paid, totalAmount + coveredAmount))
      const owed = (out: number) =>
        owedBack({
          status: 'delivered',
          totalAmount: priceOfKept({ totalAmount, coveredAmount }, { exchanged: out }),
          paid: paid - out,
          refunded: 0,
        })
      expect(owed(exchanged)).toBe(owed(0))
    },
  ))

test('an overpaid amount is refunded first, to the kwacha, in any number of parts', () =>
  holds(
    fc.record({
      total: kwacha(1_000_000),
      paid: kwacha(3_000_000),
      pieces: fc.array(kwacha(600_000), { maxLength: 8 }),
    }),
    ({ total, paid, pieces }) => {
      let refunded = 0
      let surplus = 0
      for (const asked of pieces) {
        const amount = Math.min(asked, refundable({ paid, refunded }))
        const part = surplusOf(amount, total, { paid, refunded })
        expect(part >= 0 && part <= amount).toBe(true)
        // Nothing of the price goes back as long as an overpaid amount is left.
        if (part < amount) expect(surplus + part).toBe(Math.max(0, paid - total))
        surplus += part
        refunded += amount
      }
      expect(surplus).toBe(Math.min(refunded, Math.max(0, paid - total)))
    },
  ))

const owing = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  totalAmount: kwacha(1_000_000),
  paid: kwacha(2_000_000),
  refunded: kwacha(2_000_000),
  reviewReason: fc.option(fc.constantFrom(...ORDER_REVIEW_REASONS)),
})

test('the amount owed is never more than can be refunded, and after its refund nothing is owed', () =>
  holds(owing, (order) => {
    const owed = owedBack(order)
    expect(owed).toBeGreaterThanOrEqual(0)
    expect(owed).toBeLessThanOrEqual(refundable(order))
    if (order.status === 'cancelled') expect(owed).toBe(refundable(order))
    else if (order.paid <= order.totalAmount) expect(owed).toBe(0)
    expect(owedBack({ ...order, refunded: order.refunded + owed })).toBe(0)
    expect(owedBack({ ...order, status: 'cancelled' })).toBeGreaterThanOrEqual(owed)
  }))

test('no review of money ends while the shop owes any of it', () =>
  holds(owing, (order) => {
    if (!isSettledBy(order)) return
    expect(owedBack(order)).toBe(0)
    if (order.reviewReason === 'underpaid') expect(order.status).toBe('cancelled')
  }))

test('a second person is required for an amount in any number of parts, and a lower limit requires one more often', () =>
  holds(
    fc.record({
      from: fc.option(kwacha(1_000_000)),
      pieces: fc.array(kwacha(300_000, 1), { minLength: 1, maxLength: 8 }),
      isOwn: fc.boolean(),
      isOtherWallet: fc.boolean(),
    }),
    ({ from, pieces, isOwn, isOtherWallet }) => {
      let refunded = 0
      let wasAsked = false
      for (const amount of pieces) {
        const asked = needsSecondPerson({ amount, refunded, isOwn, isOtherWallet }, from)
        if (isOwn || isOtherWallet) expect(asked).toBe(true)
        else expect(asked).toBe(from !== null && refunded + amount >= from)
        // Once a second person was required, every later refund of the order requires one.
        if (wasAsked) expect(asked).toBe(true)
        if (asked)
          expect(
            needsSecondPerson({ amount: amount + 1, refunded, isOwn, isOtherWallet }, from),
          ).toBe(true)
        wasAsked = asked
        refunded += amount
      }
    },
  ))

test('a wallet has a number of Malawi in its stored form, and an operator is guessed only for mobile numbers', () =>
  holds(
    fc.oneof(
      anyText(),
      fc.stringMatching(/^(\+265|0|00265)?(88|89|98|99|77|1)\d{6,7}$/),
      fc.stringMatching(/^\+\d{7,15}$/),
    ),
    (text) => {
      const phone = readWalletPhone(text)
      if (phone === null) return expect(readPhone(text)?.startsWith('+265') ?? false).toBe(false)
      expect(phone).toBe(readPhone(text))
      expect(readWalletPhone(phone)).toBe(phone)
      const operator = guessOperator(phone)
      expect(operator === 'airtel').toBe(/^\+265(98|99)/.test(phone))
      expect(operator === 'tnm').toBe(/^\+265(88|89)/.test(phone))
    },
  ))

test('the provider is asked about a payout more and more rarely, and not after it arrived', () =>
  holds(
    fc.record({
      status: fc.constantFrom(...PAYOUT_STATUSES),
      age: fc.integer({ min: 0, max: 40 * 86_400 }),
      later: fc.integer({ min: 0, max: 86_400 }),
      pace: fc.integer({ min: 1, max: 600 }),
    }),
    ({ status, age, later, pace }) => {
      const at = (seconds: number) =>
        askAgainAfter({ status, age: seconds, settledFor: seconds }, pace)
      const [now, then] = [at(age), at(age + later)]
      if (status === 'paid') expect(now).toBeNull()
      if (now !== null) expect(now >= pace || status === 'failed').toBe(true)
      if (now !== null) expect(now > 0 && now <= 86_400).toBe(true)
      // The interval never becomes shorter, and once the provider is no longer asked, it is never asked again.
      if (now === null) expect(then).toBeNull()
      else if (then !== null) expect(then).toBeGreaterThanOrEqual(now)
    },
  ))

test('an order is refunded once its whole payment of the total was refunded, and partially refunded before', () =>
  holds(
    fc.record({
      totalAmount: fc.integer({ min: 0, max: 1_000_000 }),
      coveredAmount: fc.integer({ min: 0, max: 1_000_000 }),
      came: fc.integer({ min: 0, max: 2_000_000 }),
      refundedOfTotal: fc.integer({ min: 0, max: 2_000_000 }),
    }),
    (order) => {
      const { came, refundedOfTotal } = order
      const isLeft = refundedOfTotal < order.totalAmount + order.coveredAmount
      const isMore = refundedOfTotal < came
      expect(refundedStateOf(order)).toBe(
        refundedOfTotal === 0 ? null : isLeft && isMore ? 'partially-refunded' : 'refunded',
      )
    },
  ))
