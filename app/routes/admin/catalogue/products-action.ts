import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  archiveProducts,
  removeProduct,
  restoreProduct,
} from '../../../modules/catalogue/edit/remove-product.ts'
import { type ChangedMany, switchProducts } from '../../../modules/catalogue/edit/switch-product.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { NO_PRODUCTS } from '../../../rules/messages/catalogue/catalogue.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { chooseFrom, readId, readText, readTexts } from '../../../web/forms/read-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import { MOST_AT_ONCE, undo, withUndo } from './undo-products.ts'

type ChangeAct = (
  shop: Shop,
  actor: Actor,
  ids: readonly string[],
) => Promise<ChangedMany | Refusal<'product-missing' | 'product-owed'>>
type Act = {
  shop: Shop
  actor: Actor
  form: FormData
  /** The ticked products; for a button beside a product only that product. */
  ids: [string, ...string[]]
  list: string
  respond: (toast: Toast) => Promise<Response>
}

/** An act on all ticked products, which can be undone. */
const change =
  (changeAct: ChangeAct, to: 'activated' | 'deactivated' | 'archived') =>
  async ({ shop, actor, ids, list, respond }: Act) => {
    const done = await tryAct(shop, 'product-updating-failed', () => changeAct(shop, actor, ids))
    if (!done.ok) return respond(badToast(done))
    const toast = goodToast('products-changed', { count: done.count, to })
    return respond(withUndo(toast, list, done.undo))
  }

async function switchOne({ shop, actor, form, ids: [id], respond }: Act) {
  const status = readText(form, 'active') === 'true' ? 'active' : 'inactive'
  const done = await tryAct(shop, 'product-updating-failed', () =>
    switchProducts(shop.db, actor, [id], status),
  )
  return done.ok ? null : respond(badToast(done))
}

async function remove({ shop, actor, ids: [id], list, respond }: Act) {
  const done = await tryAct(shop, 'product-deleting-failed', () =>
    removeProduct(shop.db, actor, id),
  )
  if (!done.ok) return respond(badToast(done))
  return done.how === 'deleted'
    ? respond(goodToast('product-deleted'))
    : respond(withUndo(goodToast('product-archived', { product: done.name }), list, done.undo))
}

async function restore({ shop, actor, ids: [id], respond }: Act) {
  const done = await tryAct(shop, 'product-updating-failed', () =>
    restoreProduct(shop.db, actor, id),
  )
  return respond(done.ok ? goodToast('product-restored', { product: done.name }) : badToast(done))
}

const ACTS = {
  switch: switchOne,
  delete: remove,
  restore,
  activate: change(({ db }, actor, ids) => switchProducts(db, actor, ids, 'active'), 'activated'),
  deactivate: change(
    ({ db }, actor, ids) => switchProducts(db, actor, ids, 'inactive'),
    'deactivated',
  ),
  archive: change(({ db }, actor, ids) => archiveProducts(db, actor, ids), 'archived'),
}

/** The acts on the product list, on one product or all ticked ones, and their `undo`. */
export async function actOnProducts(args: RequestArgs) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const [id, ...others] = readTexts(form, 'id').flatMap((id) => readId(id) ?? [])
  const list = listPath(args.request, '/admin/products')
  const respond = (toast: Toast) => redirectWith(args.context, list, toast)
  const intent = readText(form, 'intent')
  if (intent === 'undo') return respond(await undo(shop, actor, form))
  if (!id || others.length >= MOST_AT_ONCE) return respond(badToast(NOTHING_CHOSEN))
  const chosen = chooseFrom(ACTS, intent)
  return chosen
    ? chosen({ shop, actor, form, ids: [id, ...others], list, respond })
    : respond(badToast('bad-form'))
}

const NOTHING_CHOSEN = {
  reason: 'bad-form',
  message: NO_PRODUCTS,
} as const
