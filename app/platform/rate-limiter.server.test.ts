import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { useShop } from '../../tests/support/shop.ts'
import { rateLimits } from '../db/tables.server.ts'
import { openRateLimiter } from './rate-limiter.server.ts'

const shop = useShop()
const RULE = { max: 2, windowSeconds: 900 }
const KEY = 'sign-in chisomo@example.com'
const take = () => openRateLimiter(shop.db, 1).take(KEY, RULE)
const exhaust = async () => {
  for (let n = 0; n < 3; n += 1) await take()
}
/** As if the last window had started so many minutes from now. */
const moveWindow = (minutes: number) =>
  shop.db
    .update(rateLimits)
    .set({ lastRequest: sql`${rateLimits.lastRequest} + ${minutes * 60_000}` })
    .where(eq(rateLimits.key, KEY))

test('a limit that is reached says when to retry, and ends at that time', async () => {
  await exhaust()
  const refused = await take()
  expect(refused.allowed).toBe(false)
  expect(refused.retryAfter).toBeGreaterThan(890)
  expect(refused.retryAfter).toBeLessThanOrEqual(900)
  await moveWindow(-10)
  expect((await take()).retryAfter).toBeLessThanOrEqual(300)
  await moveWindow(-5)
  expect(await take()).toEqual({ allowed: true, retryAfter: 0 })
})

test('a machine whose clock is days ahead or behind counts with all others', async () => {
  const real = Date.now()
  const clock = vi.spyOn(Date, 'now')
  for (const days of [3, -3, 0]) {
    clock.mockReturnValue(real + days * 86_400_000)
    await take()
  }
  clock.mockRestore()
  const [row] = await shop.db.select().from(rateLimits).where(eq(rateLimits.key, KEY))
  expect(row?.count).toBe(3)
  expect(Math.abs((row?.lastRequest ?? 0) - real)).toBeLessThan(600_000)
})

test('a window started by a clock that was ahead locks nobody out once the clock is set back', async () => {
  await exhaust()
  await moveWindow(3 * 24 * 60)
  expect((await take()).allowed).toBe(true)
  expect((await take()).allowed).toBe(true)
  expect((await take()).allowed).toBe(false)
})

test('simultaneous uses of a rate limit are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, take))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(2)
})
