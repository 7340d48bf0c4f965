import { and, inArray } from 'drizzle-orm'
import { isOlderThan } from '../../../db/older-than.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { posSales } from '../../../db/tables.server.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'
import { forgetPayer } from '../../payments/forget-payer.ts'
import { namesBuyer } from './sales-of-buyer.ts'

/**
 * Erases the buyer from till sales: name, phone number and notes go, what was sold and paid stays.
 * Returns how many sales.
 */
export async function forgetBuyer(db: Db | Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await forgetPayer(db, ids)
  const gone = { customerName: null, customerPhone: null, notes: null, handledNote: null }
  const { rowCount } = await db
    .update(posSales)
    .set(gone)
    .where(inArray(posSales.id, [...ids]))
  return rowCount ?? 0
}

/** Does so for a batch of the oldest sales that still name a buyer after the retention time. */
export async function forgetOldBuyers(db: Db, limit: number): Promise<number> {
  const old = await db
    .select({ id: posSales.id })
    .from(posSales)
    .where(and(isOlderThan(posSales.createdAt, RETENTION.tillCustomers), namesBuyer))
    .orderBy(posSales.createdAt)
    .limit(limit)
  return forgetBuyer(
    db,
    old.map(({ id }) => id),
  )
}
