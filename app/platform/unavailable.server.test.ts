import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.server.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  '08006',
  '53300',
  '57P01',
  '57014',
  '25P03',
  '25006',
  'ECONNRESET',
  'ENOSPC',
  'QUEUE_FULL',
])('an error with the code %s is temporary, also as the cause of another one', (code) => {
  expect(isUnavailable(coded(code))).toBe(true)
  expect(isUnavailable(new Error('Failed query', { cause: coded(code) }))).toBe(true)
})

test('a connection that was cut is temporary, and so is one of several errors', () => {
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(new AggregateError([coded('ECONNREFUSED'), new Error('other')]))).toBe(true)
  expect(isUnavailable(coded('ENOENT', { syscall: 'connect' }))).toBe(true)
})

test.each(['23505', '23514', '42601', '42P01', '22001'])(
  'an error with the code %s is a bug',
  (code) => {
    expect(isUnavailable(coded(code))).toBe(false)
  },
)

test('any other error and a missing file are a bug', () => {
  expect(isUnavailable(new Error('no such field'))).toBe(false)
  expect(isUnavailable(coded('ENOENT', { syscall: 'open' }))).toBe(false)
  expect(isUnavailable('57014')).toBe(false)
})
