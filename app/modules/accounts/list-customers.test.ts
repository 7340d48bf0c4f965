import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPendingOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { addresses, profiles, users } from '../../db/tables.server.ts'
import { findCustomer, listCustomerAddresses, listLatestOrders } from './find-customer.ts'
import { countCustomers, listAndCountCustomers, listCustomers } from './list-customers.ts'

const shop = useShop()
const asked = {
  search: '',
  role: null,
  sort: 'joined',
  direction: 'desc',
  after: null,
  limit: 25,
} as const
type Query = Parameters<typeof listCustomers>[1]
const names = async (change: Partial<Query> = {}) =>
  (await listCustomers(shop.db, { ...asked, ...change })).rows.map(({ fullName }) => fullName)

async function join(name: string | null, email: string, days: number, phone?: string) {
  const [user] = await shop.db
    .insert(users)
    .values({ name: name ?? '', email })
    .returning()
  if (!user) throw new Error('no user')
  await shop.db
    .update(profiles)
    .set({
      fullName: name,
      phone: phone ?? null,
      createdAt: new Date(Date.UTC(2026, 0, 1 + days)),
    })
    .where(eq(profiles.userId, user.id))
  return user.id
}

beforeEach(async () => {
  await join('Chisomo Banda', 'chisomo@example.com', 1, '+265991234567')
  await join('Mayeso 100% Phiri', 'mp@shop.mw', 2)
  await join(null, 'nameless@example.com', 3, '+265888765432')
})

test('everyone with an account is listed, newest first or by name', async () => {
  expect(await names()).toEqual([null, 'Mayeso 100% Phiri', 'Chisomo Banda'])
  expect(await names({ sort: 'name', direction: 'asc' })).toEqual([
    null,
    'Chisomo Banda',
    'Mayeso 100% Phiri',
  ])
  expect(await countCustomers(shop.db, asked)).toBe(3)
})

test('the number of customers follows the search and the role, and is the same on every page', async () => {
  const count = (change: Partial<Query>) => countCustomers(shop.db, { ...asked, ...change })
  expect(await count({ search: 'example' })).toBe(2)
  expect(await count({ search: 'nobody' })).toBe(0)
  expect(await count({ role: 'customer' })).toBe(3)
  expect(await count({ role: 'cashier' })).toBe(0)
  expect(await count({ role: 'cashier', search: 'example' })).toBe(0)
})

test('a page and the count read together equal those read separately', async () => {
  const both = (change: Partial<Query>) => listAndCountCustomers(shop.db, { ...asked, ...change })
  const first = { search: 'example', limit: 1 }
  const { page, count } = await both(first)
  expect(count).toBe(2)
  expect(page).toEqual(await listCustomers(shop.db, { ...asked, ...first }))
  const second = { ...first, after: page.next }
  expect(await both(second)).toEqual({
    page: await listCustomers(shop.db, { ...asked, ...second }),
    count: 2,
  })
  expect(await both({})).toEqual({ page: await listCustomers(shop.db, asked), count: 3 })
})

test('customers are found by a part of the name, email or phone, in whatever format the phone is typed', async () => {
  expect(await names({ search: 'ISOMO' })).toEqual(['Chisomo Banda'])
  expect(await names({ search: 'shop.mw' })).toEqual(['Mayeso 100% Phiri'])
  for (const search of ['0991 234 567', '+265 991 234', '991234', '(0991) 234-567'])
    expect(await names({ search }), search).toEqual(['Chisomo Banda'])
  expect(await names({ search: '100%' })).toEqual(['Mayeso 100% Phiri'])
  expect(await names({ search: '%%%' })).toEqual([])
  expect(await names({ search: 'example' })).toEqual([null, 'Chisomo Banda'])
  expect(await names({ search: 'nobody' })).toEqual([])
})

test('the list is filtered by role, and searched within it', async () => {
  await shop.db
    .update(profiles)
    .set({ role: 'cashier' })
    .where(eq(profiles.fullName, 'Chisomo Banda'))
  expect(await names({ role: 'cashier' })).toEqual(['Chisomo Banda'])
  expect(await names({ role: 'cashier', search: 'phiri' })).toEqual([])
  expect(await names({ role: 'customer' })).toEqual([null, 'Mayeso 100% Phiri'])
})

test('pages list every customer once in either order, including those without a name', async () => {
  for (let n = 0; n < 12; n += 1) await join(n % 3 ? 'Same Name' : null, `p${n}@example.com`, 9)
  for (const search of ['', 'example'])
    for (const sort of ['joined', 'name'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const seen: string[] = []
        let after: string | null = null
        do {
          const page: Awaited<ReturnType<typeof listCustomers>> = await listCustomers(shop.db, {
            ...asked,
            search,
            sort,
            direction,
            after,
            limit: 4,
          })
          seen.push(...page.rows.map(({ id }) => id))
          after = page.next
        } while (after && seen.length < 100)
        expect(seen).toHaveLength(search ? 14 : 15)
        expect(new Set(seen).size).toBe(seen.length)
      }
})

test("a customer's page shows their details, latest ten orders and addresses", async () => {
  const { userId } = await aUser(shop)
  const other = await aUser(shop)
  const product = await aProduct(shop, { stock: 50 })
  for (let n = 0; n < 11; n += 1) await aPendingOrder(shop, userId, [{ product }])
  await aPendingOrder(shop, other.userId, [{ product }])
  const address = {
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '+265991234567',
    city: 'Zomba',
    district: 'Zomba',
  }
  await shop.db.insert(addresses).values([
    { ...address, userId, addressLine1: 'Plot 1' },
    { ...address, userId, addressLine1: 'Plot 2', isDefault: true },
    { ...address, userId: other.userId, addressLine1: 'Plot 9' },
  ])
  expect(await findCustomer(shop.db, userId)).toMatchObject({ role: 'customer', phone: null })
  const latest = await listLatestOrders(shop.db, userId)
  expect(latest).toHaveLength(10)
  expect([...latest].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())).toEqual(latest)
  expect(await listCustomerAddresses(shop.db, userId)).toMatchObject([
    { addressLine1: 'Plot 2', isDefault: true, type: 'shipping' },
    { addressLine1: 'Plot 1', isDefault: false },
  ])
  expect(await findCustomer(shop.db, '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11')).toBeUndefined()
})
