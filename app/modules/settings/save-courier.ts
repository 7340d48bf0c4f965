import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { ShopCourier } from '../../rules/settings/delivery-groups.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { Seen } from '../audit/versioned.ts'
import { saveSettings } from './save-settings.ts'

/**
 * Lets a super_admin save a courier: `id` of the edited one, null for a new one. Refuses a name that another courier
 * has, and switching off the last active one. Orders keep the courier, price and place that they were placed with.
 */
export const saveCourier = (
  shop: Pick<Shop, 'db' | 'settings' | 'jobs' | 'config'>,
  actor: Actor & { role: Role },
  id: string | null,
  seen: Seen,
  edit: ShopCourier,
) =>
  saveSettings(shop, actor, 'couriers', seen, ({ couriers }) => {
    const others = couriers.filter((one) => one.id !== id)
    if (id !== null && others.length === couriers.length) return { ok: false, reason: 'not-found' }
    if (others.some((one) => one.id === edit.id || one.name === edit.name))
      return { ok: false, reason: 'courier-taken' }
    const all =
      id === null ? [...couriers, edit] : couriers.map((one) => (one.id === id ? edit : one))
    if (!all.some(({ isActive }) => isActive)) return { ok: false, reason: 'courier-last' }
    return { ok: true, values: { couriers: all } }
  })
