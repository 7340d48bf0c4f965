import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { addressKeyOf } from '../../rules/orders/orders.ts'
import type { OrderLine } from '../orders/read-lines.ts'
import type { CheckoutRequest } from './place-order.ts'

export type NewHold = {
  userId: string
  request: Pick<CheckoutRequest, 'phone' | 'shippingAddress' | 'collectAt'>
  lines: readonly OrderLine[]
  /** The order's discount code, if its uses are limited. */
  limitedCode: string | null
}

const lockKey = (text: string) =>
  createHash('sha256').update(text).digest().readBigInt64BE().toString()

/** The key of a home address; null for a depot or the shop, because strangers collect there. */
export const homeKeyOf = ({ collectAt, shippingAddress }: NewHold['request']) =>
  collectAt ? null : addressKeyOf(shippingAddress)

/**
 * Makes orders with the same phone number or address wait for each other until commit; those of one account already
 * wait for the rate limiter's row. Both locks are taken in sorted order, so that transactions do not deadlock.
 */
export function lockHolders(db: Tx, { request }: NewHold): PromiseLike<unknown> {
  const phone = `phone ${request.phone}`
  const address = homeKeyOf(request)
  const [first, second] = [lockKey(phone), lockKey(address ? `address ${address}` : phone)].sort()
  return prepareHolderLocks(db).execute({ first, second })
}

const prepareHolderLocks = prepareOnce((db: Tx) =>
  db
    .select({
      first: sql`pg_advisory_xact_lock(${sql.placeholder('first')}::bigint)`,
      second: sql`pg_advisory_xact_lock(${sql.placeholder('second')}::bigint)`,
    })
    .from(sql`(select) as nothing`),
)
