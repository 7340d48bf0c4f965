import { hashPassword as hashAsBefore } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './passwords.server.ts'

const PASSWORD = 'moyo wabwino'

test('a password is hashed by scrypt with at least what OWASP asks for, with a salt of its own, and the hash says so', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(one).not.toBe(other)
  const [, cost, blockSize, parallelization, salt, key] = one.split(':')
  // What OWASP takes for the equal of 2^17, 8, 1 with less memory.
  expect([cost, blockSize, parallelization].map(Number)).toEqual([2 ** 14, 8, 5])
  expect(Buffer.from(salt ?? '', 'base64url')).toHaveLength(16)
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32)
  expect(await verifyPassword({ hash: one, password: PASSWORD })).toBe(true)
  expect(await verifyPassword({ hash: one, password: `${PASSWORD}.` })).toBe(false)
  expect(isOutdated(one)).toBe(false)
})

test('a password is the same however its letters are put together', async () => {
  const hash = await hashPassword('caf\u00e9 wabwino')
  expect(await verifyPassword({ hash, password: 'cafe\u0301 wabwino' })).toBe(true)
})

test('a hash of an earlier rule is verified by that rule, and is outdated', async () => {
  const before = await hashAsBefore(PASSWORD)
  expect(await verifyPassword({ hash: before, password: PASSWORD })).toBe(true)
  expect(await verifyPassword({ hash: before, password: 'another' })).toBe(false)
  expect(isOutdated(before)).toBe(true)
  const weaker = (await hashPassword(PASSWORD)).replace(':16384:', ':1024:')
  expect(await verifyPassword({ hash: weaker, password: PASSWORD })).toBe(false)
  expect(isOutdated(weaker)).toBe(true)
})
