import { afterEach, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { savedSettings } from '../../db/tables.server.ts'
import { defaultGroups } from '../../rules/settings/default-settings.ts'
import type { ShopCourier } from '../../rules/settings/delivery-groups.ts'
import { findGroup } from './list-settings.ts'
import { saveCourier } from './save-courier.ts'

const shop = useShop()

// Rows that migrations bring stay between tests.
afterEach(async () => {
  await shop.db.update(savedSettings).set({ values: null, version: 1 })
  await shop.settings.refresh()
})

const { couriers } = defaultGroups().couriers
const [first, second] = couriers as [ShopCourier, ShopCourier]

/** Saves a courier as an owner who sees the couriers as they are now. */
async function save(id: string | null, edit: ShopCourier) {
  const { userId } = await aUser(shop, 'super_admin')
  const owner = { userId, role: 'super_admin' as const, ip: '10.0.0.1', request: null }
  return saveCourier(shop, owner, id, await findGroup(shop.db, 'couriers'), edit)
}

test('a courier takes neither the name nor the id of another one', async () => {
  const taken = { ok: false, reason: 'courier-taken' }
  expect(await save(second.id, { ...second, name: first.name })).toEqual(taken)
  expect(await save(null, { ...second, id: first.id, name: 'Another one' })).toEqual(taken)
  expect(await save(second.id, { ...second, name: 'Another one' })).toMatchObject({ ok: true })
})

test('the last courier that customers can choose stays switched on', async () => {
  const off = (one: ShopCourier) => save(one.id, { ...one, isActive: false })
  const active = couriers.filter(({ isActive }) => isActive)
  for (const one of active.slice(1)) expect(await off(one)).toMatchObject({ ok: true })
  expect(await off(active[0] as ShopCourier)).toEqual({ ok: false, reason: 'courier-last' })
})
