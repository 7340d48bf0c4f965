import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { profiles, tillPins, users } from '../../db/tables.server.ts'
import { mustShowTest } from '../../platform/config.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/roles.ts'
import { leastDigits } from '../../rules/till-approval.ts'
import { discountLimitOf } from '../../rules/till-sale.ts'
import { SHOP } from '../../shop.ts'
import { findOpenShift, findTillOf, listTills } from './claim-till.ts'

const MOST_APPROVERS = 50

/** What a till asks for when it starts: who stands at it, which till it is, and whether a shift is open. */
export async function readTillStart(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  visitor: { userId: string; name: string; role: Role },
  deviceId: string | null,
) {
  const [till, list, pin, approvers] = await Promise.all([
    deviceId ? findTillOf(db, deviceId) : undefined,
    listTills(db, deviceId),
    db.select({ id: tillPins.userId }).from(tillPins).where(eq(tillPins.userId, visitor.userId)),
    db
      .select({ id: users.id, name: users.name })
      .from(tillPins)
      .innerJoin(users, eq(users.id, tillPins.userId))
      .innerJoin(
        profiles,
        and(
          eq(profiles.userId, tillPins.userId),
          inArray(profiles.role, ['admin', 'super_admin']),
          gte(tillPins.digits, leastDigits('admin')),
        ),
      )
      .orderBy(asc(users.name))
      .limit(MOST_APPROVERS),
  ])
  const { name, address, phones, email } = SHOP
  return {
    person: {
      id: visitor.userId,
      name: visitor.name,
      role: visitor.role,
      pinSet: pin.length > 0,
    },
    till: till ?? null,
    tills: list,
    openShift: (till && (await findOpenShift(db, till.id))) ?? null,
    limits: { discountPercent: discountLimitOf(visitor.role) },
    approvers,
    shop: {
      name,
      address,
      phones,
      email,
      takesMobileMoney: config.payments !== 'off',
      isTest: mustShowTest(config),
    },
  }
}
