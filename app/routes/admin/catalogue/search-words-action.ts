import { findSynonym, synonymActs } from '../../../modules/catalogue/edit/synonyms.ts'
import { removeMissedSearch } from '../../../modules/catalogue/missed-searches.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  readSynonym,
  type SynonymEdit,
  type SynonymValues,
  synonymValues,
} from '../../../rules/catalogue/synonym-form.ts'
import { SYNONYM_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { actOnEntries, compareRow, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { goodToast } from '../../../web/toasts.ts'
import { answerAct } from '../../../web/try-act.ts'
import type { Route } from './+types/search-words'

const FAILED = 'synonym-failed'

/** `save`, `switch` and `delete` of a group of words, and `remove` of a search without result. */
export async function actOnSearchWords(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/search-words')
  const remove = async () => {
    await removeMissedSearch(act.shop.db, readText(act.form, 'words'))
    return { ok: true as const }
  }
  return actOnEntries(act, kindOf(act.shop), {
    remove: () => answerAct(act, FAILED, remove, goodToast('missed-search-removed')),
  })
}

const kindOf = (shop: Shop): EntryKind<keyof SynonymValues, SynonymEdit> => ({
  entity: 'synonym',
  labels: SYNONYM_LABELS,
  read: readSynonym,
  ...synonymActs,
  saved: goodToast('synonym-saved'),
  failed: FAILED,
  deleted: goodToast('synonym-deleted'),
  fieldOf: { 'synonyms-full': 'words' },
  findBoth: compareRow((id) => findSynonym(shop, id), synonymValues),
})
