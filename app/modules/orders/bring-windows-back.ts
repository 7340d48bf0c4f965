import { and, eq, gt, isNull } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'

const MINUTE_MS = 60_000

/**
 * After the clock was set back: an order that was placed while it was ahead waits for its payment no longer than one
 * that is placed now. Else it holds its units for as long as the clock was ahead.
 */
export async function bringWindowsBack({ db, config, now }: Pick<Shop, 'db' | 'config' | 'now'>) {
  const end = now().getTime() + config.paymentWindowMinutes * MINUTE_MS
  await db
    .update(orders)
    .set({ expiresAt: new Date(end) })
    .where(
      and(
        eq(orders.status, 'pending'),
        isNull(orders.paidAt),
        gt(orders.expiresAt, new Date(end + MINUTE_MS)),
      ),
    )
}
