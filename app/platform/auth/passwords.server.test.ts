import { scrypt } from 'node:crypto'
import { hashPassword as hashAsBefore } from 'better-auth/crypto'
import { expect, test, vi } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './passwords.server.ts'

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>()
  return { ...real, scrypt: vi.fn(real.scrypt) }
})
const spent = () =>
  vi
    .mocked(scrypt)
    .mock.calls.map(
      ([, , , rule]) => rule as { cost: number; blockSize: number; parallelization: number },
    )
    .reduce((sum, rule) => sum + rule.cost * rule.blockSize * rule.parallelization, 0)

const PASSWORD = 'moyo wabwino'

test('a password is hashed by scrypt with at least OWASP’s parameters and its own salt, and the hash records them', async () => {
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

test('a password matches in every Unicode composition of its characters', async () => {
  const hash = await hashPassword('caf\u00e9 wabwino')
  expect(await verifyPassword({ hash, password: 'cafe\u0301 wabwino' })).toBe(true)
})

test('a hash with older parameters is verified with them, and is reported as outdated', async () => {
  const before = await hashAsBefore(PASSWORD)
  expect(await verifyPassword({ hash: before, password: PASSWORD })).toBe(true)
  expect(await verifyPassword({ hash: before, password: 'another' })).toBe(false)
  expect(isOutdated(before)).toBe(true)
  const weaker = (await hashPassword(PASSWORD)).replace(':16384:', ':1024:')
  expect(await verifyPassword({ hash: weaker, password: PASSWORD })).toBe(false)
  expect(isOutdated(weaker)).toBe(true)
})

test('verifying a hash with older parameters takes as long as one of today, so that the time of a refusal reveals nothing', async () => {
  const today = await hashPassword(PASSWORD)
  vi.mocked(scrypt).mockClear()
  await verifyPassword({ hash: today, password: 'another' })
  const ofToday = spent()
  const before = await hashAsBefore(PASSWORD)
  vi.mocked(scrypt).mockClear()
  await verifyPassword({ hash: before, password: 'another' })
  // The library's own part is not seen here.
  expect(spent() + 2 ** 14 * 16).toBe(ofToday)
})

test('at most a hundred passwords wait while one is hashed', async () => {
  const started: (() => void)[] = []
  vi.mocked(scrypt).mockImplementation((_password, _salt, length, _rule, done) => {
    started.push(() => done(null, Buffer.alloc(length)))
  })
  const asked = Array.from({ length: 102 }, () =>
    hashPassword(PASSWORD).then(String, (error) => error),
  )
  expect(await asked[101]).toMatchObject({ code: 'QUEUE_FULL' })
  for (let n = 0; n < 101; n += 1) {
    await vi.waitFor(() => expect(started).toHaveLength(n + 1), { interval: 1 })
    started[n]?.()
    expect(await asked[n]).toMatch(/^scrypt:/)
  }
  // The next one is taken again.
  const next = hashPassword(PASSWORD)
  await vi.waitFor(() => expect(started).toHaveLength(102))
  started[101]?.()
  expect(await next).toMatch(/^scrypt:/)
})
