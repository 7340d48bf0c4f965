import { beforeEach, describe, expect, test } from 'vitest'
import { aDiscount, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { discounts } from '../../db/tables.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { findDiscount, holdDiscount, releaseDiscount } from './hold-discount.ts'
import { tryCode } from './try-code.ts'

const shop = useShop()
let userId: string

beforeEach(async () => {
  ;({ userId } = await aUser(shop))
})

const find = (text: string, total = 20_000, now = shop.now()) =>
  findDiscount(shop.db, text, total, now)
const hold = (id: string) => shop.db.transaction((db) => holdDiscount(db, id))
const release = (id: string) => shop.db.transaction((db) => releaseDiscount(db, id))
const uses = async () => (await shop.db.select().from(discounts))[0]?.usedCount

describe('a code that a customer types', () => {
  test('is found in any case and with blanks around it, with everything that its use depends on', async () => {
    const { id } = await aDiscount(shop, { code: 'TEN', minimumAmount: 10_000, maximumUses: 3 })
    const discount = {
      id,
      code: 'TEN',
      type: 'percentage',
      value: 10,
      isActive: true,
      startsAt: null,
      expiresAt: null,
      minimumAmount: 10_000,
      maximumUses: 3,
      usedCount: 0,
    }
    expect(await find(' ten ')).toEqual({ ok: true, discount })
    expect(await find('TEN', 9999)).toMatchObject({ ok: false, reason: 'discount-minimum' })
    for (const text of ['', '  ', 'TE', 'TEN TEN'])
      expect(await find(text), text).toMatchObject({ ok: false, reason: 'discount-invalid' })
  })

  test('is expired from its very end on', async () => {
    const expiresAt = new Date('2026-12-24T16:00:00Z')
    await aDiscount(shop, { code: 'TEN', expiresAt })
    const before = new Date(expiresAt.getTime() - 1)
    expect(await find('TEN', 20_000, before)).toMatchObject({ ok: true })
    expect(await find('TEN', 20_000, expiresAt)).toMatchObject({ reason: 'discount-expired' })
  })

  test('has fifty characters at most', async () => {
    const longest = 'X'.repeat(50)
    await aDiscount(shop, { code: longest })
    await aDiscount(shop, { code: `${longest}Y` })
    expect(await find(longest)).toMatchObject({ ok: true })
    expect(await find(`${longest}Y`)).toMatchObject({ reason: 'discount-invalid' })
  })

  test('may be guessed twenty times in ten minutes; then even the right one is refused', async () => {
    await aDiscount(shop, { code: 'TEN' })
    const real = { ...shop, rateLimiter: openRateLimiter(shop.db, 1) }
    const type = (code: string, by = userId) => tryCode(real, by, code, 20_000)
    // The right one counts no more: nobody runs out of guesses by using what they have.
    for (let n = 1; n <= 25; n += 1) expect(await type('TEN')).toMatchObject({ ok: true })
    for (let n = 1; n <= 20; n += 1)
      expect(await type(`NO${n}`)).toMatchObject({ reason: 'discount-invalid' })
    expect(await type('TEN')).toEqual({ ok: false, reason: 'too-many-attempts', minutes: 10 })
    expect(await type('TEN', (await aUser(shop)).userId)).toMatchObject({ ok: true })
  })
})

describe('the uses of a code', () => {
  test('are limited, and a use that is given back can be used again', async () => {
    const { id } = await aDiscount(shop, { code: 'TWO', maximumUses: 2 })
    await aDiscount(shop, { code: 'OTHER' })
    expect([await hold(id), await hold(id), await hold(id)]).toEqual([true, true, false])
    await release(id)
    expect(await hold(id)).toBe(true)
    expect(await shop.db.select().from(discounts).orderBy(discounts.code)).toMatchObject([
      { code: 'OTHER', usedCount: 0 },
      { code: 'TWO', usedCount: 2 },
    ])
  })

  test('of a code without a limit are only counted, and never fall below zero', async () => {
    const { id } = await aDiscount(shop, { code: 'MANY' })
    expect([await hold(id), await hold(id)]).toEqual([true, true])
    for (let n = 1; n <= 3; n += 1) await release(id)
    expect(await uses()).toBe(0)
  })
})
