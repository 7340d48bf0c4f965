import type { Actor } from '../../../modules/audit/record-audit.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { jsonFile } from '../../../web/lists/json-file.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'

type DataFile = { ok: true; file: object } | (Reasoned & { ok: false })

/**
 * Answers with the file of the data held on a person, to an actor who has just proven their identity; `back` is the
 * screen that asks for the proof.
 */
export async function sendFile(
  args: RequestArgs,
  { name, back }: { name: string; back: string },
  download: (shop: Shop, actor: Actor & { role: Role }) => Promise<DataFile>,
) {
  const { isJustProven } = await requireAdmin(args)
  const actor = await requireActor(args)
  if (!isJustProven) return redirectWith(args.context, back, badToast('download-unproven'))
  const done = await download(args.context.get(shopContext), actor)
  if (done.ok) return jsonFile(name, done.file)
  if (done.reason === 'too-many-attempts') return redirectWith(args.context, back, badToast(done))
  throw new Response(null, { status: statusOf(done.reason) })
}
