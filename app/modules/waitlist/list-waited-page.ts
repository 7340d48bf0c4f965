import { and, sql } from 'drizzle-orm'
import { asCursor, decodeCursor, encodeCursor } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { waitlistRequests as requests } from '../../db/tables.server.ts'
import type { Page } from '../../rules/lists.ts'
import type { WaitedFor } from '../../rules/waitlist/waitlist.ts'
import { asShown, IS_TO_TEXT, selectWaitedFor } from './list-waited-for.ts'

/** The variants of `listWaitedFor`, page by page, for an export of all. */
export async function listWaitedPage(
  db: Db,
  { isToText, after, limit }: { isToText: boolean; after: string | null; limit: number },
): Promise<Page<WaitedFor>> {
  const having = and(isToText ? IS_TO_TEXT : undefined, behind(after))
  const rows = await selectWaitedFor(db, { where: undefined, having, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(asShown),
    next: last ? encodeCursor(String(last.customers), last.sinceText, last.id) : null,
  }
}

/** The condition of rows after the last row of a page: fewer customers wait, or not as long. */
function behind(after: string | null) {
  const [customers, ...rest] = decodeCursor(after)
  const place = asCursor(rest, 'timestamptz')
  if (typeof customers !== 'string' || !/^\d{1,9}$/.test(customers) || !place) return undefined
  return sql`(-count(*), min(${requests.createdAt}), ${requests.variantId})
    > (-(${customers}::bigint), ${place.value}::timestamptz, ${place.id}::uuid)`
}
