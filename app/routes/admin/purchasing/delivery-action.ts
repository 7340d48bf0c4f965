import { data, redirect } from 'react-router'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { bookDelivery, reverseBooking } from '../../../modules/purchasing/book-delivery.ts'
import {
  addToDelivery,
  dropFromDelivery,
  saveDelivery,
} from '../../../modules/purchasing/change-delivery.ts'
import {
  closeDelivery,
  discardDelivery,
  expectDelivery,
} from '../../../modules/purchasing/end-delivery.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { formatRefusal, type Reason, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { readDelivery } from '../../../rules/purchasing/delivery-form.ts'
import { shopContext } from '../../../web/context.ts'
import { readId, readValues } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, labelsAction, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/delivery'

/** What a delivery's form has typed, and why it was not taken. */
export type DeliveryResult = { typed: Record<string, string>; error: string }

/** Above the fields of the largest delivery. */
const MOST_FIELDS = 2_200

/** The acts on one delivery; each keeps what was typed first. */
export async function actOnDelivery(args: Route.ActionArgs, id: string) {
  const { form, actor } = await readAct(args)
  const { db } = args.context.get(shopContext)
  const path = `/admin/deliveries/${id}`
  const typed: Record<string, string> = readValues(form, [...form.keys()].slice(0, MOST_FIELDS))
  const { intent = '' } = typed
  const refuse = (refusal: Refusal<Reason>) => {
    const { title, description = title } = formatRefusal(refusal)
    return data<DeliveryResult>({ typed, error: description }, { status: statusOf(refusal.reason) })
  }
  const go = (query: string, conflicts: number) =>
    conflicts > 0
      ? redirectWith(
          args.context,
          `${path}${query}`,
          goodToast('delivery-saved-but', { count: conflicts }),
        )
      : redirect(`${path}${query}`)
  const [act = '', about = ''] = intent.split(':')

  if (act === 'close' || act === 'discard' || act === 'reverse')
    return end(args, actor, id, act, about)
  const read = readDelivery(typed)
  if (!read.ok)
    return data<DeliveryResult>({ typed, error: read.error }, { status: statusOf('bad-form') })
  const { edit } = read

  switch (act) {
    case 'find': {
      const text = (typed['find'] ?? '').slice(0, 100)
      const found = text ? await findScanned(db, text) : undefined
      if (found) return add(found.productId, found.variantId)
      const saved = await saveDelivery(db, actor, id, edit)
      if (!saved.ok) return refuse(saved)
      return go(text ? `?find=${encodeURIComponent(text)}` : '', saved.conflicts)
    }
    case 'add':
      return add(about, null)
    case 'drop': {
      const saved = await saveDelivery(db, actor, id, edit)
      const dropped = saved.ok ? await dropFromDelivery(db, id, readId(about) ?? '') : saved
      return dropped.ok ? redirect(path) : refuse(dropped)
    }
    case 'keep': {
      // Typed and left: kept without a word, unless there is one to say.
      const saved = await saveDelivery(db, actor, id, edit)
      if (!saved.ok) return refuse(saved)
      return saved.conflicts > 0 ? go('', saved.conflicts) : null
    }
    case 'expect': {
      const done = await expectDelivery(db, actor, id, edit)
      return done.ok
        ? redirectWith(args.context, path, goodToast('delivery-expected'))
        : refuse(done)
    }
    case 'book': {
      const keepCosts = typed['keep_costs'] === 'true'
      const booked = await bookDelivery(db, actor, id, edit, keepCosts)
      return booked.ok
        ? redirectWith(args.context, path, {
            ...goodToast('delivery-booked', booked),
            ...(booked.bookingId && labelsAction('booking', booked.bookingId)),
          })
        : refuse(booked)
    }
    default: {
      const saved = await saveDelivery(db, actor, id, edit)
      if (!saved.ok) return refuse(saved)
      if (saved.conflicts > 0) return go('', saved.conflicts)
      return redirectWith(args.context, path, goodToast('delivery-saved'))
    }
  }

  async function add(productId: string, scanned: string | null) {
    const known = readId(productId)
    const added = known
      ? await addToDelivery(db, actor, id, edit, { productId: known, scanned })
      : ({ ok: false, reason: 'not-found' } as const)
    if (!added.ok) return refuse(added)
    return go(added.lineId === null ? '' : `?line=${added.lineId}`, added.conflicts)
  }
}

async function end(
  args: Route.ActionArgs,
  actor: Actor,
  id: string,
  act: 'close' | 'discard' | 'reverse',
  about: string,
) {
  const { db } = args.context.get(shopContext)
  const path = `/admin/deliveries/${id}`
  if (act === 'reverse') {
    const done = await reverseBooking(db, actor, id, readId(about) ?? id)
    return redirectWith(
      args.context,
      path,
      done.ok ? goodToast('booking-taken-back') : badToast(done),
    )
  }
  const done = await (act === 'close' ? closeDelivery : discardDelivery)(db, actor, id)
  if (!done.ok) return redirectWith(args.context, path, badToast(done))
  return act === 'close'
    ? redirectWith(args.context, path, goodToast('delivery-closed'))
    : redirectWith(args.context, '/admin/deliveries', goodToast('delivery-discarded'))
}
