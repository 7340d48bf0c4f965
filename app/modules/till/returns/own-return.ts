import { eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { profiles } from '../../../db/tables.server.ts'
import { mayRunShop } from '../../../rules/accounts/roles.ts'
import { needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import { isOwnRefund, ownSaleOf } from '../../../rules/till/till-sale.ts'
import { hasOtherRunner } from '../../accounts/staff/other-runner.ts'
import type { Origin } from '../events/event-origin.ts'

/**
 * Whether a second person has to agree to a refund (`agrees`) or to look at it afterwards (`looks`), while somebody
 * else runs the shop. That holds for refunds of a sale that the person made or bought, and for large sums of who runs
 * the shop. `looks`: who runs the shop merely sold it; a code that it goes on can be spent before.
 */
export async function askSecond(
  db: Tx,
  { role, userId }: Pick<Origin, 'role' | 'userId'>,
  sale: { cashierId: string; customerPhone: string | null },
  back: { refunded: number; amount: number; inMoney: number },
): Promise<'nobody' | 'looks' | 'agrees'> {
  const limit = limitSettings().secondPersonFrom
  const isLarge = mayRunShop(role) && needsSecondPerson({ ...back, isOwn: false }, limit)
  const own = ownSaleOf(sale, { id: userId, phone: await readOwnNumber(db, userId) })
  if (!isLarge && !isOwnRefund(own, back.inMoney)) return 'nobody'
  if (!(await hasOtherRunner(db, [userId]))) return 'nobody'
  return isLarge || own.isBought || !mayRunShop(role) ? 'agrees' : 'looks'
}

/** The phone number of a person's account, as it was typed. */
export async function readOwnNumber(db: Tx, userId: string): Promise<string | null> {
  const [own] = await db
    .select(columnsOf(profiles, 'phone'))
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return own?.phone ?? null
}
