import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  findAdminProduct,
  listCategoryChoices,
  listChosenPictures,
} from '../../../modules/catalogue/edit/find-admin-product.ts'
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
import { type ProductEdit, readProduct } from '../../../rules/catalogue/product-form.ts'
import {
  type ProductErrors,
  type ProductValues,
  productTexts,
} from '../../../rules/catalogue/product-values.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { sideBySide } from '../../../rules/conflict.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { NO_PRODUCTS, productSavingErrors } from '../../../rules/messages/catalogue/catalogue.ts'
import { PRODUCT_TEXT_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { UNDO } from '../../../rules/messages/forms.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { readId, readSubject, readText, readTexts } from '../../../web/forms/read-form.ts'
import {
  type Comparison,
  type FormKind,
  type Sent,
  saveForm,
} from '../../../web/forms/save-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { readPart } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import { readProductValues } from './read-product-values.ts'

const LIST = '/admin/products'

/** The list that a form was opened from (`?back=…`), searched and filtered as it was. */
export const readBack = (request: Request) =>
  readReturnPath(new URL(request.url).searchParams.get('back')) ?? LIST

/** Adds a product, or edits the one of `edit`; refused, it answers with the form as it was typed. */
export async function actOnProduct(args: RequestArgs, edited: string | null) {
  const act = await readAct(args)
  const shop = args.context.get(shopContext)
  const { form } = act
  const values = readProductValues(form)
  const actor = withContent(act.actor, values)
  const seen = edited === null ? null : readSubject(form)
  const isAnother = edited === null && readText(form, 'then') === 'another'
  const to = isAnother ? anotherForm(args.request) : readBack(args.request)
  const leave = (toast: Toast) => redirectWith(args.context, to, toast)
  if (edited !== null && seen?.id !== edited) return leave(badToast('product-missing'))
  const sent = { seen, values }
  const choices = seen && (await readPart(shop, 'categories', () => listCategoryChoices(shop.db)))
  return saveForm(shop, sent, kindOf(shop, actor, sent, choices ?? []), leave)
}

/** The form of the next product, a copy again where this one was; each time another address, so that it begins anew. */
function anotherForm(request: Request) {
  const from = readId(new URL(request.url).searchParams.get('from'))
  const again = randomUUID().slice(0, 8)
  return `/admin/add-product?${new URLSearchParams({ ...(from && { from }), again })}`
}

type Choices = Awaited<ReturnType<typeof listCategoryChoices>>

const kindOf = (
  shop: Shop,
  actor: Actor,
  { seen, values }: Sent<ProductValues>,
  choices: Choices,
): FormKind<ProductValues, ProductEdit, ProductErrors, { pictures: ChosenPicture[] }> => ({
  entity: 'product',
  read(values) {
    const read = readProduct(values, choices.length > 0)
    return read.ok ? { ok: true, edit: read.product } : read
  },
  async save(product, seen) {
    const done = await saveProduct(shop, actor, product, seen)
    if (done.ok || !done.errors) return done
    const { gone = values.gone } = done
    return {
      ok: false,
      status: statusOf(done),
      errors: formatErrors(done.errors),
      values: { ...values, gone },
    }
  },
  saved: goodToast(seen ? 'product-updated' : 'product-added'),
  failed: seen ? 'product-updating-failed' : 'product-adding-failed',
  missing: 'product-missing',
  compare: (id, _product, { values }) => compare(shop, values, id),
  extras: async ({ images }) => ({
    pictures: await listChosenPictures(
      shop,
      images.map((image) => image.id),
    ),
  }),
})

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

/** Its lists move the stock by what was typed: they are not merged, and whoever saves over another sees all of it. */
async function compare(
  shop: Shop,
  values: ProductValues,
  id: string,
): Promise<Comparison<ProductValues> | null> {
  const [theirs, choices] = await Promise.all([
    findAdminProduct(shop, id),
    listCategoryChoices(shop.db),
  ])
  if (!theirs) return null
  const nameOf = (category: string) => choices.find((one) => one.id === category)?.name ?? ''
  const fields = sideBySide(
    PRODUCT_TEXT_LABELS,
    productTexts(values, nameOf),
    productTexts(theirs.values, nameOf),
  )
  const { version, values: stored } = theirs
  return { version, theirs: stored, fields, merged: values, isSame: fields.length === 0 }
}

/** A page of the list: Undo names them all in a cookie, which holds 4 KB. */
const MOST_AT_ONCE = 25

/** `switch`, `delete`, `restore`, for the ticked ones `activate`, `deactivate`, `archive`, and their `undo`. */
export async function actOnProducts(args: RequestArgs) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const intent = readText(form, 'intent')
  const ids = readTexts(form, 'id').flatMap((id) => readId(id) ?? [])
  const [id] = ids
  const list = listPath(args.request, LIST)
  const respond = (toast: Toast) => redirectWith(args.context, list, toast)
  if (intent === 'undo') return respond(await undo(shop, actor, form))
  if (!id || ids.length > MOST_AT_ONCE) return respond(badToast(NOTHING_CHOSEN))

  if (intent === 'delete') {
    const done = await tryAct(shop, 'product-deleting-failed', () =>
      removeProduct(shop.db, actor, id),
    )
    if (!done.ok) return respond(badToast(done))
    return done.how === 'deleted'
      ? respond(goodToast('product-deleted'))
      : respond(withUndo(goodToast('product-archived', { product: done.name }), list, done.undo))
  }
  const change = async (
    act: () => Promise<ChangedMany | Refusal<'product-missing' | 'product-owed'>>,
    to: 'activated' | 'deactivated' | 'archived',
  ) => {
    const done = await tryAct(shop, 'product-updating-failed', act)
    if (!done.ok) return respond(badToast(done))
    return respond(
      withUndo(goodToast('products-changed', { count: done.count, to }), list, done.undo),
    )
  }
  switch (intent) {
    case 'switch': {
      const status = readText(form, 'active') === 'true' ? 'active' : 'inactive'
      const done = await tryAct(shop, 'product-updating-failed', () =>
        switchProducts(shop.db, actor, [id], status),
      )
      return done.ok ? null : respond(badToast(done))
    }
    case 'activate':
      return change(() => switchProducts(shop.db, actor, ids, 'active'), 'activated')
    case 'deactivate':
      return change(() => switchProducts(shop.db, actor, ids, 'inactive'), 'deactivated')
    case 'archive':
      return change(() => archiveProducts(shop.db, actor, ids), 'archived')
    case 'restore': {
      const done = await tryAct(shop, 'product-updating-failed', () =>
        restoreProduct(shop.db, actor, id),
      )
      return respond(
        done.ok ? goodToast('product-restored', { product: done.name }) : badToast(done),
      )
    }
    default:
      return respond(badToast('bad-form'))
  }
}

const withUndo = (toast: Toast, to: string, undo: readonly Before[]): Toast =>
  undo.length === 0
    ? toast
    : {
        ...toast,
        action: {
          label: UNDO,
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
  const done = await tryAct(shop, 'product-updating-failed', () =>
    undoProductChange(shop.db, actor, changed),
  )
  if (!done.ok) return badToast(done)
  const left = changed.length - done.count
  return goodToast('products-changed', { count: done.count, to: 'as before', left })
}

const NOTHING_CHOSEN = {
  reason: 'bad-form',
  message: NO_PRODUCTS,
} as const
