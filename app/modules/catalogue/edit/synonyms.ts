import { desc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { missedSearches, searchSynonyms } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { SynonymEdit } from '../../../rules/catalogue/synonym-form.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import {
  createRow,
  deleteRow,
  editRow,
  type Seen,
  saveRow,
  switchRow,
  versioned,
} from '../../audit/versioned.ts'
import { normalizeSearch } from '../missed-searches.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'synonyms-full'>

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

export async function findSynonym({ db }: { db: Db }, id: string) {
  const [row] = await db.select().from(searchSynonyms).where(eq(searchSynonyms.id, id))
  return row
}

/** What was sought in vain under one of these words is answered. */
const answerMissed = (db: Tx, { words }: SynonymEdit) =>
  db.delete(missedSearches).where(inArray(missedSearches.words, words.map(normalizeSearch)))

const save = (db: Db, actor: Actor, seen: Seen | null, edit: SynonymEdit): Promise<SaveResult> =>
  transact(db, (db) =>
    saveRow<typeof searchSynonyms, SaveResult>(db, actor, SYNONYM, seen, {
      async make() {
        if ((await db.$count(searchSynonyms)) >= MOST)
          return { ok: false, reason: 'synonyms-full', most: MOST }
        await answerMissed(db, edit)
        return createRow(db, actor, SYNONYM, edit)
      },
      async change(before) {
        await answerMissed(db, edit)
        return editRow(db, actor, SYNONYM, before, edit)
      },
    }),
  )

/** Adds a group. */
export const createSynonym = (db: Db, actor: Actor, edit: SynonymEdit) =>
  save(db, actor, null, edit)

/** Changes a group. */
export const editSynonym = (db: Db, actor: Actor, seen: Seen, edit: SynonymEdit) =>
  save(db, actor, seen, edit)

export const switchSynonym = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, SYNONYM, id, isActive))

export const deleteSynonym = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, (db) => deleteRow(db, actor, SYNONYM, seen))
