import { desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { missedSearches, searchSynonyms } from '../../../db/tables.server.ts'
import type { SynonymEdit } from '../../../rules/catalogue/synonym-form.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { rowActs } from '../../audit/row-acts.ts'
import { versioned } from '../../audit/versioned.ts'
import { normalizeSearch } from '../missed-searches.ts'

/** More groups than a person would look through. */
const MOST = 500

/** Groups of search words, as staff edit them and the log names them. */
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

/** One group for its form; undefined for none. */
export async function findSynonym({ db }: { db: Db }, id: string) {
  const [row] = await db.select().from(searchSynonyms).where(eq(searchSynonyms.id, id))
  return row
}

/** What staff do with groups. What was sought in vain under one of their words is answered. */
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
