import { expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { proveIdentity } from './prove-identity.ts'

const shop = useShop()

test('codes of the app are tried at most fifty times a day as a proof of identity; passwords count for themselves', async () => {
  const { userId } = await aUser(shop, 'admin')
  const rateLimiter = openRateLimiter(shop.db, 1)
  const device = { ip: '10.0.0.1', userAgent: null }
  const prove = async (typed: string) => {
    // The quarter of an hour is over.
    await rateLimiter.forget(`proof ${userId}`)
    const person = { userId, sessionId: crypto.randomUUID() }
    return proveIdentity({ ...shop, rateLimiter }, person, { typed, passkey: '' }, device)
  }
  const wrong = { ok: false, reason: 'proof-wrong' }
  for (let n = 1; n <= 50; n += 1) expect(await prove('123 456')).toEqual(wrong)
  expect(await prove('654321')).toMatchObject({ reason: 'too-many-attempts' })
  expect(await prove('not my password')).toEqual(wrong)
})
