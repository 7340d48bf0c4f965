import { createHash } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { findLastEditor } from '../../../modules/audit/last-editor.ts'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  findAdminProduct,
  listCategoryChoices,
  listChosenPictures,
} from '../../../modules/catalogue/edit/find-office-product.ts'
import {
  archiveProducts,
  removeProduct,
  restoreProduct,
} from '../../../modules/catalogue/edit/remove-product.ts'
import { saveProduct } from '../../../modules/catalogue/edit/save-product.ts'
import type { SavingErrors } from '../../../modules/catalogue/edit/save-variants.ts'
import {
  type Before,
  type ChangedMany,
  switchProducts,
} from '../../../modules/catalogue/edit/switch-product.ts'
import { undoProductChange } from '../../../modules/catalogue/edit/undo-change.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readProduct, readProductValues } from '../../../rules/catalogue/product-form.ts'
import {
  PRODUCT_TEXT_LABELS,
  type ProductErrors,
  type ProductValues,
  productTexts,
} from '../../../rules/catalogue/product-values.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { sideBySide } from '../../../rules/conflict.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { productSavingErrors } from '../../../rules/messages/catalogue.ts'
import { formatCoded, type Message } from '../../../rules/messages/message.ts'
import { formatRefusal, type Refusal, statusOf } from '../../../rules/messages/refusals.ts'
import { attempt } from '../../../web/attempt.ts'
import { shopContext } from '../../../web/context.ts'
import { readId, readText, readTexts } from '../../../web/forms/read-form.ts'
import { readSubject } from '../../../web/forms/staff-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { readPart } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** How the form is rendered again after a refusal: with all that was typed. */
export type ProductResult = {
  values: ProductValues
  pictures: ChosenPicture[]
  errors: ProductErrors
  said?: Message
  conflict?: Awaited<ReturnType<typeof readConflict>>
}
const LIST = '/admin/products'

/** The list that a form was opened from (`?back=…`), searched and filtered as it was. */
export const readBack = (request: Request) =>
  readReturnPath(new URL(request.url).searchParams.get('back')) ?? LIST

/** Adds a product, or edits the one of `edit`; refused, it answers with the form as it was typed. */
export async function actOnProduct(args: Args, edited: string | null) {
  const act = await readAct(args)
  const shop = args.context.get(shopContext)
  const { form } = act
  const values = readProductValues(form)
  const actor = withContent(act.actor, values)
  const edit = edited === null ? null : readSubject(form)
  const leave = (toast: Toast) => redirectWith(args.context, readBack(args.request), toast)
  if (edited !== null && edit?.id !== edited) return leave(badToast('product-missing'))
  const choices = edit && (await readPart(shop, 'categories', () => listCategoryChoices(shop.db)))
  const read = readProduct(values, choices !== null && choices.length > 0)
  if (!read.ok) return answer(shop, values, { errors: read.errors }, 400)
  const saved = goodToast(edit ? 'product-updated' : 'product-added')
  const failed = edit ? 'product-updating-failed' : 'product-adding-failed'
  const done = await attempt(shop, failed, () => saveProduct(shop, actor, read.product, edit))
  if (done.ok) return leave(saved)
  if (done.reason === 'product-missing') return leave(badToast('product-missing'))
  if (done.reason === 'edited-meanwhile' && edit) {
    const conflict = await readConflict(shop, values, edit.id)
    // It stands as it was typed: saved by this very form, or by somebody else.
    if (conflict?.fields.length === 0) return leave(saved)
    return answer(shop, values, { errors: {}, ...(conflict && { conflict }) }, 409)
  }
  if ('errors' in done && done.errors) {
    const typed = done.gone ? { ...values, gone: done.gone } : values
    return answer(shop, typed, { errors: formatErrors(done.errors) }, 409)
  }
  return answer(shop, values, { errors: {}, said: formatRefusal(done) }, statusOf(done.reason))
}

const formatErrors = (errors: SavingErrors): ProductErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [
      field,
      formatCoded(productSavingErrors, error),
    ]),
  )

/** A press that was lost and then sent with other words is another one: nothing of them may go unsaved unsaid. */
function withContent<A extends Actor>(actor: A, values: ProductValues): A {
  const print = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
  return actor.request ? { ...actor, request: `${actor.request}-${print}` } : actor
}

async function answer(
  shop: Shop,
  values: ProductValues,
  rest: Omit<ProductResult, 'values' | 'pictures'>,
  status: number,
) {
  const ids = values.images.map(({ id }) => id)
  return data<ProductResult>(
    { values, pictures: await listChosenPictures(shop, ids), ...rest },
    { status },
  )
}

/** What stands now beside what was typed. */
async function readConflict(shop: Shop, values: ProductValues, id: string) {
  const [theirs, by, choices] = await Promise.all([
    findAdminProduct(shop, id),
    findLastEditor(shop.db, 'product', id),
    listCategoryChoices(shop.db),
  ])
  if (!theirs) return undefined
  const nameOf = (category: string) => choices.find((one) => one.id === category)?.name ?? ''
  return {
    version: theirs.version,
    by,
    fields: sideBySide(
      PRODUCT_TEXT_LABELS,
      productTexts(values, nameOf),
      productTexts(theirs.values, nameOf),
    ),
  }
}

/** A page of the list: Undo names them all in a cookie, which holds 4 KB. */
const MOST_AT_ONCE = 25
const several = (count: number, what: string) =>
  `${count} ${count === 1 ? 'product' : 'products'} ${what}`

/** `switch`, `delete`, `restore`, for the ticked ones `activate`, `deactivate`, `archive`, and their `undo`. */
export async function actOnProducts(args: Args) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const intent = readText(form, 'intent')
  const ids = readTexts(form, 'id').flatMap((id) => readId(id) ?? [])
  const [id] = ids
  const list = listPath(args.request, LIST)
  const say = (toast: Toast) => redirectWith(args.context, list, toast)
  if (intent === 'undo') return say(await undo(shop, actor, form))
  if (!id || ids.length > MOST_AT_ONCE) return say(badToast(NOTHING_CHOSEN))

  if (intent === 'delete') {
    const done = await attempt(shop, 'product-deleting-failed', () =>
      removeProduct(shop, actor, id),
    )
    if (!done.ok) return say(badToast(done))
    return done.how === 'deleted'
      ? say(goodToast('product-deleted'))
      : say(withUndo(goodToast('product-archived', { product: done.name }), list, done.undo))
  }
  const change = async (
    act: () => Promise<ChangedMany | Refusal<'product-missing'>>,
    what: string,
  ) => {
    const done = await attempt(shop, 'product-updating-failed', act)
    if (!done.ok) return say(badToast(done))
    const message = several(done.count, what)
    return say(withUndo(goodToast('products-changed', { message }), list, done.undo))
  }
  switch (intent) {
    case 'switch': {
      const status = readText(form, 'active') === 'true' ? 'active' : 'inactive'
      const done = await attempt(shop, 'product-updating-failed', () =>
        switchProducts(shop, actor, [id], status),
      )
      return done.ok ? null : say(badToast(done))
    }
    case 'activate':
      return change(() => switchProducts(shop, actor, ids, 'active'), 'activated')
    case 'deactivate':
      return change(() => switchProducts(shop, actor, ids, 'inactive'), 'deactivated')
    case 'archive':
      return change(() => archiveProducts(shop, actor, ids), 'archived')
    case 'restore': {
      const done = await attempt(shop, 'product-updating-failed', () =>
        restoreProduct(shop, actor, id),
      )
      return say(done.ok ? goodToast('product-restored', { product: done.name }) : badToast(done))
    }
    default:
      return say(badToast('bad-form'))
  }
}

const withUndo = (toast: Toast, to: string, undo: readonly Before[]): Toast =>
  undo.length === 0
    ? toast
    : {
        ...toast,
        action: {
          label: 'Undo',
          to,
          fields: [
            ['intent', 'undo'],
            ...undo.map(
              ({ id, version, status }) => ['was', `${id} ${version} ${status}`] as const,
            ),
          ],
        },
      }

const oneBefore = z
  .string()
  .transform((text): unknown => text.split(' '))
  .pipe(z.tuple([z.uuid(), z.coerce.number().int().positive(), z.enum(PRODUCT_STATUSES)]))
  .transform(([id, version, status]) => ({ id, version, status }))
const undone = z.array(oneBefore).min(1).max(MOST_AT_ONCE)

/** Takes a bulk act back for exactly those that it changed. */
async function undo(shop: Shop, actor: Actor, form: FormData): Promise<Toast> {
  const read = undone.safeParse(readTexts(form, 'was'))
  if (!read.success) return badToast('bad-form')
  const { data: changed } = read
  const done = await attempt(shop, 'product-updating-failed', () =>
    undoProductChange(shop, actor, changed),
  )
  if (!done.ok) return badToast(done)
  const left = changed.length - done.count
  const rest = left === 0 ? '' : `, ${left} changed again meanwhile`
  return goodToast('products-changed', { message: `${several(done.count, 'as before')}${rest}` })
}

const NOTHING_CHOSEN = {
  reason: 'bad-form',
  message: 'Please choose at least one product.',
} as const
