import { expect, test } from 'vitest'
import {
  BY_RIDER_LINK,
  differenceOf,
  ERASED_PERSON,
  SECOND_STEP_DEMAND,
  UNREADABLE_EVENT,
  WITHOUT_ACCOUNT,
} from './audit.ts'

test('the log of an edit keeps the fields that differ, with old and new values', () => {
  const before = { code: 'TEN', value: 10, tags: ['a'], minimum: null }
  const after = { code: 'TEN', value: 20, tags: ['a'], minimum: 500 }
  expect(differenceOf(before, after)).toEqual({
    before: { value: 10, minimum: null },
    after: { value: 20, minimum: 500 },
  })
})

test('a list in another order or with another entry differs; undefined and null are equal', () => {
  expect(differenceOf({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual({
    before: { tags: ['a', 'b'] },
    after: { tags: ['b', 'a'] },
  })
  expect(differenceOf({ a: null, b: undefined }, {})).toEqual({ before: {}, after: {} })
  expect(differenceOf({ a: 1 }, {})).toEqual({ before: { a: 1 }, after: { a: null } })
  expect(differenceOf({}, { a: 1 })).toEqual({ before: { a: null }, after: { a: 1 } })
})

test('the audit entry of a created or deleted row has all of it', () => {
  expect(differenceOf(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } })
  expect(differenceOf({ a: 1 }, null)).toEqual({ before: { a: 1 }, after: null })
  expect(differenceOf(null, null)).toEqual({ before: null, after: null })
})

test('old log entries keep their names: the labels stored in them never change', () => {
  expect([
    SECOND_STEP_DEMAND,
    ERASED_PERSON,
    UNREADABLE_EVENT,
    WITHOUT_ACCOUNT,
    BY_RIDER_LINK,
  ]).toEqual([
    'second-step-demand',
    'erased-person',
    'unreadable-till-event',
    'without-account',
    'link',
  ])
})
