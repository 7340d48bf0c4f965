import { expect, test } from 'vitest'
import { aUser } from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { rateLimits, sessions, verifications } from '../../db/tables.server.ts'
import { tidyUp } from './tidy-up.ts'

const shop = useShop()

test('what has run out is gone, what still counts stays', async () => {
  const { userId } = await aUser(shop)
  const day = 24 * 3600 * 1000
  const [past, future] = [new Date(Date.now() - day), new Date(Date.now() + day)]
  for (const expiresAt of [past, future]) {
    await shop.db.insert(sessions).values({ userId, token: `${expiresAt.getTime()}`, expiresAt })
    await shop.db.insert(verifications).values({ identifier: 'x', value: 'y', expiresAt })
  }
  await shop.db.insert(rateLimits).values([
    { key: 'old', count: 1, lastRequest: Date.now() - 2 * day },
    { key: 'new', count: 1, lastRequest: Date.now() },
    { key: 'pin ever someone', count: 60, lastRequest: Date.now() - 300 * day },
    { key: 'pin ever another', count: 60, lastRequest: Date.now() - 370 * day },
  ])
  await tidyUp(shop)
  expect((await shop.db.select().from(sessions)).map((row) => row.expiresAt)).toEqual([future])
  expect(await shop.db.$count(verifications)).toBe(1)
  expect((await shop.db.select().from(rateLimits)).map((row) => row.key)).toEqual([
    'new',
    'pin ever someone',
  ])
})
