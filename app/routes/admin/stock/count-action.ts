import { redirect } from 'react-router'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { addCounted, forgetCounted } from '../../../modules/stock/counts/count-stock.ts'
import { bookCount, cancelCount } from '../../../modules/stock/counts/end-count.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { listProductStock } from '../../../modules/stock/read-stock-levels.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readUnits } from '../../../rules/stock/stock-changes.ts'
import { shopContext } from '../../../web/context.ts'
import { chooseAct, readId, readText } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/count'

/** The actor, the stock-take, the form, and the way to answer it. */
type Act = {
  shop: Shop
  actor: Actor
  form: FormData
  id: string
  path: string
  respond: (toast: Toast, query?: string) => Promise<Response>
}
type CountedLine = { variantId: string; quantity: number }

async function note({ shop, actor, id, respond }: Act, lines: CountedLine[]) {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const done = await addCounted(shop.db, actor, id, lines)
  if (!done.ok) return respond(badToast(done))
  const product = lines.length === 1 ? '1 size' : `${lines.length} sizes`
  return respond(goodToast('count-noted', { product, units }))
}

/** A scan counts one unit. */
async function find(act: Act) {
  const { shop, form, path } = act
  const text = readText(form, 'find', 100)
  const found = text ? await findScanned(shop.db, text) : undefined
  if (!found) return redirect(`${path}?find=${encodeURIComponent(text)}`)
  const sizes = found.variantId ? [] : await listProductStock(shop, found.productId)
  const variantId = found.variantId ?? (sizes.length === 1 ? sizes[0]?.id : undefined)
  if (!variantId) return redirect(`${path}?find=${encodeURIComponent(text)}`)
  return note(act, [{ variantId, quantity: 1 }])
}

async function noteTyped(act: Act) {
  const lines = [...act.form.keys()].slice(0, 100).flatMap((name) => {
    const variantId = name.startsWith('n:') ? readId(name.slice(2)) : null
    const typed = readText(act.form, name)
    if (!variantId || typed === '') return []
    return [{ variantId, quantity: readUnits(typed) }]
  })
  const read = lines.flatMap(({ variantId, quantity }) =>
    quantity === null ? [] : [{ variantId, quantity }],
  )
  if (read.length < lines.length || read.length === 0) return act.respond(badToast('bad-form'))
  return note(act, read)
}

async function forget({ shop, actor, form, id, path, respond }: Act) {
  const done = await forgetCounted(shop.db, actor, id, readId(readText(form, 'variant')) ?? id)
  return done.ok ? redirect(path) : respond(badToast(done))
}

async function book({ shop, actor, id, respond }: Act) {
  const done = await bookCount(shop.db, actor, id)
  return done.ok ? respond(goodToast('count-booked', done)) : respond(badToast(done), '?review=1')
}

async function cancel({ shop, actor, id, respond }: Act) {
  const done = await cancelCount(shop.db, actor, id)
  return respond(done.ok ? goodToast('count-cancelled') : badToast(done))
}

const ACTS = {
  find,
  note: noteTyped,
  forget,
  book,
  cancel,
}

/** The acts on one stock-take. */
export async function actOnCount(args: Route.ActionArgs, id: string) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const path = `/admin/stock-takes/${id}`
  const respond = (toast: Toast, query = '') => redirectWith(args.context, path + query, toast)
  const chosen = chooseAct(ACTS, form)
  return chosen ? chosen({ shop, actor, form, id, path, respond }) : respond(badToast('bad-form'))
}
