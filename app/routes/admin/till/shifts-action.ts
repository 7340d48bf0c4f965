import {
  closeAbandonedShift,
  restoreTill,
  retireTill,
} from '../../../modules/till/devices/retire-till.ts'
import { attempt } from '../../../web/attempt.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/shifts'

/** `close` an abandoned shift, `retire` a till and `restore` it, on Shifts. */
export async function actOnShifts(args: Route.ActionArgs) {
  const { shop, actor, form, say } = await readListAct(args, '/admin/shifts')
  const id = readId(readText(form, 'id'))
  const intent = readText(form, 'intent')
  if (!id) return say(badToast('bad-form'))
  if (intent === 'close') {
    const done = await attempt(shop, 'till-acting-failed', () =>
      closeAbandonedShift(shop.db, actor, id),
    )
    return say(done.ok ? goodToast('shift-abandoned') : badToast(done))
  }
  if (intent !== 'retire' && intent !== 'restore') return say(badToast('bad-form'))
  const done = await attempt(shop, 'till-acting-failed', async () =>
    intent === 'retire' ? retireTill(shop.db, actor, id) : restoreTill(shop.db, actor, id),
  )
  if (!done.ok) return say(badToast(done))
  return say(
    goodToast(intent === 'retire' ? 'till-retired' : 'till-restored', { product: done.name }),
  )
}
