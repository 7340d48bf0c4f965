import { expect, test } from 'vitest'
import {
  DRAFT_FIELDS,
  EMPTY_DRAFT,
  isReachable,
  PAY_WITHIN_HOURS,
  PHONE_DOMAIN,
  readPayHours,
} from './order-draft.ts'

test('a new draft has every field empty, and a day for its payment', () => {
  expect(DRAFT_FIELDS).toEqual([
    'firstName',
    'lastName',
    'phone',
    'email',
    'address',
    'city',
    'district',
    'delivery',
    'code',
    'notes',
    'hours',
  ])
  const empty = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '']))
  expect(EMPTY_DRAFT).toEqual({ ...empty, hours: '24' })
})

test('staff choose from one hour to three days for the payment', () => {
  expect(PAY_WITHIN_HOURS).toEqual([1, 4, 24, 48, 72])
  expect(['1', '72', '', '2', '24.0'].map(readPayHours)).toEqual([1, 72, 24, 24, 24])
})

test('the customer of a phone order without an email cannot be reached by one', () => {
  expect(PHONE_DOMAIN).toBe('phone.invalid')
  expect(
    ['', `a@${PHONE_DOMAIN}`, 'a@b.mw', `a@not-${PHONE_DOMAIN}`, `${PHONE_DOMAIN}@b.mw`].map(
      isReachable,
    ),
  ).toEqual([false, false, true, true, true])
})
