import { type AnyColumn, and, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { oneOf } from '../../../db/columns.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { profiles } from '../../../db/tables.server.ts'
import { mayRunShop, ROLES } from '../../../rules/accounts/roles.ts'

const RUNNERS = ROLES.filter(mayRunShop)

/** Whether anyone besides these people may run the shop and approve in their place. */
export async function hasOtherRunner(db: Tx, besides: readonly string[]): Promise<boolean> {
  const [other] = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(inArray(profiles.role, RUNNERS), notInArray(profiles.userId, [...besides])))
    .limit(1)
  return other !== undefined
}

/**
 * A column: whether this person did it, and another account (`other`) that may run the shop can review it. `mayLook`
 * restricts which accounts can.
 */
export const isForSomebodyElse = (
  by: AnyColumn | SQL,
  userId: string,
  mayLook: SQL = sql`true`,
): SQL<boolean> =>
  sql`(${by} = ${userId} and exists (select from profiles other
    where other.role in (${oneOf(RUNNERS)}) and other.user_id <> ${userId} and ${mayLook}))`
