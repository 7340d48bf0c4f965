import { expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { findCustomer } from './find-customer.ts'
import { keepPhone } from './keep-phone.ts'

const shop = useShop()
const phoneOf = async (userId: string) => (await findCustomer(shop.db, userId))?.phone

test("the first phone number that a customer gives is kept as theirs; a friend's number later does not replace it", async () => {
  const { userId } = await aUser(shop)
  const other = await aUser(shop)
  await keepPhone(shop.db, userId, '+265991234567')
  expect(await phoneOf(userId)).toBe('+265991234567')
  await keepPhone(shop.db, userId, '+265888765432')
  expect(await phoneOf(userId)).toBe('+265991234567')
  expect(await phoneOf(other.userId)).toBeNull()
})
