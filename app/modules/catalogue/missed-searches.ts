import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { missedSearches } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { TIME_ZONE } from '../../shop.ts'

/** At most this many different texts of one day are stored, so that a robot cannot fill the table. */
const MOST_OF_DAY = 500
const LONGEST = 60
const SHOWN = 50
const SHOWN_DAYS = 30

const today = sql`(now() at time zone ${TIME_ZONE})::date`

/** The words of a search in lower case, without accents and punctuation; '' for none. */
export const normalizeSearch = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a text may contain an email address or a phone, order or card number; such a text is never stored. */
const isPersonal = (text: string) => /@|\d[\d\s-]{4,}\d/.test(text)

/** Records that a search found nothing. A failure is only logged, so that the page is shown all the same. */
export async function noteMissedSearch(
  { db, rateLimiter, log }: Pick<Shop, 'db' | 'rateLimiter' | 'log'>,
  text: string,
) {
  const words = normalizeSearch(text)
  if (words.length < 2 || words.length > LONGEST) return
  // Checks the text as typed and as it would be stored: 0999.123.456 is a number once its dots are blanks.
  if (isPersonal(text) || isPersonal(words)) return
  try {
    const { allowed } = await rateLimiter.take('missed-searches', LIMITS.missedSearches)
    if (!allowed) return
    await db.execute(sql`
      insert into missed_searches (day, words) select ${today}, ${words}
      where (select count(*) from missed_searches where day = ${today}) < ${MOST_OF_DAY}
        or exists (select from missed_searches where day = ${today} and words = ${words})
      on conflict (day, words) do update set count = missed_searches.count + 1`)
  } catch (error) {
    log.error({ error }, 'a search without result was not noted')
  }
}

/** Searches of the last days that found nothing, the most frequent first. */
export async function listMissedSearches({ db }: { db: Db }) {
  const { rows } = await db.execute<{ id: string; count: number; last: string }>(sql`
    select words as id, sum(count)::int as count, max(day)::text as last from missed_searches
    where day > ${today} - ${SHOWN_DAYS}::int
    group by words order by 2 desc, 3 desc, words limit ${SHOWN}`)
  return rows
}

/** Removes a search that the shop cannot answer from the list. */
export const removeMissedSearch = (db: Db, words: string) =>
  db.delete(missedSearches).where(eq(missedSearches.words, words))

/** Deletes a batch of expired missed searches; returns how many. */
export async function deleteOldMissedSearches(db: Db, limit: number) {
  const { rowCount } = await db.execute(sql`
    delete from missed_searches where (day, words) in (
      select day, words from missed_searches where day < now() - ${RETENTION.missedSearches}::interval limit ${limit})`)
  return rowCount ?? 0
}
