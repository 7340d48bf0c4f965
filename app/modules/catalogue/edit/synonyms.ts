import { desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { missedSearches, searchSynonyms } from '../../../db/tables.server.ts'
import type { SynonymEdit } from '../../../rules/catalogue/synonym-form.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { rowActs } from '../../audit/row-acts.ts'
import { versioned } from '../../audit/versioned.ts'
import { normalizeSearch } from '../missed-searches.ts'

/** More groups than anyone would look through. */
const MOST = 500

/** How staff edit groups of search words and how the audit log names them. */
const SYNONYM = versioned(searchSynonyms, {
  entity: 'synonym',
  labelOf: ({ words }) => words.slice(0, 3).join(', '),
  factsOf: ({ words, isActive }) => ({ words, isActive }),
})

/** All groups, the newest first. */
export const listSynonyms = ({ db }: { db: Db }) =>
  db
    .select()
    .from(searchSynonyms)
    .orderBy(desc(searchSynonyms.createdAt), desc(searchSynonyms.id))
    .limit(MOST)

/** One group for its form; undefined when there is none. */
export async function findSynonym({ db }: { db: Db }, id: string) {
  const [row] = await db.select().from(searchSynonyms).where(eq(searchSynonyms.id, id))
  return row
}

/** What staff do with groups. Saving a group removes its words from the missed searches. */
export const synonymActs = rowActs<typeof searchSynonyms, SynonymEdit, Refusal<'synonyms-full'>>(
  SYNONYM,
  {
    refuse: async (db, _edit, before) =>
      !before && (await db.$count(searchSynonyms)) >= MOST
        ? { ok: false, reason: 'synonyms-full', most: MOST }
        : null,
    async valuesOf(edit, _before, db) {
      const answered = edit.words.map(normalizeSearch)
      await db.delete(missedSearches).where(inArray(missedSearches.words, answered))
      return edit
    },
  },
)
