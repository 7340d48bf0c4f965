import {
  closeAbandonedShift,
  restoreTill,
  retireTill,
} from '../../../modules/till/devices/retire-till.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/shifts'

/** `close` an abandoned shift, `retire` a till and `restore` it, on Shifts. */
export async function actOnShifts(args: Route.ActionArgs) {
  const { shop, actor, form, respond } = await readListAct(args, '/admin/shifts')
  const id = readId(readText(form, 'id'))
  const intent = readText(form, 'intent')
  if (!id) return respond(badToast('bad-form'))
  if (intent === 'close') {
    const done = await tryAct(shop, 'till-acting-failed', () =>
      closeAbandonedShift(shop.db, actor, id),
    )
    return respond(done.ok ? goodToast('shift-abandoned') : badToast(done))
  }
  if (intent !== 'retire' && intent !== 'restore') return respond(badToast('bad-form'))
  const done = await tryAct(shop, 'till-acting-failed', async () =>
    intent === 'retire' ? retireTill(shop.db, actor, id) : restoreTill(shop.db, actor, id),
  )
  if (!done.ok) return respond(badToast(done))
  return respond(
    goodToast(intent === 'retire' ? 'till-retired' : 'till-restored', { product: done.name }),
  )
}
