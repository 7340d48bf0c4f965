import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { findLastEditor } from '../modules/audit/last-editor.ts'
import type { Actor } from '../modules/audit/record-audit.ts'
import {
  deleteCategory,
  moveCategory,
  switchCategory,
} from '../modules/catalogue/arrange-categories.ts'
import { findOfficeCategory, listOfficeCategories } from '../modules/catalogue/office-categories.ts'
import { createCategory, editCategory } from '../modules/catalogue/save-category.ts'
import { listChosenPictures } from '../modules/products/find-office-product.ts'
import type { Shop } from '../platform/shop.server.ts'
import { type CategoryEdit, readCategory } from '../rules/category-form.ts'
import { CATEGORY_LABELS, type CategoryValues, categoryValues } from '../rules/category-values.ts'
import { mergeEdits, sideBySide } from '../rules/conflict.ts'
import { type Reason, wordsFor } from '../rules/words.ts'
import { attempt } from './attempt.ts'
import { shopContext } from './context.ts'
import { readForm } from './read-form.ts'
import {
  type FormAnswer,
  formAgain,
  readId,
  readLoaded,
  readSubject,
  readValues,
} from './staff-form.ts'
import { requireActor } from './staff-guards.ts'
import { listPath } from './staff-list.ts'
import { badToast, goodToast, redirectWith, type Toast } from './toasts.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Answer = FormAnswer<CategoryValues>
const FIELDS = Object.keys(CATEGORY_LABELS) as (keyof CategoryValues)[]
const FAILED = 'category-failed'

const move = z.object({
  way: z.enum(['up', 'down']),
  id: z.uuid(),
  // The ids of a whole level: longer than what a person types.
  seen: z
    .string()
    .max(40_000)
    .transform((ids) => ids.split(',')),
})
/** The pressed button says which category goes which way: `up:<id>`. */
function readMove(form: FormData) {
  const [way, id] = readValues(form, ['move']).move.split(':')
  const read = move.safeParse({ way, id, seen: form.get('seen') })
  return read.success ? read.data : null
}

/** `save`, `move`, `switch` and `delete` on Categories. */
export async function actOnCategories(args: Args) {
  const actor = await requireActor(args)
  const shop = args.context.get(shopContext)
  const form = await readForm(args.request)
  const say = (toast: Toast) =>
    redirectWith(args.context, listPath(args.request, '/admin/categories', ['edit', 'new']), toast)

  switch (form.get('intent')) {
    case 'save':
      return save(shop, actor, form, say)
    case 'move': {
      const wanted = readMove(form)
      if (!wanted) return say(badToast('bad-form'))
      const done = await attempt(shop, FAILED, () => moveCategory(shop.db, actor, wanted))
      return done.ok ? null : say(badToast(done.reason))
    }
    case 'switch': {
      const id = readId(form.get('id'))
      if (!id) return say(badToast('bad-form'))
      const isActive = form.get('active') === 'true'
      const done = await attempt(shop, FAILED, () => switchCategory(shop.db, actor, id, isActive))
      return done.ok ? null : say(badToast(done.reason))
    }
    case 'delete': {
      const seen = readSubject(form)
      if (!seen) return say(badToast('bad-form'))
      const done = await attempt(shop, FAILED, () => deleteCategory(shop.db, actor, seen))
      return say(done.ok ? goodToast('category-deleted') : badToast(done.reason))
    }
    default:
      return say(badToast('bad-form'))
  }
}

/** What is wrong with one field stands beside it. */
const FIELD_OF: Partial<Record<Reason, keyof CategoryValues>> = {
  'category-slug-taken': 'slug',
  'category-has-children': 'parentId',
  'category-parent-gone': 'parentId',
  'category-picture-gone': 'pictureId',
}

async function save(
  shop: Shop,
  actor: Actor,
  form: FormData,
  say: (toast: Toast) => Promise<Response>,
) {
  const values = readValues(form, FIELDS)
  const seen = form.has('id') ? readSubject(form) : null
  if (form.has('id') && !seen) return say(badToast('bad-form'))
  const read = readCategory(values)
  if (!read.ok) return data<Answer>({ values, errors: read.errors }, { status: 400 })
  const done = await attempt(shop, FAILED, async () =>
    seen
      ? editCategory(shop.db, actor, seen, read.category)
      : createCategory(shop.db, actor, read.category),
  )
  if (done.ok) return say(goodToast('category-saved'))
  if (done.reason === 'not-found') return say(badToast('not-found'))
  if (done.reason === 'edited-meanwhile' && seen) {
    const edits = await compareEdits(shop, seen.id, read.category, readLoaded(form, FIELDS))
    if (!edits) return say(badToast('not-found'))
    const { conflict, merged, theirs, picture } = edits
    if (conflict.fields.length === 0) {
      // Somebody else has made the same change.
      if (FIELDS.every((field) => merged[field] === theirs[field]))
        return say(goodToast('category-saved'))
      const { version } = conflict
      return save(shop, actor, formAgain({ id: seen.id, version }, merged, theirs), say)
    }
    return data<Answer>({ values: merged, errors: {}, conflict, picture }, { status: 409 })
  }
  const said = wordsFor(done.reason)
  const field = FIELD_OF[done.reason]
  return data<Answer>(
    field
      ? { values, errors: { [field]: said.description ?? said.title } }
      : { values, errors: {}, said },
    { status: field ? 400 : 500 },
  )
}

/** What stands now and what was typed, as it would have been stored: put together, and where both changed. */
async function compareEdits(
  shop: Shop,
  id: string,
  edit: CategoryEdit,
  loaded: CategoryValues | null,
) {
  const [category, by, tree] = await Promise.all([
    findOfficeCategory(shop, id),
    findLastEditor(shop.db, 'category', id),
    listOfficeCategories(shop),
  ])
  if (!category) return null
  const names = new Map(tree.map((top) => [top.id, top.name]))
  const shown = (values: CategoryValues): CategoryValues => ({
    ...values,
    parentId: names.get(values.parentId) ?? '',
    isActive: values.isActive === 'true' ? 'Yes' : 'No',
    pictureId: !values.pictureId
      ? ''
      : values.pictureId === category.picture?.id
        ? 'The saved one'
        : 'Another one',
  })
  const mine: CategoryValues = {
    name: edit.name,
    slug: edit.slug ?? category.slug,
    parentId: edit.parentId ?? '',
    pictureId: edit.pictureId ?? '',
    isActive: String(edit.isActive),
  }
  const theirs = categoryValues(category)
  const { merged, clashes } = mergeEdits({ mine, theirs, loaded })
  const fields = sideBySide(CATEGORY_LABELS, shown(mine), shown(theirs), clashes)
  const [picture = null] = await listChosenPictures(shop, [merged.pictureId])
  return { merged, theirs, picture, conflict: { version: category.version, by, fields } }
}
