import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { profiles, tillPins, users } from '../../../db/tables.server.ts'
import { mayRunShop, ROLES } from '../../../rules/accounts/roles.ts'

const MOST_APPROVERS = 50

/** Staff who run the shop and have a PIN that approves. */
const mayBeAsked = and(
  eq(tillPins.approves, true),
  inArray(profiles.role, ROLES.filter(mayRunShop)),
)

/** Lists who may approve at a till, by name. */
export const listApprovers = (db: Db) =>
  db
    .select({ id: users.id, name: users.name })
    .from(tillPins)
    .innerJoin(users, eq(users.id, tillPins.userId))
    .innerJoin(profiles, eq(profiles.userId, tillPins.userId))
    .where(mayBeAsked)
    .orderBy(asc(users.name))
    .limit(MOST_APPROVERS)

/** Whether anybody other than this person may approve at a till. */
export async function hasOtherApprover(db: Db | Tx, besides: string): Promise<boolean> {
  const [other] = await db
    .select({ id: tillPins.userId })
    .from(tillPins)
    .innerJoin(profiles, eq(profiles.userId, tillPins.userId))
    .where(and(mayBeAsked, ne(tillPins.userId, besides)))
    .limit(1)
  return other !== undefined
}
