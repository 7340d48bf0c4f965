import { eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { profiles, tillPins } from '../../../db/tables.server.ts'
import { mustShowTest } from '../../../platform/config.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { snapshot } from '../../../rules/settings/settings.ts'
import { sealingKeyOf } from './approval-keys.ts'
import { listApprovers } from './approvers.ts'
import { findOpenShift, findTillOf, listTills } from './claim-till.ts'
import { listPhonesAt, noteUserAt } from './devices.ts'

/**
 * What a till loads when it starts: who is signed in, which till it is, and whether a shift is open. Also records that
 * this person has a session at the device, so that the device may sign events in their name.
 */
export async function readTillStart(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  visitor: { userId: string; name: string; role: Role },
  deviceId: string | null,
) {
  if (deviceId) await noteUserAt(db, deviceId, visitor.userId)
  const [till, list, pin, approvers, phones, [own]] = await Promise.all([
    deviceId ? findTillOf(db, deviceId) : undefined,
    listTills(db, deviceId),
    db
      .select({ approves: tillPins.approves })
      .from(tillPins)
      .where(eq(tillPins.userId, visitor.userId)),
    listApprovers(db),
    deviceId ? listPhonesAt(db, deviceId) : [],
    db
      .select(columnsOf(profiles, 'phone'))
      .from(profiles)
      .where(eq(profiles.userId, visitor.userId)),
  ])
  const { revision, shop, limits } = snapshot()
  return {
    person: {
      id: visitor.userId,
      name: visitor.name,
      role: visitor.role,
      // With it the till recognizes what they bought themselves: its refund needs somebody else's approval.
      phone: own?.phone ?? null,
      // False when the role approves and the PIN does not: they have to set a new one.
      pinSet: pin.some(({ approves }) => approves || !mayRunShop(visitor.role)),
    },
    till: till ?? null,
    tills: list,
    openShift: (till && (await findOpenShift(db, till.id))) ?? null,
    approvers,
    phones,
    settings: { revision, shop, limits },
    sealTo: sealingKeyOf(config.sessionSecret),
    shop: {
      takesMobileMoney: config.payments !== 'off',
      takesExchanges: config.payments !== 'off',
      takesOrderExchanges: config.payments !== 'off',
      exchangesAtPaidPrice: true,
      isTest: mustShowTest(config),
    },
  }
}
