import { expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { findLatestTrial, settleTrial, tryKeys } from './key-trials.ts'

const shop = useShop()

test('the provider is asked about a trial of the keys at most thirty times in ten minutes', async () => {
  const { userId } = await aUser(shop, 'super_admin')
  let asked = 0
  const verify = async () => {
    asked += 1
    return { state: 'pending', report: { code: 'not-paid-yet' } } as const
  }
  const asking = {
    ...shop,
    payments: { ...shop.payments, verify },
    rateLimiter: openRateLimiter(shop.db, 1),
  }
  await tryKeys(asking, { userId, ip: '10.0.0.1', role: 'super_admin' })
  const { reference = '' } = (await findLatestTrial(shop.db)) ?? {}
  for (let n = 1; n <= 35; n += 1) expect(await settleTrial(asking, reference)).toBe(true)
  expect(asked).toBe(30)
})
