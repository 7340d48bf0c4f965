import { data, redirect } from 'react-router'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { addCounted, forgetCounted } from '../../../modules/stock/counts/count-stock.ts'
import { bookCount, cancelCount } from '../../../modules/stock/counts/end-count.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { listProductStock } from '../../../modules/stock/read-stock-levels.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { countErrors } from '../../../rules/messages/stock/stock.ts'
import { readUnits } from '../../../rules/stock/stock-changes.ts'
import { shopContext } from '../../../web/context.ts'
import { chooseAct, readId, readText } from '../../../web/forms/read-form.ts'
import { readWord } from '../../../web/lists/list-query.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/count'
import { findSizes } from './count-sizes.ts'

/** The actor, the stock-take, the form, and the way to answer it. */
type Act = {
  shop: Shop
  actor: Actor
  form: FormData
  id: string
  path: string
  /** The words that found the sizes on the screen, whose fields may hold numbers that are not noted yet. */
  listed: string
  respond: (toast: Toast, query?: string) => Promise<Response>
}
/** More than the sizes of many searches, whose fields stay until they are noted. */
const MOST_FIELDS = 1_000
type CountedLine = { variantId: string; quantity: number }

/** The typed values of the sizes, the fields that are wrong, and why nothing was noted. */
export type CountResult = { typed: Record<string, string>; wrong: string[]; error: string }

/** The address that shows these sizes again after another act. */
const showing = (listed: string) => (listed ? `?sizes=${encodeURIComponent(listed)}` : '')

async function note({ shop, actor, id, respond }: Act, lines: CountedLine[], query = '') {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const done = await addCounted(shop.db, actor, id, lines)
  if (!done.ok) return respond(badToast(done), query)
  const product = lines.length === 1 ? '1 size' : `${lines.length} sizes`
  return respond(goodToast('count-noted', { product, units }), query)
}

/** A scan counts one unit. */
async function find(act: Act) {
  const { shop, form, path, listed } = act
  const text = readText(form, 'find', 100)
  if (!text) return redirect(path + showing(listed))
  const found = await findScanned(shop.db, text)
  const sizes = found && !found.variantId ? await listProductStock(shop, found.productId) : []
  const variantId = found?.variantId ?? (sizes.length === 1 ? sizes[0]?.id : undefined)
  if (variantId) return note(act, [{ variantId, quantity: 1 }], showing(listed))
  const isListed = (await findSizes(shop, text)).length > 0
  const query = new URLSearchParams({ find: text, ...(!isListed && listed && { sizes: listed }) })
  return redirect(`${path}?${query}`)
}

/** A refusal is answered in place: a redirect would lose what was typed. */
async function noteTyped(act: Act) {
  const typed: CountResult['typed'] = {}
  const wrong: string[] = []
  const lines: CountedLine[] = []
  for (const name of [...act.form.keys()].slice(0, MOST_FIELDS)) {
    const variantId = name.startsWith('n:') ? readId(name.slice(2)) : null
    const text = readText(act.form, name)
    if (!variantId || text === '') continue
    typed[name] = text
    const quantity = readUnits(text)
    if (quantity === null) wrong.push(name)
    else lines.push({ variantId, quantity })
  }
  if (wrong.length === 0 && lines.length > 0) return note(act, lines)
  const error = countErrors[wrong.length > 0 ? 'units-bad' : 'nothing-counted']
  return data<CountResult>({ typed, wrong, error }, { status: statusOf('bad-form') })
}

async function forget({ shop, actor, form, id, path, listed, respond }: Act) {
  const done = await forgetCounted(shop.db, actor, id, readId(readText(form, 'variant')) ?? id)
  return done.ok ? redirect(path + showing(listed)) : respond(badToast(done))
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
  const listed = readWord(args.request, 'sizes') ?? readWord(args.request, 'find') ?? ''
  const chosen = chooseAct(ACTS, form)
  return chosen
    ? chosen({ shop, actor, form, id, path, listed, respond })
    : respond(badToast('bad-form'))
}
