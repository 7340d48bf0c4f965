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
  /** The code of the order, when its uses are limited. */
  limitedCode: string | null
}

const lockKey = (text: string) =>
  createHash('sha256').update(text).digest().readBigInt64BE().toString()

/** The place of who has it brought to the door; none for a depot or the shop, where strangers collect. */
export const homeKeyOf = ({ collectAt, shippingAddress }: NewHold['request']) =>
  collectAt ? null : addressKeyOf(shippingAddress)

/**
 * Makes rivals with the same phone number or address wait for each other until they commit; those of one
 * account do by the rate limiter's row. In one order for all, so that nobody waits in a circle.
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
