import { and, inArray, notInArray } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { profiles } from '../../../db/tables.server.ts'
import { mayRunShop, ROLES } from '../../../rules/accounts/roles.ts'

/** Whether anybody else runs the shop than those who may not agree. */
export async function canBeAgreed(db: Tx, besides: readonly string[]): Promise<boolean> {
  const [other] = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(
      and(
        inArray(profiles.role, ROLES.filter(mayRunShop)),
        notInArray(profiles.userId, [...besides]),
      ),
    )
    .limit(1)
  return other !== undefined
}
