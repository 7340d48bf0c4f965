import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aDiscount, aPendingOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, discounts, orders } from '../../db/tables.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import type { Actor } from '../audit/record-audit.ts'
import { holdDiscount } from './hold-discount.ts'
import { findAdminDiscount, listDiscounts } from './list-discounts.ts'
import { discountActs } from './save-discount.ts'

const shop = useShop()
let actor: Actor

beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
})

const edit = (change: Partial<DiscountEdit> = {}): DiscountEdit => ({
  code: 'TEN',
  type: 'percentage',
  value: 10,
  minimumAmount: null,
  maximumUses: null,
  startsAt: null,
  expiresAt: null,
  isActive: true,
  ...change,
})
const asked = { search: '', flag: null, sort: 'created', direction: 'desc', after: null } as const
const list = async (change: Partial<Parameters<typeof listDiscounts>[1]> = {}) =>
  (await listDiscounts(shop, { ...asked, ...change })).rows.map(({ code }) => code)
const log = () =>
  shop.db.select().from(auditLog).where(eq(auditLog.entity, 'discount')).orderBy(asc(auditLog.id))

test('a new code is logged with who made it, and exists once', async () => {
  expect(await discountActs.create(shop.db, actor, edit())).toMatchObject({ ok: true })
  expect(await discountActs.create(shop.db, actor, edit({ value: 20 }))).toEqual({
    ok: false,
    reason: 'discount-taken',
  })
  expect(await log()).toMatchObject([
    { action: 'created', label: 'TEN', byUser: actor.userId, ip: '10.0.0.1', before: null },
  ])
  expect((await log())[0]?.after).toEqual(edit())
})

test('an edited code is logged with its values before and after, and an edit that changes nothing is not', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN', maximumUses: 5 })
  const next = edit({ code: 'FIFTEEN', value: 15, maximumUses: 5, minimumAmount: 2000 })
  expect(await discountActs.edit(shop.db, actor, { id, version: 1 }, next)).toEqual({
    ok: true,
    id,
  })
  expect(await discountActs.edit(shop.db, actor, { id, version: 2 }, next)).toEqual({
    ok: true,
    id,
  })
  const lines = await log()
  expect(lines).toMatchObject([
    { action: 'edited', label: 'FIFTEEN', entityId: id, byUser: actor.userId },
  ])
  expect([lines[0]?.before, lines[0]?.after]).toEqual([
    { code: 'TEN', value: 10, minimumAmount: null },
    { code: 'FIFTEEN', value: 15, minimumAmount: 2000 },
  ])
})

test('a deleted code cannot be edited, switched or deleted', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  await discountActs.delete(shop.db, actor, { id, version: 1 })
  const gone = { ok: false, reason: 'not-found' }
  expect(await discountActs.edit(shop.db, actor, { id, version: 1 }, edit())).toEqual(gone)
  expect(await discountActs.switch(shop.db, actor, id, false)).toEqual(gone)
  expect(await discountActs.delete(shop.db, actor, { id, version: 1 })).toEqual(gone)
  expect(await findAdminDiscount(shop, id)).toBeUndefined()
})

test('a request that is sent again after a lost answer takes effect once', async () => {
  const again = { ...actor, request: 'press-1' }
  const made = await discountActs.create(shop.db, again, edit())
  expect(await discountActs.create(shop.db, again, edit())).toEqual(made)
  expect(await shop.db.$count(discounts)).toBe(1)
  // The same form, sent again with a change in it, is the code that it made.
  expect(await discountActs.create(shop.db, again, edit({ value: 20 }))).toEqual(made)
  expect(await shop.db.select().from(discounts)).toMatchObject([{ value: 20 }])
  const next = { ...actor, request: 'press-2' }
  const seen = { id: made.ok ? made.id : '', version: 1 }
  await discountActs.delete(shop.db, next, { ...seen, version: 3 })
  expect(await discountActs.delete(shop.db, next, { ...seen, version: 3 })).toEqual({ ok: true })
})

test('a form without seconds that is saved unchanged keeps the end of its code', async () => {
  const ends = new Date('2026-12-24T15:59:59Z')
  const starts = new Date('2026-12-01T06:00:30Z')
  const { id } = await aDiscount(shop, { code: 'TEN', startsAt: starts, expiresAt: ends })
  const shown = {
    startsAt: new Date('2026-12-01T06:00:00Z'),
    expiresAt: new Date('2026-12-24T15:59:00Z'),
  }
  await discountActs.edit(shop.db, actor, { id, version: 1 }, edit({ ...shown, value: 20 }))
  expect(await findAdminDiscount(shop, id)).toMatchObject({
    startsAt: starts,
    expiresAt: ends,
    value: 20,
  })
})

test('a database error other than a taken code is thrown, not returned as a refusal', async () => {
  await expect(discountActs.create(shop.db, actor, edit({ value: -1 }))).rejects.toThrow()
})

test('a code cannot be renamed to an existing one', async () => {
  await aDiscount(shop, { code: 'TAKEN' })
  const { id } = await aDiscount(shop, { code: 'TEN' })
  expect(
    await discountActs.edit(shop.db, actor, { id, version: 1 }, edit({ code: 'TAKEN' })),
  ).toMatchObject({ reason: 'discount-taken' })
})

test('the later of two edits is refused until it has seen the first', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  const mine = { id, version: 1 }
  const both = await Promise.all(
    [20, 30].map((value) => discountActs.edit(shop.db, actor, mine, edit({ value }))),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, reason: 'edited-meanwhile' })
  expect(await log()).toHaveLength(1)
})

test('a code may not allow fewer uses than orders have made of it, nor lose their count', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN', usedCount: 7, maximumUses: 10 })
  const seen = { id, version: 1 }
  expect(await discountActs.edit(shop.db, actor, seen, edit({ maximumUses: 6 }))).toEqual({
    ok: false,
    reason: 'discount-below-used',
    available: 7,
  })
  expect(await discountActs.edit(shop.db, actor, seen, edit({ maximumUses: 7 }))).toMatchObject({
    ok: true,
  })
  expect(await findAdminDiscount(shop, id)).toMatchObject({ usedCount: 7, maximumUses: 7 })
})

test('a customer’s use of a code meanwhile does not make an open form outdated', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  await shop.db.transaction((db) => holdDiscount(db, id))
  expect(
    await discountActs.edit(shop.db, actor, { id, version: 1 }, edit({ value: 15 })),
  ).toMatchObject({
    ok: true,
  })
  expect(await findAdminDiscount(shop, id)).toMatchObject({ usedCount: 1, value: 15 })
})

test('a switched-off code is refused to customers at once, and the switch is logged', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  await discountActs.switch(shop.db, actor, id, false)
  await discountActs.switch(shop.db, actor, id, false)
  expect(await shop.db.transaction((db) => holdDiscount(db, id))).toBe(false)
  expect(await log()).toMatchObject([
    { action: 'status changed', before: { isActive: true }, after: { isActive: false } },
  ])
  await discountActs.switch(shop.db, actor, id, true)
  expect(await shop.db.transaction((db) => holdDiscount(db, id))).toBe(true)
})

test('an order keeps the name and the amount of a code that is deleted', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  const { userId } = await aUser(shop)
  const product = await aProduct(shop)
  await aPendingOrder(shop, userId, [{ product }], {
    discount: { code: 'TEN', discountAmount: 2000 },
    terms: { type: 'percentage', value: 10 },
  })
  expect(await discountActs.delete(shop.db, actor, { id, version: 2 })).toMatchObject({
    reason: 'edited-meanwhile',
  })
  expect(await discountActs.delete(shop.db, actor, { id, version: 1 })).toEqual({ ok: true })
  const [order] = await shop.db.select().from(orders)
  expect(order).toMatchObject({ discountId: null, discountCode: 'TEN', discountAmount: 2000 })
  expect((await log()).at(-1)).toMatchObject({ action: 'deleted', before: { usedCount: 1 } })
})

test('codes are listed newest first, searched by a part, and filtered by state', async () => {
  const day = 24 * 3600 * 1000
  const at = (days: number) => new Date(shop.now().getTime() + days * day)
  await shop.db.insert(discounts).values([
    { code: 'OLD50%', type: 'fixed', value: 50, createdAt: at(-3), expiresAt: at(-1) },
    { code: 'LATER', type: 'percentage', value: 5, createdAt: at(-2), startsAt: at(1) },
    { code: 'OFF', type: 'free_shipping', value: 1, createdAt: at(-1), isActive: false },
  ])
  expect(await list()).toEqual(['OFF', 'LATER', 'OLD50%'])
  expect(await list({ sort: 'code', direction: 'asc' })).toEqual(['LATER', 'OFF', 'OLD50%'])
  expect(await list({ search: '50%' })).toEqual(['OLD50%'])
  expect(await list({ search: 'ater' })).toEqual(['LATER'])
  expect(await list({ search: '___' })).toEqual([])
  expect(await list({ flag: 'Active' })).toEqual(['LATER', 'OLD50%'])
  expect(await list({ flag: 'Inactive' })).toEqual(['OFF'])
  expect(await list({ flag: 'Expired' })).toEqual(['OLD50%'])
  expect(await list({ flag: 'Not Started' })).toEqual(['LATER'])
})

test('a long list is read page by page in either order, no code twice', async () => {
  await shop.db.insert(discounts).values(
    Array.from({ length: 60 }, (_, n) => ({
      code: `CODE${n}`,
      type: 'fixed' as const,
      value: 1,
    })),
  )
  for (const sort of ['created', 'code'] as const) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listDiscounts>> = await listDiscounts(shop, {
        ...asked,
        sort,
        after,
      })
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  }
})
