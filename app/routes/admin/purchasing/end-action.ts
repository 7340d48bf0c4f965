import type { Actor } from '../../../modules/audit/record-audit.ts'
import { closeDelivery, discardDelivery } from '../../../modules/purchasing/end-delivery.ts'
import { reverseBooking } from '../../../modules/purchasing/reverse-booking.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/delivery'

/** A press in the form of one delivery. */
export type Press = {
  args: Route.ActionArgs
  db: Shop['db']
  actor: Actor
  id: string
  typed: Record<string, string>
  /** The part of the form's `intent` after the colon: a product, a line or a booking. */
  about: string
}

export const pathOf = ({ id }: Press) => `/admin/deliveries/${id}`
export const finish = (press: Press, toast: Toast) =>
  redirectWith(press.args.context, pathOf(press), toast)

async function close(press: Press) {
  const done = await closeDelivery(press.db, press.actor, press.id)
  return finish(press, done.ok ? goodToast('delivery-closed') : badToast(done))
}

async function discard(press: Press) {
  const done = await discardDelivery(press.db, press.actor, press.id)
  if (!done.ok) return finish(press, badToast(done))
  return redirectWith(press.args.context, '/admin/deliveries', goodToast('delivery-discarded'))
}

async function reverse(press: Press) {
  const { db, actor, id, about } = press
  const done = await reverseBooking(db, actor, id, readId(about) ?? id)
  return finish(press, done.ok ? goodToast('booking-taken-back') : badToast(done))
}

export const ENDS = {
  close,
  discard,
  reverse,
}
