import { downloadData } from '../../../modules/privacy/download-data.ts'
import { statusOf } from '../../../rules/messages/refusals.ts'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { jsonFile } from '../../../web/lists/json-file.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import { badToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/data-file'

/** All that the shop holds on one person, to answer their request; for who has just proven who they are. */
export async function loader(args: Route.LoaderArgs) {
  const { isJustProven } = await requireAdmin(args)
  const actor = await requireActor(args)
  const id = readId(args.params.userId)
  if (!id) return new Response(null, { status: 404 })
  const say = (toast: Toast) => redirectWith(args.context, `/admin/customers?person=${id}`, toast)
  if (!isJustProven) return say(badToast('download-unproven'))
  const done = await downloadData(args.context.get(shopContext), id, { actor })
  if (!done.ok && done.reason === 'too-many-attempts') return say(badToast(done))
  if (!done.ok) throw new Response(null, { status: statusOf(done.reason) })
  return jsonFile('customer-data.json', done.file)
}
