import { z } from 'zod'
import {
  deleteCategory,
  moveCategory,
  switchCategory,
} from '../../../modules/catalogue/edit/arrange-categories.ts'
import { listChosenPictures } from '../../../modules/catalogue/edit/find-admin-product.ts'
import {
  findAdminCategory,
  listAdminCategories,
} from '../../../modules/catalogue/edit/list-admin-categories.ts'
import { createCategory, editCategory } from '../../../modules/catalogue/edit/save-category.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type CategoryEdit, readCategory } from '../../../rules/catalogue/category-form.ts'
import { type CategoryValues, categoryValues } from '../../../rules/catalogue/category-values.ts'
import { isGuideKind } from '../../../rules/catalogue/size-guide.ts'
import { GUIDE_NAMES } from '../../../rules/messages/catalogue/sizes.ts'
import { CATEGORY_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { pictureNotice, yesNo } from '../../../rules/messages/forms.ts'
import { actOnEntries, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { answerAct } from '../../../web/try-act.ts'
import type { Route } from './+types/categories'

const FAILED = 'category-failed'

// The ids of a whole level are longer than texts that people type.
const LONGEST_LEVEL = 40_000
const move = z.object({
  way: z.enum(['up', 'down']),
  id: z.uuid(),
  seen: z.string().transform((ids) => ids.split(',')),
})
/** The pressed button names the category and the direction: `up:<id>`. */
function readMove(form: FormData) {
  const [way, id] = readText(form, 'move').split(':')
  const read = move.safeParse({ way, id, seen: readText(form, 'seen', LONGEST_LEVEL) })
  return read.success ? read.data : null
}

/** `save`, `move`, `switch` and `delete` on Categories. */
export async function actOnCategories(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/categories')
  const { shop, actor, form, respond } = act
  return actOnEntries(act, kindOf(shop), {
    move() {
      const requested = readMove(form)
      if (!requested) return respond(badToast('bad-form'))
      return answerAct(act, FAILED, () => moveCategory(shop.db, actor, requested))
    },
  })
}

const kindOf = (shop: Shop): EntryKind<keyof CategoryValues, CategoryEdit> => ({
  entity: 'category',
  labels: CATEGORY_LABELS,
  read: readCategory,
  create: createCategory,
  edit: editCategory,
  switch: switchCategory,
  delete: deleteCategory,
  saved: goodToast('category-saved'),
  failed: FAILED,
  deleted: goodToast('category-deleted'),
  fieldOf: {
    'category-slug-taken': 'slug',
    'category-has-children': 'parentId',
    'category-parent-gone': 'parentId',
    'category-picture-gone': 'pictureId',
  },
  findPicture: async ({ pictureId }) => (await listChosenPictures(shop, [pictureId]))[0] ?? null,
  async findBoth(id, edit) {
    const [category, tree] = await Promise.all([
      findAdminCategory(shop, id),
      listAdminCategories(shop),
    ])
    if (!category) return null
    const names = new Map(tree.map((top) => [top.id, top.name]))
    const theirs = categoryValues(category)
    const mine: CategoryValues = {
      name: edit.name,
      slug: edit.slug ?? category.slug,
      parentId: edit.parentId ?? '',
      sizeGuide: edit.sizeGuide ?? '',
      pictureId: edit.pictureId ?? '',
      isActive: String(edit.isActive),
    }
    const shown = (values: CategoryValues): CategoryValues => ({
      ...values,
      parentId: names.get(values.parentId) ?? '',
      sizeGuide: isGuideKind(values.sizeGuide) ? GUIDE_NAMES[values.sizeGuide] : '',
      isActive: yesNo(values.isActive === 'true'),
      pictureId: pictureNotice(values.pictureId, theirs.pictureId),
    })
    return { version: category.version, mine, theirs, shown }
  },
})
