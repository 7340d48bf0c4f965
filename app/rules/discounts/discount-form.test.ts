import { expect, test } from 'vitest'
import { readDiscount } from './discount-form.ts'
import type { DiscountValues } from './discount-values.ts'

const typed = (change: Partial<DiscountValues> = {}): DiscountValues => ({
  code: 'ten',
  type: 'percentage',
  value: '10',
  minimumAmount: '',
  maximumUses: '',
  startsAt: '',
  expiresAt: '',
  isActive: 'true',
  ...change,
})
const read = (change: Partial<DiscountValues>) => {
  const answer = readDiscount(typed(change))
  return answer.ok ? answer.edit : answer.errors
}

test('a code becomes upper case', () => {
  expect(read({ code: ' summer-24 ' })).toEqual({
    code: 'SUMMER-24',
    type: 'percentage',
    value: 10,
    minimumAmount: null,
    maximumUses: null,
    startsAt: null,
    expiresAt: null,
    isActive: true,
  })
})

test('a code and a value are required, and no value takes off more than everything', () => {
  expect(read({ code: '   ' })).toEqual({ code: 'Discount code is required' })
  for (const value of ['', '0', '-5', 'ten'])
    expect(read({ value }), value).toEqual({ value: 'Discount value must be greater than 0' })
  expect(read({ value: '101' })).toEqual({ value: 'Percentage discount cannot exceed 100%' })
  expect(read({ value: '100' })).toMatchObject({ value: 100 })
  expect(read({ type: 'fixed', value: '5000' })).toMatchObject({ value: 5000 })
  expect(read({ code: '', value: '' })).toEqual({
    code: 'Discount code is required',
    value: 'Discount value must be greater than 0',
  })
})

test('an amount or a time of a code may have blanks around it', () => {
  expect(read({ value: ' 10 ', minimumAmount: ' 500 ' })).toMatchObject({
    value: 10,
    minimumAmount: 500,
  })
  expect(read({ startsAt: ' 2026-12-02T10:00 ', expiresAt: ' 2026-12-01T10:00 ' })).toMatchObject({
    expiresAt: expect.stringMatching(/./),
  })
})

test('all errors of a code are shown at once, dates beside value', () => {
  expect(read({ value: '0', startsAt: '2026-02-30T10:00', minimumAmount: '0.5' })).toMatchObject({
    startsAt: 'Please choose a day and a time.',
    minimumAmount: 'Please use whole kwacha.',
  })
})

test('a value with half a kwacha is refused', () => {
  expect(read({ type: 'fixed', value: '0.5' })).toEqual({ value: 'Please use whole kwacha.' })
  expect(read({ value: '2.5' })).toEqual({ value: 'Please use whole percent.' })
  expect(read({ maximumUses: '1.5' })).toEqual({ maximumUses: 'Please use a whole number.' })
  expect(read({ type: 'fixed', value: '1e12' })).toEqual({
    value: 'Please use at most 1,000,000,000.',
  })
})

test('a minimum or a number of uses of 0 or less means none', () => {
  expect(read({ minimumAmount: '0', maximumUses: '-1' })).toMatchObject({
    minimumAmount: null,
    maximumUses: null,
  })
  expect(read({ minimumAmount: '20000', maximumUses: '3' })).toMatchObject({
    minimumAmount: 20_000,
    maximumUses: 3,
  })
})

test('a limit that is not a number is refused instead of ignored', () => {
  for (const text of ['5,000', 'MK 5000', 'NaN', '1e999'])
    expect(read({ minimumAmount: text, maximumUses: text }), text).toEqual({
      minimumAmount: 'Please use whole kwacha.',
      maximumUses: 'Please use a whole number.',
    })
})

test('free shipping needs no value', () => {
  for (const value of ['', '0', '500'])
    expect(read({ type: 'free_shipping', value })).toMatchObject({
      type: 'free_shipping',
      value: 1,
    })
})

test('dates are in the shop’s local time, the end after the start', () => {
  expect(read({ startsAt: '2026-11-20T08:00', expiresAt: '2026-11-20T08:00' })).toEqual({
    expiresAt: 'It must expire after it starts.',
  })
  expect(read({ expiresAt: '2026-11-20T08:00' })).toMatchObject({
    startsAt: null,
    expiresAt: new Date('2026-11-20T06:00:00Z'),
  })
})

test('a code that nobody could type is refused', () => {
  expect(read({ code: 'TWO WORDS' })).toMatchObject({ code: expect.stringContaining('no spaces') })
  expect(read({ code: 'A\u200bB' })).toMatchObject({ code: expect.stringContaining('no spaces') })
  expect(read({ code: 'X'.repeat(51) })).toEqual({ code: 'Please use at most 50 characters.' })
  expect(read({ type: 'gift' })).toEqual({ type: 'Please choose a type.' })
})
