import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { unreadableTillEvents } from '../../../db/tables.server.ts'
import { deleteOldUnreadable, holdsUnread } from './delete-old-events.ts'

const shop = useShop()
let cashierId: string
const why = { code: 'unreadable', path: 'kind', problem: 'invalid_union' } as const

beforeEach(async () => {
  cashierId = (await aUser(shop, 'cashier')).userId
})

test('an unreadable till event is found by a phone number, in whatever way it is written', async () => {
  const keep = (id: string, body: unknown) =>
    shop.db.insert(unreadableTillEvents).values({
      id,
      sentBy: cashierId,
      body,
      why,
    })
  const holds = (...phones: string[]) => shop.db.transaction((db) => holdsUnread(db, phones))
  // Within a longer number it is another one.
  await keep('zero', { note: 'call 90991234567' })
  await keep('one', { kind: 'odd', sale: { customerPhone: '+265 (0) 991-234 567' } })
  expect(await holds()).toBe(false)
  expect(await holds('0881234567')).toBe(false)
  expect(await holds('0881234567', '0991234567')).toBe(true)
  await keep('two', { note: 'call 01770123' })
  expect(await holds('01 770 123')).toBe(true)
  expect(await holds('Mary 0991234567')).toBe(false)
  await keep('three', { customerPhone: 'Mary 0991234567' })
  expect(await holds('Mary 0991234567')).toBe(true)
  expect(await holds('0991234568')).toBe(false)
})

test('an unreadable till event is deleted after seven years', async () => {
  const years = (n: number) => new Date(Date.now() - n * 366 * 86_400_000)
  await shop.db.insert(unreadableTillEvents).values(
    [6, 8, 9].map((n) => ({
      id: `${n} years`,
      sentBy: cashierId,
      body: {},
      why,
      receivedAt: years(n),
    })),
  )
  expect(await deleteOldUnreadable(shop.db, 1)).toBe(1)
  expect(await deleteOldUnreadable(shop.db, 5)).toBe(1)
  const kept = await shop.db.select().from(unreadableTillEvents)
  expect(kept.map(({ id }) => id)).toEqual(['6 years'])
})
