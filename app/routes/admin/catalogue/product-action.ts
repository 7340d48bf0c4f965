import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  findAdminProduct,
  listCategoryChoices,
  listChosenPictures,
} from '../../../modules/catalogue/edit/find-admin-product.ts'
import { saveProduct } from '../../../modules/catalogue/edit/save-product.ts'
import type { SavingErrors } from '../../../modules/catalogue/edit/save-variants.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type ProductEdit, readProduct } from '../../../rules/catalogue/product-form.ts'
import {
  type ProductErrors,
  type ProductValues,
  productTexts,
} from '../../../rules/catalogue/product-values.ts'
import { sideBySide } from '../../../rules/conflict.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { productSavingErrors } from '../../../rules/messages/catalogue/errors.ts'
import { PRODUCT_TEXT_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { readId, readSubject, readText } from '../../../web/forms/read-form.ts'
import {
  type Comparison,
  type FormKind,
  type Sent,
  saveForm,
} from '../../../web/forms/save-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { readProductValues } from './read-product-values.ts'

const LIST = '/admin/products'

/** The list from which a form was opened (`?back=…`), with its search and filters. */
export const readBack = (request: Request) =>
  readReturnPath(new URL(request.url).searchParams.get('back')) ?? LIST

/** Adds a product, or edits the one of `edited`; a refusal answers with the form as typed. */
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

/**
 * The form of the next product, again as a copy when this one was; its address is new each time, so that the form
 * starts anew.
 */
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

/**
 * Adds a hash of the values to the press's name: a press that was lost and then sent with other values counts as a new
 * one, so that no change is dropped silently.
 */
function withContent<A extends Actor>(actor: A, values: ProductValues): A {
  const print = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
  return actor.request ? { ...actor, request: `${actor.request}-${print}` } : actor
}

/**
 * Its lists move the stock by the typed numbers, so they are not merged: whoever overwrites another edit sees all of
 * it.
 */
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
