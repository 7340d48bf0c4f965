import { expect, test } from 'vitest'
import { checkAddress, LONGEST, NOTHING_TYPED, splitName } from './checkout/checkout.ts'
import { formatDate } from './dates.ts'
import { readDiscount } from './discounts/discount-form.ts'
import { discountValues } from './discounts/discount-values.ts'
import { readLocalTime } from './local-time.ts'
import { LARGEST_AMOUNT } from './money.ts'
import { findTransition } from './orders/order-transitions.ts'
import { checkAdjustment, LONGEST_NOTE } from './stock/stock-changes.ts'
import { SALE_TRANSITIONS } from './till/sale-transitions.ts'

test('an address may have its maximum lengths, and a checkout starts with empty fields', () => {
  const typed = {
    ...NOTHING_TYPED,
    firstName: 'a'.repeat(LONGEST.firstName),
    lastName: 'b',
    phone: '0991234567',
    address: 'c',
    city: 'd',
    district: 'Zomba',
  }
  expect(checkAddress(typed).ok).toBe(true)
  expect(checkAddress({ ...typed, firstName: `${typed.firstName}a` }).ok).toBe(false)
  const { saveAddress, ...texts } = NOTHING_TYPED
  expect([saveAddress, ...new Set(Object.values(texts))]).toEqual([false, ''])
  expect(splitName(' ')).toEqual({ firstName: '', lastName: '' })
})

test('a code accepts the largest amounts and the longest name, and no more', () => {
  const values = { ...discountValues(null), code: 'A', value: '1', type: 'fixed' }
  const errorsOf = (change: object) => {
    const read = readDiscount({ ...values, ...change })
    return read.ok ? {} : read.errors
  }
  const most = String(LARGEST_AMOUNT)
  expect(
    errorsOf({ value: most, minimumAmount: most, maximumUses: ` ${most} `, code: 'A'.repeat(50) }),
  ).toEqual({})
  const tooMuch = 'Please use at most 1,000,000,000.'
  const more = String(LARGEST_AMOUNT + 1)
  expect(errorsOf({ minimumAmount: more, maximumUses: more })).toEqual({
    minimumAmount: tooMuch,
    maximumUses: tooMuch,
  })
  expect(errorsOf({ startsAt: '2026-11-20T08:00' })).toEqual({})
  expect(errorsOf({ startsAt: '2026-11-20T08:00', expiresAt: '2026-11-20T08:01' })).toEqual({})
  expect(errorsOf({ code: '', startsAt: 'x' })).toEqual({
    code: 'Discount code is required',
    startsAt: 'Please choose a day and a time.',
  })
  expect(readDiscount({ ...values, isActive: 'false' })).toMatchObject({
    edit: { isActive: false },
  })
})

test('the form of a code shows the stored values, and no value for free shipping', () => {
  expect(discountValues(null)).toEqual({
    code: '',
    type: 'percentage',
    value: '',
    minimumAmount: '',
    maximumUses: '',
    startsAt: '',
    expiresAt: '',
    isActive: 'true',
  })
  const code = {
    code: 'TEN',
    value: 10,
    isActive: false,
    minimumAmount: 5,
    maximumUses: 3,
    startsAt: new Date('2026-11-20T06:00Z'),
    expiresAt: new Date('2026-11-21T06:00Z'),
  }
  expect(discountValues({ ...code, type: 'fixed' })).toEqual({
    code: 'TEN',
    type: 'fixed',
    value: '10',
    minimumAmount: '5',
    maximumUses: '3',
    startsAt: '2026-11-20T08:00',
    expiresAt: '2026-11-21T08:00',
    isActive: 'false',
  })
  expect(discountValues({ ...code, type: 'free_shipping' }).value).toBe('')
})

test('blanks around a code’s number or time are ignored', () => {
  const read = readDiscount({
    ...discountValues(null),
    code: 'A',
    value: '\ufeff5 ',
    startsAt: ' 2026-11-20T08:00',
    expiresAt: '2026-11-20T08:00 ',
  })
  expect(read).toEqual({ ok: false, errors: { expiresAt: 'It must expire after it starts.' } })
})

test('a correction reports its errors, and only a count requires the number that was shown', () => {
  const check = (change: object) => {
    const checked = checkAdjustment({
      reason: 'counted',
      units: '5',
      note: '',
      seen: '4',
      ...change,
    })
    return checked.ok ? checked.adjustment.difference : checked.errors
  }
  for (const seen of ['', 'x4', '4x'])
    expect(check({ seen })).toEqual({ units: expect.stringMatching(/./) as string })
  expect(check({ reason: 'found', seen: '' })).toBe(5)
  expect(check({ note: 'n'.repeat(LONGEST_NOTE) })).toBe(1)
  expect(check({ note: 'n'.repeat(LONGEST_NOTE + 1) })).toEqual({
    note: 'Please use at most 200 characters.',
  })
  expect(check({ reason: '', units: '5' })).toEqual({ reason: 'Please choose a reason.' })
})

test('staff may set an order back to pending, which opens a new payment window', () => {
  const order = { status: 'processing' as const, paidAt: null }
  expect(findTransition('staff', order, 'pending')).toMatchObject({ opensWindow: true })
  expect(findTransition('staff', { ...order, status: 'cancelled' }, 'shipped')?.answers).toEqual([
    'paid-late',
    'paid-without-stock',
  ])
  expect(findTransition('payment', order)?.to).toBe('processing')
})

test('a payment for a waiting sale sells what it has reserved', () => {
  const { payment } = SALE_TRANSITIONS
  expect(payment.pending).toEqual({
    to: 'completed',
    stock: 'sell',
    cash: 'keep',
    credit: 'keep',
    review: null,
  })
  expect(payment.completed.cash).toBe('keep')
})

test('a time with a prefix is invalid', () => {
  expect(readLocalTime('x2026-11-20T00:30')).toBeNull()
  expect(formatDate('2026-11-20T12:00Z')).toBe('Nov 20, 2026')
})
