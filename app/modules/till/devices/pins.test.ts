import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { givePassword } from '../../../../tests/support/accounts/accounts.ts'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, profiles, tillPins, users } from '../../../db/tables.server.ts'
import { openRateLimiter } from '../../../platform/rate-limiter.server.ts'
import { derivePinKey, sealProof, signApproval } from '../../../rules/till/till-approval.ts'
import { liveProof, sealingKeyOf } from './approval-keys.ts'
import { approve as approveAt, readApproval } from './approve.ts'
import { setPin } from './pins.ts'

const shop = useShop()
const PASSWORD = 'moyo wabwino'
let person: { userId: string; ip: string; role: 'admin' | 'cashier' }
const PIN = '482100'

beforeEach(async () => {
  person = await aStaff('admin')
})
afterEach(() => {
  shop.rateLimiter = openRateLimiter(shop.db, 100_000)
})

async function aStaff(role: 'admin' | 'cashier') {
  const { userId } = await aUser(shop, role)
  await givePassword(shop, { userId }, PASSWORD)
  return { userId, ip: '10.0.0.1', role }
}
const set = (asked: { pin?: string; password?: string; sessionToken?: string }) =>
  setPin(shop, person, { pin: PIN, password: null, sessionToken: null, ...asked })

describe('a PIN is set', () => {
  test('with the account’s password; only a derived key is stored, and it is logged', async () => {
    const done = await set({ password: PASSWORD })
    if (!done.ok) throw new Error(done.reason)
    const [kept] = await shop.db.select().from(tillPins)
    expect(kept).toMatchObject({ userId: person.userId, salt: done.salt })
    expect(kept?.key).toBe(await derivePinKey(PIN, done.salt, done.iterations))
    expect(done.iterations).toBe(600_000)
    const [line] = await shop.db.select().from(auditLog)
    const [user] = await shop.db.select().from(users).where(eq(users.id, person.userId))
    expect(line).toMatchObject({
      action: 'PIN set',
      byUser: person.userId,
      entity: 'person',
      entityId: person.userId,
      label: user?.email,
    })
    expect(JSON.stringify(line)).not.toContain(PIN)
  })
  test('only in a session that has just started', async () => {
    const { internalAdapter } = await shop.auth.$context
    const { token } = await internalAdapter.createSession(person.userId)
    expect(await set({ sessionToken: token })).toMatchObject({ ok: true })
    await shop.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
    const refused = { ok: false, reason: 'pin-password-missing' }
    expect(await set({ sessionToken: token })).toMatchObject(refused)
    const stranger = await aUser(shop)
    const other = await internalAdapter.createSession(stranger.userId)
    expect(await set({ sessionToken: other.token })).toMatchObject(refused)
    expect(await set({})).toMatchObject(refused)
  })
  test('anew, and the old one no longer works; it approves only what its owner may', async () => {
    const first = await set({ password: PASSWORD })
    await shop.db.execute(sql`update till_pins set set_at = now() - interval '1 year'`)
    person = { ...person, role: 'cashier' }
    const second = await set({ pin: '111111', password: PASSWORD })
    if (!first.ok || !second.ok) throw new Error('no PIN')
    expect(second.salt).not.toBe(first.salt)
    expect(second.salt).toMatch(/^[0-9a-f]{32}$/)
    const [kept, ...others] = await shop.db.select().from(tillPins)
    expect(others).toEqual([])
    expect(kept).toMatchObject({
      salt: second.salt,
      key: await derivePinKey('111111', second.salt),
      approves: false,
    })
    expect(kept?.setAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
  test('without a password when the account has none', async () => {
    const { userId } = await aUser(shop, 'cashier')
    person = { userId, ip: '10.0.0.1', role: 'cashier' }
    expect(await set({ password: PASSWORD })).toEqual({ ok: false, reason: 'pin-password' })
    const context = await shop.auth.$context
    const account = { userId, accountId: userId, providerId: 'credential' }
    await context.internalAdapter.createAccount(account)
    expect(await set({ password: PASSWORD })).toEqual({ ok: false, reason: 'pin-password' })
  })
  test.each(['', '123', '123456789', '12a4'])('never as "%s"', async (pin) => {
    expect(await set({ pin, password: PASSWORD })).toMatchObject({
      ok: false,
      reason: 'till-pin-bad',
    })
  })
  test('with more digits by people who approve discounts, because a signed approval can be tried against every short PIN', async () => {
    const short = { pin: '48210', password: PASSWORD }
    expect(await set(short)).toMatchObject({ ok: false, reason: 'till-pin-short' })
    person = await aStaff('cashier')
    expect(await set({ ...short, pin: '4821' })).toMatchObject({ ok: true })
  })
  test('with a limited number of guesses at the password; the right one resets them', async () => {
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    for (let n = 0; n < 4; n += 1)
      expect(await set({ password: `guess ${n}` })).toMatchObject({
        ok: false,
        reason: 'pin-password',
      })
    expect(await set({ password: PASSWORD })).toMatchObject({ ok: true })
    for (let n = 0; n < 5; n += 1)
      expect(await set({ password: 'no' })).toMatchObject({ reason: 'pin-password' })
    expect(await set({ password: PASSWORD })).toEqual({
      ok: false,
      reason: 'too-many-attempts',
      minutes: 15,
    })
    // Somebody else has their own tries.
    person = await aStaff('cashier')
    expect(await set({ password: PASSWORD })).toMatchObject({ ok: true })
  })
})

test('a PIN sealed by a till, and the till’s own key, work in every process and release with the same secret', () => {
  const keys = ['one secret', 'one secret', 'another'].map(sealingKeyOf)
  expect(keys[0]).toBe(
    'BI+9ENYYc+moMxTOeJ8ivYqPT6JsFZ95PPPh5byKgN6vUuZGL2CTBGCWu4ly1ASLCsqVjyRrTtWfguAZOMbdewc=',
  )
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  const id = (n: number) => `5b1f0d1e-0000-4000-8000-00000000000${n}`
  const given = { saleId: id(3), off: 20_000, subtotal: 40_000 }
  expect(liveProof('one secret', id(1), id(2), given)).toBe(
    'live:99222314835be5adfde52de805a091dbf3f7094cfcc97ef02f7addeec9a9f520',
  )
})

describe('a discount is approved', () => {
  const asked = { saleId: crypto.randomUUID(), off: 20_000, subtotal: 40_000 }
  const DEVICE = crypto.randomUUID()
  const sealed = async (key: string) =>
    sealProof(await signApproval(key, asked), sealingKeyOf(shop.config.sessionSecret))
  const read = async (proof: string, sender?: string) => {
    const userId = sender ?? (await aUser(shop, 'cashier')).userId
    const by = { userId, ip: '10.0.0.2', deviceId: DEVICE }
    return readApproval(shop, by, { by: person.userId, proof }, asked)
  }
  const approve = (by: string, pin = PIN) =>
    approveAt(shop, { userId: by, ip: '10.0.0.2', deviceId: DEVICE }, person.userId, pin, asked)

  test('by the PIN of a person who may approve; the log names both', async () => {
    await set({ password: PASSWORD })
    const named = (fullName: string | null) =>
      shop.db.update(profiles).set({ fullName }).where(eq(profiles.userId, person.userId))
    await named('Grace Phiri')
    const cashier = await aUser(shop, 'cashier')
    const given = await approve(cashier.userId)
    expect(given).toMatchObject({
      ok: true,
      approval: { by: person.userId, byName: 'Grace Phiri' },
    })
    const line = (await shop.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)
    expect(line).toMatchObject({
      action: 'discount approved',
      entity: 'pos_sale',
      entityId: asked.saleId,
      label: 'Grace Phiri',
      byUser: person.userId,
    })
    expect(line?.after).toMatchObject({ askedBy: cashier.userId, discountAmount: 20_000 })
    await approve(cashier.userId, '000000')
    await named(null)
    await approve(cashier.userId, '000000')
    const wrong = await shop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'wrong PIN'))
      .orderBy(auditLog.id)
    expect(wrong).toMatchObject([
      { entity: 'person', label: 'Grace Phiri' },
      { entity: 'person', label: expect.stringContaining('Chisomo') },
    ])
    expect(await approve(cashier.userId)).toMatchObject({
      approval: { byName: expect.stringContaining('Chisomo') },
    })
  })
  test('not by a wrong PIN, without a PIN, or by a person who may not approve', async () => {
    expect(await approve(person.userId)).toMatchObject({ ok: false, reason: 'pin-unset' })
    await set({ password: PASSWORD })
    expect(await approve(person.userId, '482101')).toMatchObject({
      ok: false,
      reason: 'till-pin-wrong',
    })
    person = await aStaff('cashier')
    await set({ password: PASSWORD })
    expect(await approve(person.userId)).toMatchObject({
      ok: false,
      reason: 'approval-not-allowed',
    })
  })
  test('not by the short PIN of a cashier who became an admin, who must set a longer one first', async () => {
    person = await aStaff('cashier')
    await set({ pin: '4821', password: PASSWORD })
    await shop.db.update(profiles).set({ role: 'admin' }).where(eq(profiles.userId, person.userId))
    expect(await approve(person.userId, '4821')).toMatchObject({ ok: false, reason: 'pin-renew' })
    const [kept] = await shop.db.select().from(tillPins)
    expect(await read(await sealed(kept?.key ?? ''))).toBeNull()
    person = { ...person, role: 'admin' }
    await set({ password: PASSWORD })
    expect(await approve(person.userId)).toMatchObject({ ok: true })
  })
  test('not by trying every PIN: five guesses for one person, twenty for all together', async () => {
    await set({ password: PASSWORD })
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const cashiers = await Promise.all(Array.from({ length: 5 }, () => aUser(shop, 'cashier')))
    const [first] = cashiers
    for (const { userId } of cashiers.slice(0, 4))
      for (let n = 0; n < 5; n += 1)
        expect(await approve(userId, '0000')).toMatchObject({ ok: false, reason: 'till-pin-wrong' })
    const tooMany = { ok: false, reason: 'too-many-attempts' }
    expect(await approve(first?.userId ?? '')).toEqual({ ...tooMany, minutes: 15 })
    expect(await approve(cashiers[4]?.userId ?? '')).toMatchObject(tooMany)
  })
  test('by the right PIN after a few wrong ones, which then no longer count', async () => {
    await set({ password: PASSWORD })
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const { userId } = await aUser(shop, 'cashier')
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1)
        expect(await approve(userId, '000000')).toMatchObject({ reason: 'till-pin-wrong' })
      expect(await approve(userId)).toMatchObject({ ok: true })
    }
  })
  test('not by a PIN that one person tries on many tills: twenty guesses a day, and the owner sees each', async () => {
    await set({ password: PASSWORD })
    const eve = await aUser(shop, 'cashier')
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const wait = () =>
      shop.db.execute(sql`delete from rate_limits where key like ${`pin ${person.userId}%`}`)
    for (let n = 0; n < 20; n += 1) {
      expect(await approve(eve.userId, '0000')).toMatchObject({
        ok: false,
        reason: 'till-pin-wrong',
      })
      // Being given an approval in between wins no new guesses.
      if (n === 10) expect(await approve(eve.userId)).toMatchObject({ ok: true })
      await wait()
    }
    expect(await approve(eve.userId)).toMatchObject({ ok: false, reason: 'too-many-attempts' })
    const other = await aUser(shop, 'cashier')
    expect(await approve(other.userId)).toMatchObject({ ok: true })
    expect(await read(await sealed('00'.repeat(32)), other.userId)).toBeNull()
    const lines = await shop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'wrong PIN'))
      .orderBy(auditLog.id)
    const logged = { entityId: person.userId, after: { device: DEVICE } }
    expect(lines).toHaveLength(21)
    expect(lines[0]).toMatchObject({ ...logged, byUser: eve.userId })
    expect(lines[20]).toMatchObject({ ...logged, byUser: other.userId })
  })
  test('by a proof that works on that device only, and for a refund by a proof of its own', async () => {
    await set({ password: PASSWORD })
    const given = await approve(person.userId)
    if (!given.ok) throw new Error(given.reason)
    const { proof } = given.approval
    expect(await read(proof)).toEqual({ by: person.userId, isLive: true })
    const there = { ...person, deviceId: crypto.randomUUID() }
    expect(await readApproval(shop, there, { by: person.userId, proof }, asked)).toBeNull()
    const refunded = { returnId: asked.saleId, refund: 60_000 }
    const here = { ...person, deviceId: DEVICE }
    expect(await read(`${proof}0`)).toBeNull()
    // By nobody, or by somebody who may not any more, it is none.
    const nobody = { by: crypto.randomUUID(), proof }
    expect(await readApproval(shop, here, nobody, asked)).toBeNull()
    const may = (role: 'admin' | 'cashier') =>
      shop.db.update(profiles).set({ role }).where(eq(profiles.userId, person.userId))
    await may('cashier')
    expect(await read(proof)).toBeNull()
    await may('admin')
    expect(await readApproval(shop, here, { by: person.userId, proof }, refunded)).toBeNull()
    const asker = { ...here, ip: '10.0.0.2' }
    const refund = await approveAt(shop, asker, person.userId, PIN, refunded)
    if (!refund.ok) throw new Error(refund.reason)
    expect(await readApproval(shop, here, refund.approval, refunded)).toMatchObject({
      isLive: true,
    })
    expect((await shop.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
      action: 'refund approved',
      after: { refundAmount: 60_000, device: DEVICE },
    })
  })
  test('offline by a proof that only the server can open, which is marked as not live', async () => {
    await set({ password: PASSWORD })
    const [kept] = await shop.db.select().from(tillPins)
    const key = kept?.key ?? ''
    const box = await sealed(key)
    expect(await sealed(key)).not.toBe(box)
    expect(await read(box)).toEqual({ by: person.userId, isLive: false })
    expect(await read(await signApproval(key, asked))).toBeNull()
    expect(await read(await sealed('ab'.repeat(32)))).toBeNull()
    expect(await read(`${box.slice(0, -8)}AAAAAAA=`)).toBeNull()
    expect(await read('sealed:nonsense')).toBeNull()
    // What bears neither mark is no guess at a PIN.
    const guesses = await shop.db.$count(auditLog, eq(auditLog.action, 'wrong PIN'))
    expect(await read('nonsense')).toBeNull()
    expect(await shop.db.$count(auditLog, eq(auditLog.action, 'wrong PIN'))).toBe(guesses)
  })
  test('not by PINs tried in sales that a till sends: they count as guesses, too', async () => {
    await set({ password: PASSWORD })
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const [kept] = await shop.db.select().from(tillPins)
    const cashier = await aUser(shop, 'cashier')
    for (let n = 0; n < 5; n += 1)
      expect(await read(await sealed(`${n}`.repeat(64)), cashier.userId)).toBeNull()
    expect(await read(await sealed(kept?.key ?? ''), cashier.userId)).toBeNull()
    expect(await approve(cashier.userId)).toMatchObject({ ok: false, reason: 'too-many-attempts' })
  })
  test('not by a PIN that was tried wrongly sixty times, however slowly; a new PIN works again', {
    tags: 'slow',
  }, async () => {
    await set({ password: PASSWORD })
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const wrong = await sealed('00'.repeat(32))
    // As if a quarter of an hour and an hour were over each time; what counts for good is not.
    const wait = () => shop.db.execute(sql`delete from rate_limits where key not like 'pin ever %'`)
    for (let n = 0; n < 60; n += 1) {
      await read(wrong)
      await wait()
    }
    expect(await approve(person.userId)).toMatchObject({ ok: false, reason: 'pin-used-up' })
    await set({ pin: '739105', password: PASSWORD })
    await wait()
    expect(await approve(person.userId, '739105')).toMatchObject({ ok: true })
  })
})
