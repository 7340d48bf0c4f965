import { and, asc, gt, isNotNull, isNull } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import { type Page } from '../../rules/lists.ts'
import type { SubscriberState } from '../../rules/newsletter/newsletter.ts'
import { newsletterPaths } from './subscribe.ts'

export type Subscriber = {
  id: string
  email: string
  createdAt: Date
  confirmedAt: Date | null
  leftAt: Date | null
}

const NEWEST: SortColumn = { column: subscribers.createdAt, type: 'timestamptz' }
const STATES: Record<SubscriberState, () => ReturnType<typeof and>> = {
  confirmed: () => and(isNotNull(subscribers.confirmedAt), isNull(subscribers.leftAt)),
  waiting: () => and(isNull(subscribers.confirmedAt), isNull(subscribers.leftAt)),
  left: () => isNotNull(subscribers.leftAt),
}
const like = (search: string) => (search === '' ? undefined : holdsText(subscribers.email, search))

/** Everybody who ever entered an address in the newsletter box, newest first. */
export async function listSubscribers(
  db: Db,
  asked: { search: string; state: SubscriberState | null; after: string | null; limit: number },
): Promise<Page<Subscriber>> {
  const { after } = asked
  const { cursor, order, rest } = pageBy(NEWEST, subscribers.id, { direction: 'desc', after })
  const rows = await db
    .select({
      ...columnsOf(subscribers, 'id', 'email', 'createdAt', 'confirmedAt', 'leftAt'),
      cursor,
    })
    .from(subscribers)
    .where(and(like(asked.search), asked.state ? STATES[asked.state]() : undefined, rest))
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}

export type Reader = { email: string; confirmedAt: Date; leavePath: string }

/**
 * Confirmed addresses that have not left, by address, each with the path to leave. `after` is the last address of the
 * page before.
 */
export async function listReaders(
  db: Db,
  asked: { search: string; after: string | null; limit: number },
): Promise<Page<Reader>> {
  const rows = await db
    .select(columnsOf(subscribers, 'email', 'confirmedAt', 'token'))
    .from(subscribers)
    .where(
      and(
        STATES.confirmed(),
        like(asked.search),
        asked.after === null ? undefined : gt(subscribers.email, asked.after),
      ),
    )
    .orderBy(asc(subscribers.email))
    .limit(asked.limit + 1)
  const shown = rows.slice(0, asked.limit)
  return {
    rows: shown.flatMap(({ email, confirmedAt, token }) =>
      confirmedAt ? [{ email, confirmedAt, leavePath: newsletterPaths(token).leave }] : [],
    ),
    next: rows.length > asked.limit ? (shown.at(-1)?.email ?? null) : null,
  }
}
