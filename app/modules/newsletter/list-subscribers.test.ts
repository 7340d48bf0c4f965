import { beforeEach, describe, expect, test } from 'vitest'
import { useShop } from '../../../tests/support/shop.ts'
import { newsletterSubscribers } from '../../db/tables.server.ts'
import { stateOf } from '../../rules/newsletter/newsletter.ts'
import { listReaders, listSubscribers } from './list-subscribers.ts'

const shop = useShop()
const day = (n: number) => new Date(Date.UTC(2026, 8, n))
const READERS = [
  { email: 'waiting@example.com', createdAt: day(1) },
  { email: 'chisomo@example.com', createdAt: day(2), confirmedAt: day(3) },
  { email: 'amina@example.com', createdAt: day(3), confirmedAt: day(4) },
  { email: 'left@example.com', createdAt: day(4), confirmedAt: day(5), leftAt: day(6) },
  { email: 'left-at-once@example.com', createdAt: day(5), leftAt: day(6) },
]
beforeEach(async () => {
  await shop.db
    .insert(newsletterSubscribers)
    .values(READERS.map((person) => ({ ...person, token: `token-of-${person.email}` })))
})
type Query = Parameters<typeof listSubscribers>[1]
const list = (asked: Partial<Query> = {}) =>
  listSubscribers(shop.db, { search: '', state: null, after: null, limit: 25, ...asked })
const emails = async (asked: Partial<Query>) => (await list(asked)).rows.map(({ email }) => email)

describe('the list of newsletter subscribers', () => {
  test('is ordered newest first, and shows each one’s state', async () => {
    expect(await emails({})).toEqual(READERS.map(({ email }) => email).toReversed())
    expect(await emails({ state: 'confirmed' })).toEqual([
      'amina@example.com',
      'chisomo@example.com',
    ])
    expect(await emails({ state: 'waiting' })).toEqual(['waiting@example.com'])
    expect(await emails({ state: 'left' })).toEqual([
      'left-at-once@example.com',
      'left@example.com',
    ])
    expect((await list()).rows.map(stateOf).toReversed()).toEqual([
      'waiting',
      'confirmed',
      'confirmed',
      'left',
      'left',
    ])
  })

  test('is searched by a part of the address, or by its first two characters', async () => {
    expect(await emails({ search: 'MINA' })).toEqual(['amina@example.com'])
    expect(await emails({ search: '%@example' })).toEqual([])
    expect(await emails({ search: 'AM' })).toEqual(['amina@example.com'])
    expect(await emails({ search: 'mi' })).toEqual([])
  })

  test('is read page by page', async () => {
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, after: first.next })
    expect([...first.rows, ...second.rows].map(({ email }) => email)).toEqual(
      READERS.map(({ email }) => email).toReversed(),
    )
    expect(second.next).toBeNull()
  })

  test('only confirmed subscribers who have not left may get emails', async () => {
    const first = await listReaders(shop.db, { search: '', after: null, limit: 1 })
    expect(first.rows).toEqual([
      {
        email: 'amina@example.com',
        confirmedAt: day(4),
        leavePath: '/newsletter?leave=token-of-amina@example.com',
      },
    ])
    const second = await listReaders(shop.db, { search: '', after: first.next, limit: 1 })
    expect([second.rows[0]?.email, second.next]).toEqual(['chisomo@example.com', null])
  })
})
