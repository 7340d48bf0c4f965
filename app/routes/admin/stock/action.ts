import { data } from 'react-router'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { allowPreorders } from '../../../modules/catalogue/edit/allow-preorders.ts'
import {
  adjustStockLevel,
  type Changed,
  receiveStock,
} from '../../../modules/stock/change-stock.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { writeLocalTime } from '../../../rules/local-time.ts'
import { fieldErrors } from '../../../rules/messages/general.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { adjustmentErrors } from '../../../rules/messages/stock/stock.ts'
import { PLAIN } from '../../../rules/messages/stock/words.ts'
import { fieldsOf, readAllowed } from '../../../rules/stock/preorder-form.ts'
import {
  type Adjustment,
  checkAdjustment,
  LONGEST_NOTE,
  readUnits,
  type StockResult,
} from '../../../rules/stock/stock-changes.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { chooseAct, readForm, readId, readValues } from '../../../web/forms/read-form.ts'
import { type FormKind, saveForm } from '../../../web/forms/save-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'

type Act = (
  args: RequestArgs,
  actor: Actor,
  sent: StockForm,
) => Promise<Response | ReturnType<typeof refuse>>
/** A sent form, and the screen to which it leads back. */
type StockForm = { productId: string; version: number; typed: Record<string, string>; back: string }

const UNITS = 'units:'
const SEEN = 'seen:'
/** More than the most variants of a product. */
const MOST_FIELDS = 1000

/** The screen of the form, with its dialog closed. */
function backFrom(request: Request) {
  // With scripts an act is sent to `….data`.
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  return listPath(request, path, ['receive', 'adjust', 'exact'])
}

function readSent(request: Request, form: FormData): StockForm | null {
  const typed: Record<string, string> = readValues(form, [...form.keys()].slice(0, MOST_FIELDS))
  const productId = readId(typed['product'] ?? null)
  // The last version field counts: the button of the notice about a second editor sends the current version.
  const version = /^\d{1,15}$/.test(typed['version'] ?? '') ? Number(typed['version']) : null
  return productId && version !== null
    ? { productId, version, typed, back: backFrom(request) }
    : null
}

const refuse = (answer: StockResult, status: number) => data<StockResult>(answer, { status })

const respond = ({ context }: RequestArgs, { back }: StockForm, { product, changes }: Changed) =>
  redirectWith(context, back, goodToast('stock-changed', { product, changes }))

const receive: Act = async (args, actor, sent) => {
  const { typed, productId, version } = sent
  const errors: Record<string, string> = {}
  const lines: { variantId: string; quantity: number }[] = []
  for (const [name, value] of Object.entries(typed)) {
    if (!name.startsWith(UNITS) || /^0*$/.test(value)) continue
    const quantity = readUnits(value)
    const variantId = readId(name.slice(UNITS.length))
    if (quantity === null || !variantId) errors[name] = adjustmentErrors['no-number']
    else lines.push({ variantId, quantity })
  }
  const note = typed['note'] ?? ''
  if (note.length > LONGEST_NOTE) errors['note'] = fieldErrors['too-long']({ most: LONGEST_NOTE })
  if (lines.length === 0 && Object.keys(errors).length === 0)
    errors['form'] = adjustmentErrors['nothing-received']
  if (Object.keys(errors).length > 0)
    return refuse({ intent: 'receive', values: typed, errors }, statusOf('bad-form'))
  const { db } = args.context.get(shopContext)
  const items = { productId, version, lines, note: note || null }
  const received = await receiveStock(db, actor, items)
  if (received.ok) return respond(args, sent, received)
  return redirectWith(args.context, sent.back, badToast(received))
}

const adjust: Act = async (args, actor, sent) => {
  const { typed: values, productId: id, version } = sent
  const variantId = readId(values['variant'] ?? null)
  const leave = async (toast: Toast) => redirectWith(args.context, sent.back, toast)
  if (!variantId) return leave(badToast('bad-form'))
  const shop = args.context.get(shopContext)
  return saveForm(shop, { seen: { id, version }, values }, adjusting(shop, actor, variantId), leave)
}

type Values = StockResult['values']

const adjusting = (
  { db }: Shop,
  actor: Actor,
  variantId: string,
): FormKind<Values, Adjusted, StockResult['errors'], Pick<StockResult, 'intent'>, Changed> => ({
  entity: 'product',
  read(values) {
    const { reason = '', units = '', note = '', seen = '' } = values
    const checked = checkAdjustment({ reason, units, note, seen })
    return checked.ok
      ? { ok: true, edit: { values, adjustment: checked.adjustment } }
      : { ok: false, errors: { ...checked.errors } }
  },
  async save({ values, adjustment }, seen) {
    if (!seen) return { ok: false, reason: 'not-found' }
    const { id: productId, version } = seen
    const requested = { productId, variantId, version, adjustment }
    const adjusted = await adjustStockLevel(db, actor, requested)
    if ('onHand' in adjusted) {
      const { by, version } = adjusted
      const theirs = String(adjusted.onHand)
      const fields = [{ label: PLAIN, mine: values['units'] ?? '', theirs }]
      const conflict = { version, by, fields }
      return { ok: false, overtaken: { values: { ...values, seen: theirs }, conflict } }
    }
    if (adjusted.ok || adjusted.reason === 'not-found') return adjusted
    const { title, description = title } = formatRefusal(adjusted)
    return { ok: false, status: statusOf(adjusted.reason), errors: { units: description } }
  },
  saved: ({ product, changes }) => goodToast('stock-changed', { product, changes }),
  failed: 'stock-changing-failed',
  missing: 'not-found',
  isRefusedByToast: true,
  extras: async () => ({ intent: 'adjust' }),
})
type Adjusted = { values: Values; adjustment: Adjustment }

const allow: Act = async (args, actor, sent) => {
  const { typed, productId } = sent
  const { db, now } = args.context.get(shopContext)
  const today = writeLocalTime(now()).slice(0, 'yyyy-mm-dd'.length)
  const errors: Record<string, string> = {}
  const lines: Parameters<typeof allowPreorders>[2]['lines'][number][] = []
  for (const name of Object.keys(typed)) {
    const variantId = readId(name.startsWith(SEEN) ? name.slice(SEEN.length) : null)
    if (!variantId) continue
    const names = fieldsOf(variantId)
    const [limit = '', from = '', seen = ''] = [typed[names.limit], typed[names.from], typed[name]]
    const read = readAllowed({ limit, from, seen }, today)
    if (read.ok) lines.push({ variantId, allowed: read.allowed, seen })
    else errors[names[read.field]] = read.error
  }
  if (Object.keys(errors).length > 0)
    return refuse({ intent: 'preorders', values: typed, errors }, statusOf('bad-form'))
  const allowed = await allowPreorders(db, actor, { productId, lines })
  if (allowed.ok)
    return redirectWith(args.context, sent.back, goodToast('preorders-allowed', allowed))
  const { title, description = title } = formatRefusal(allowed)
  const answer: StockResult = { intent: 'preorders', values: typed, errors: { form: description } }
  return refuse(answer, statusOf(allowed.reason))
}

const ACTS = {
  receive,
  adjust,
  preorders: allow,
}

/** `receive`, `adjust` and `preorders`, from the list of stock and from a product's own page. */
export async function actOnStock(args: RequestArgs, actor: Actor) {
  const form = await readForm(args.request)
  const sent = readSent(args.request, form)
  const act = chooseAct(ACTS, form)
  if (!act || !sent) return redirectWith(args.context, backFrom(args.request), badToast('bad-form'))
  return act(args, actor, sent)
}
