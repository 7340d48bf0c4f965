import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { discounts } from '../../db/tables.server.ts'
import { checkDiscount, type Discount, normalizeCode } from '../../rules/discounts/discounts.ts'

export type StoredDiscount = Discount & { id: string }
export const DISCOUNT_COLUMNS = columnsOf(
  discounts,
  'id',
  'code',
  'type',
  'value',
  'isActive',
  'startsAt',
  'expiresAt',
  'minimumAmount',
  'maximumUses',
  'usedCount',
)

/**
 * Checks a code as it was typed against the cart total (kwacha), in the order of docs/product.md, Checking a code.
 * `redeemed`: the code of which this order has already taken a use.
 */
export async function findDiscount(
  db: Db | Tx,
  text: string,
  cartSubtotal: number,
  now: Date,
  redeemed: string | null = null,
) {
  const code = normalizeCode(text)
  const [row]: (StoredDiscount | undefined)[] =
    code === '' || code.length > 50
      ? []
      : await db.select(DISCOUNT_COLUMNS).from(discounts).where(eq(discounts.code, code))
  const free = row?.id === redeemed ? { ...row, usedCount: row.usedCount - 1 } : row
  return checkDiscount(free, cartSubtotal, now)
}

/** Counts one use in the same statement that checks the limit, so that two shoppers cannot share the last use. */
export async function holdDiscount(db: Tx, id: string) {
  const held = await db
    .update(discounts)
    .set({ usedCount: sql`${discounts.usedCount} + 1` })
    .where(
      and(
        eq(discounts.id, id),
        eq(discounts.isActive, true),
        or(isNull(discounts.maximumUses), lt(discounts.usedCount, discounts.maximumUses)),
      ),
    )
    .returning({ id: discounts.id })
  return held.length === 1
}

/** Releases a use when its order expires unpaid or is cancelled. */
export async function releaseDiscount(db: Tx, id: string) {
  await db
    .update(discounts)
    .set({ usedCount: sql`greatest(${discounts.usedCount} - 1, 0)` })
    .where(eq(discounts.id, id))
}
