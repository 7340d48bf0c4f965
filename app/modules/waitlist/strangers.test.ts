import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { products, waitlistRequests } from '../../db/tables.server.ts'
import { MOST_WAITED_FOR } from '../../rules/waitlist/waitlist.ts'
import { exportAccount } from '../privacy/export-account.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { markNotified } from './mark-notified.ts'
import { notifyWaiting } from './notify-waiting.ts'

const shop = useShop()
type WaitlistForm = Partial<Parameters<typeof joinWaitlist>[1]>
const join = (product: TestProduct, asked: WaitlistForm) =>
  joinWaitlist(shop, {
    variantId: product.variantId,
    email: '',
    phone: '',
    userId: null,
    ip: '10.1.2.3',
    ...asked,
  })
let dress: TestProduct
beforeEach(async () => {
  dress = await aProduct(shop, { name: 'Dress', stock: 0 })
})

test('a stranger who joins the waitlist with another person’s phone number learns nothing about them', async () => {
  const mary = await aUser(shop)
  const stranger = await aUser(shop)
  const phone = '0991234567'
  await join(dress, { ...mary, phone })
  const [row] = await shop.db
    .select()
    .from(waitlistRequests)
    .where(eq(waitlistRequests.phone, '+265991234567'))
  await markNotified(shop.db, await anAdmin(shop), row?.id ?? '', true)
  await join(dress, { ...stranger, phone })
  const file = await exportAccount(shop.db, stranger.userId, new Date())
  expect(file?.waits_for.find((one) => one.phone)?.consents).toHaveLength(1)
})

test('a stranger cannot fill the waitlist of an address without an account', {
  tags: 'slow',
}, async () => {
  const email = 'mary@example.com'
  for (let n = 0; n < MOST_WAITED_FOR; n += 1)
    await join(await aProduct(shop, { stock: 0 }), { email, ip: `10.1.${n}.1` })
  await join(dress, { email })
  expect(
    await shop.db.$count(waitlistRequests, eq(waitlistRequests.variantId, dress.variantId)),
  ).toBe(1)
})

test('a waiting customer is notified when the product is no longer tracked', async () => {
  await join(dress, await aUser(shop))
  await shop.db
    .update(products)
    .set({ trackInventory: false })
    .where(eq(products.id, dress.productId))
  await notifyWaiting(shop)
  const [row] = await shop.db.select().from(waitlistRequests)
  expect(row?.toldAt).not.toBeNull()
})
