import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ADDRESS, aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { users } from '../../db/tables.server.ts'

const shop = useShop()

test.each([
  ['the buyer of a gift, not who gets it', { name: 'Mary Phiri' }, 'Hello Mary,'],
  [
    'by the order of an account that nobody has confirmed',
    { emailVerified: false },
    'Hello Thoko,',
  ],
  ['by the order of an account without a name', { name: '' }, 'Hello Thoko,'],
])('the email of an order greets %s', async (_, account, greeting) => {
  const { userId } = await aUser(shop)
  await shop.db.update(users).set(account).where(eq(users.id, userId))
  const shippingAddress = { ...ADDRESS, firstName: 'Thoko' }
  await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }], {
    firstName: 'Thoko',
    shippingAddress,
  })
  const { rows } = await shop.db.execute(
    sql`select data ->> 'greeting' as greeting from pgboss.job where name = 'send-email'`,
  )
  expect(rows).toEqual([{ greeting }])
})
