import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  createSynonym,
  deleteSynonym,
  editSynonym,
  findSynonym,
  switchSynonym,
} from '../../../modules/catalogue/edit/synonyms.ts'
import { removeMissedSearch } from '../../../modules/catalogue/missed-searches.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  readSynonym,
  type SynonymEdit,
  type SynonymValues,
  synonymValues,
} from '../../../rules/catalogue/synonym-form.ts'
import { SYNONYM_LABELS } from '../../../rules/messages/words/catalogue.ts'
import { yesNo } from '../../../rules/messages/words/forms.ts'
import { answerAct } from '../../../web/attempt.ts'
import { deleteEntry, switchEntry } from '../../../web/forms/entry-acts.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { saveTextForm, type TextFormKind } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/search-words'

const FAILED = 'synonym-failed'

/** `save`, `switch` and `delete` of a group of words, and `remove` of a search without result. */
export async function actOnSearchWords(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/search-words')
  const { shop, actor, form, say } = act

  switch (readText(form, 'intent')) {
    case 'save':
      return saveTextForm(shop, form, kindOf(shop, actor), say)
    case 'switch':
      return switchEntry(act, FAILED, (id, isActive) => switchSynonym(shop.db, actor, id, isActive))
    case 'delete':
      return deleteEntry(act, FAILED, goodToast('synonym-deleted'), (seen) =>
        deleteSynonym(shop.db, actor, seen),
      )
    case 'remove':
      return answerAct(
        act,
        FAILED,
        async () => {
          await removeMissedSearch(shop.db, readText(form, 'words'))
          return { ok: true as const }
        },
        goodToast('missed-search-removed'),
      )
    default:
      return say(badToast('bad-form'))
  }
}

const kindOf = (shop: Shop, actor: Actor): TextFormKind<keyof SynonymValues, SynonymEdit> => ({
  entity: 'synonym',
  labels: SYNONYM_LABELS,
  read: readSynonym,
  create: (edit) => createSynonym(shop.db, actor, edit),
  edit: (edit, seen) => editSynonym(shop.db, actor, seen, edit),
  saved: goodToast('synonym-saved'),
  failed: FAILED,
  fieldOf: { 'synonyms-full': 'words' },
  async findBoth(id, edit) {
    const group = await findSynonym(shop, id)
    if (!group) return null
    const shown = (values: SynonymValues): SynonymValues => ({
      ...values,
      isActive: yesNo(values.isActive === 'true'),
    })
    return {
      version: group.version,
      mine: synonymValues(edit),
      theirs: synonymValues(group),
      shown,
    }
  },
})
