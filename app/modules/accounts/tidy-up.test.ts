import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  orders,
  profiles,
  rateLimits,
  sessions,
  users,
  verifications,
} from '../../db/tables.server.ts'
import { tidyUp } from './tidy-up.ts'

const shop = useShop()

test('expired sessions and tokens are deleted, and valid ones stay', async () => {
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
  expect(
    (await shop.db.select().from(rateLimits).orderBy(rateLimits.key)).map((row) => row.key),
  ).toEqual(['new', 'pin ever someone'])
})

test('an unconfirmed account is deleted after a week, and no other account is', async () => {
  const signUp = async (days: number, isConfirmed = false) => {
    const { userId } = await aUser(shop)
    await shop.db
      .update(users)
      .set({
        emailVerified: isConfirmed,
        createdAt: sql`now() - make_interval(hours => ${days * 24 + 1})`,
      })
      .where(eq(users.id, userId))
    return userId
  }
  const forgotten = await signUp(7)
  const young = await signUp(6)
  const confirmed = await signUp(700, true)
  const invited = await signUp(8)
  await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, invited))
  // Signed up for once more yesterday: the link in that email works.
  const again = await signUp(30)
  const asked = await signUp(30)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await shop.db.insert(verifications).values([
    { identifier: 'a', value: `confirm-email ${again}`, expiresAt },
    { identifier: 'b', value: asked, expiresAt },
  ])
  // Cannot happen by the shop's own acts; if it did, the order would count for more.
  const buyer = await signUp(30, true)
  await aPaidOrder(shop, buyer, [{ product: await aProduct(shop) }])
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, buyer))
  await tidyUp(shop)
  const left = (await shop.db.select({ id: users.id }).from(users)).map(({ id }) => id)
  expect(left).not.toContain(forgotten)
  expect(left.sort()).toEqual([young, confirmed, invited, again, asked, buyer].sort())
  expect(await shop.db.$count(orders)).toBe(1)
})
