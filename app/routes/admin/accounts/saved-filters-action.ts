import { findFilter } from '../../../modules/accounts/lists/list-filters.ts'
import {
  deleteFilter,
  renameFilter,
  saveFilter,
} from '../../../modules/accounts/lists/saved-filters.ts'
import {
  FILTER_LONGEST,
  listAt,
  readFilterName,
  readFilterQuery,
} from '../../../rules/accounts/saved-filters.ts'
import { FILTER_LABELS } from '../../../rules/messages/accounts/saved-filters.ts'
import { readSubject, readText } from '../../../web/forms/read-form.ts'
import { type ListAct, saveTextForm } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { answerAct, tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/saved-filters'

/** `save` above a list; `rename` and `delete` on Saved filters. */
export async function actOnFilters(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/saved-filters')
  const seen = readSubject(act.form)
  const intent = readText(act.form, 'intent')
  if (intent === 'delete' && seen)
    return answerAct(
      act,
      'filter-failed',
      () => deleteFilter(act.shop.db, act.actor, seen),
      goodToast('filter-deleted'),
    )
  if (intent === 'save') return seen ? rename(act) : save(act, args)
  return act.respond(badToast('bad-form'))
}

/** Saves a filter and leads back to the list with the same search and filters. */
async function save({ shop, actor, form, respond }: ListAct, { context }: Route.ActionArgs) {
  const path = listAt(readText(form, 'path'))
  if (!path) return respond(badToast('bad-form'))
  const query = readFilterQuery(readText(form, 'query'))
  const back = (toast: Toast) => redirectWith(context, query ? `${path}?${query}` : path, toast)
  if (!query) return back(badToast('filter-empty'))
  const read = readFilterName({ name: readText(form, 'name', FILTER_LONGEST.name) })
  if (!read.ok) return back(badToast('filter-unnamed'))
  const { name } = read.edit
  const done = await tryAct(shop, 'filter-failed', () =>
    saveFilter(shop.db, actor, { path, query, name }),
  )
  return back(done.ok ? goodToast('filter-saved', { name }) : badToast(done))
}

const rename = (act: ListAct) =>
  saveTextForm(act, {
    entity: 'saved_filter',
    labels: FILTER_LABELS,
    read: readFilterName,
    create: async () => ({ ok: false, reason: 'not-found' }),
    edit: renameFilter,
    saved: goodToast('filter-renamed'),
    failed: 'filter-failed',
    fieldOf: { 'filter-taken': 'name' },
    async findBoth(id, { name }) {
      const filter = await findFilter(act.shop.db, act.actor.userId, id)
      if (!filter) return null
      const { version } = filter
      return { version, mine: { name }, theirs: { name: filter.name }, shown: (values) => values }
    },
  })
