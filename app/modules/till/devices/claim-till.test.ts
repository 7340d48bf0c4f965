import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/ladder.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, tills } from '../../../db/tables.server.ts'
import { openRateLimiter } from '../../../platform/rate-limiter.server.ts'
import { claimTill, renameTill } from './claim-till.ts'

const shop = useShop()
let boss: { userId: string; ip: string; role: 'admin' }
let tillId: string

const claim = (name: string, deviceId = randomUUID()) =>
  claimTill(shop, boss, { name, deviceId, takeOver: false })
const rename = (name: string) => renameTill(shop.db, boss, { tillId, name })

beforeEach(async () => {
  boss = { ...(await aUser(shop, 'admin')), ip: '10.0.0.1', role: 'admin' }
  const front = await claim('Front counter')
  if (!front.ok) throw new Error(front.reason)
  tillId = front.till.id
})
afterEach(() => {
  shop.rateLimiter = openRateLimiter(shop.db, 100_000)
})

test('a till is given another name, and the log tells both', async () => {
  expect(await rename('By the door')).toEqual({
    ok: true,
    till: { id: tillId, name: 'By the door' },
  })
  const [till] = await shop.db.select().from(tills).where(eq(tills.id, tillId))
  expect(till?.name).toBe('By the door')
  const line = (await shop.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)
  expect(line).toMatchObject({
    action: 'edited',
    entity: 'till',
    byUser: boss.userId,
    before: { name: 'Front counter' },
    after: { name: 'By the door' },
  })
})

test('a till renamed twice by one form, whose answer was lost, is renamed once', async () => {
  await rename('By the door')
  const lines = await shop.db.$count(auditLog)
  expect(await rename('By the door')).toMatchObject({ ok: true })
  expect(await shop.db.$count(auditLog)).toBe(lines)
})

test('no two tills are called alike, in large letters or small; its own name in large ones is another', async () => {
  await claim('Back room')
  expect(await rename('BACK ROOM')).toMatchObject({ reason: 'till-name-taken' })
  expect(await rename('FRONT COUNTER')).toMatchObject({ ok: true })
})

test('two that want one name at once: one has it', async () => {
  const back = await claim('Back room')
  if (!back.ok) throw new Error(back.reason)
  const done = await Promise.all([
    rename('Door'),
    renameTill(shop.db, boss, { tillId: back.till.id, name: 'door' }),
  ])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a cashier renames none, and a till that was given up has no name to change', async () => {
  const cashier = { ...boss, role: 'cashier' as const }
  expect(await renameTill(shop.db, cashier, { tillId, name: 'Mine' })).toMatchObject({
    reason: 'till-rename-denied',
  })
  await shop.db.update(tills).set({ retiredAt: shop.now() })
  expect(await rename('Gone')).toMatchObject({ reason: 'not-found' })
})

test('new tills are few in an hour; one that is there is claimed as before', async () => {
  shop.rateLimiter = openRateLimiter(shop.db, 1)
  for (let n = 0; n < 9; n += 1) expect(await claim(`Till ${n}`)).toMatchObject({ ok: true })
  expect(await claim('One more')).toMatchObject({ reason: 'too-many-attempts' })
  await shop.db.update(tills).set({ deviceId: null })
  expect(await claim('Till 3')).toMatchObject({ ok: true })
})

test('a new till is refused where the office could not list it any more; one that is there is not', async () => {
  await shop.db
    .insert(tills)
    .values(Array.from({ length: 199 }, (_, n) => ({ name: `Counter ${n}` })))
  expect(await claim('One more')).toMatchObject({ reason: 'till-many' })
  expect(await claim('Counter 7')).toMatchObject({ ok: true })
})
