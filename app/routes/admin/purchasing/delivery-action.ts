import { data, redirect } from 'react-router'
import {
  addToDelivery,
  dropFromDelivery,
  saveDelivery,
} from '../../../modules/purchasing/change-delivery.ts'
import { expectDelivery } from '../../../modules/purchasing/end-delivery.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { error } from '../../../rules/messages/message.ts'
import { formatRefusal, type Reason, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type DeliveryEdit, readDelivery } from '../../../rules/purchasing/delivery-form.ts'
import { shopContext } from '../../../web/context.ts'
import { chooseFrom, readId, readValues } from '../../../web/forms/read-form.ts'
import type { FormResult } from '../../../web/forms/save-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/delivery'
import { book } from './book-action.ts'
import { ENDS, finish, type Press, pathOf } from './end-action.ts'

type DeliveryResult = FormResult<Record<string, string>, object>

/** More than the fields of the largest delivery. */
const MOST_FIELDS = 2_700

/** A press whose form could be parsed: each act saves the typed values first. */
type Typed = Press & { edit: DeliveryEdit }

const refuse = ({ typed: values }: Press, refusal: Refusal<Reason>) =>
  data<DeliveryResult>(
    { values, errors: {}, message: formatRefusal(refusal) },
    { status: statusOf(refusal.reason) },
  )
const goOn = (press: Press, query: string, conflicts: number) => {
  const to = `${pathOf(press)}${query}`
  return conflicts > 0
    ? redirectWith(press.args.context, to, goodToast('delivery-saved-but', { count: conflicts }))
    : redirect(to)
}

async function find(press: Typed) {
  const { db, actor, id, typed, edit } = press
  const text = (typed['find'] ?? '').slice(0, 100)
  const found = text ? await findScanned(db, text) : undefined
  if (found) return addProduct(press, found.productId, found.variantId)
  const saved = await saveDelivery(db, actor, id, edit)
  if (!saved.ok) return refuse(press, saved)
  return goOn(press, text ? `?find=${encodeURIComponent(text)}` : '', saved.conflicts)
}

async function addProduct(press: Typed, productId: string, scanned: string | null) {
  const { db, actor, id, edit } = press
  const known = readId(productId)
  const added = known
    ? await addToDelivery(db, actor, id, edit, { productId: known, scanned })
    : ({ ok: false, reason: 'not-found' } as const)
  if (!added.ok) return refuse(press, added)
  return goOn(press, added.lineId === null ? '' : `?line=${added.lineId}`, added.conflicts)
}

async function drop(press: Typed) {
  const { db, actor, id, edit, about } = press
  const saved = await saveDelivery(db, actor, id, edit)
  if (!saved.ok) return refuse(press, saved)
  const dropped = await dropFromDelivery(db, id, readId(about) ?? '')
  return dropped.ok ? goOn(press, '', saved.conflicts) : refuse(press, dropped)
}

/** Saves a field that was left, without a message unless there is a conflict. */
async function keep(press: Typed) {
  const saved = await saveDelivery(press.db, press.actor, press.id, press.edit)
  if (!saved.ok) return refuse(press, saved)
  return saved.conflicts > 0 ? goOn(press, '', saved.conflicts) : null
}

async function save(press: Typed) {
  const saved = await saveDelivery(press.db, press.actor, press.id, press.edit)
  if (!saved.ok) return refuse(press, saved)
  if (saved.conflicts > 0) return goOn(press, '', saved.conflicts)
  return finish(press, goodToast('delivery-saved'))
}

async function expectIt(press: Typed) {
  const done = await expectDelivery(press.db, press.actor, press.id, press.edit)
  if (!done.ok) return refuse(press, done)
  if (done.conflicts > 0) return goOn(press, '', done.conflicts)
  return finish(press, goodToast('delivery-expected'))
}

const ACTS = {
  find,
  add: (press: Typed) => addProduct(press, press.about, null),
  drop,
  keep,
  save,
  expect: expectIt,
  book,
}

/** The acts on one delivery; an unknown act only saves it. */
export async function actOnDelivery(args: Route.ActionArgs, id: string) {
  const { form, actor } = await readAct(args)
  const { db } = args.context.get(shopContext)
  const typed: Record<string, string> = readValues(form, [...form.keys()].slice(0, MOST_FIELDS))
  const { intent = '' } = typed
  const [act = '', about = ''] = intent.split(':')
  const press = { args, db, actor, id, typed, about }
  const end = chooseFrom(ENDS, act)
  if (end) return end(press)
  const read = readDelivery(typed)
  if (!read.ok)
    return data<DeliveryResult>(
      { values: typed, errors: {}, message: error(read.error) },
      { status: statusOf('bad-form') },
    )
  return (chooseFrom(ACTS, act) ?? save)({ ...press, edit: read.edit })
}
