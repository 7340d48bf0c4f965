import { z } from 'zod'
import { approveDiscount } from '../../../modules/till/approve.ts'
import { json, jsonRefusal, methodNotAllowed, readJson } from '../../../web/answers.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import { requireTill } from '../../../web/guards.ts'
import type { Route } from './+types/approve'

const kwacha = z.int().min(0).max(2_000_000_000)
const body = z
  .object({
    userId: z.uuid('is not a person'),
    pin: z.string().max(20),
    saleId: z.uuid('is not a sale'),
    off: kwacha,
    /** Before discounts. */
    total: kwacha,
  })
  .refine(({ off, total }) => off <= total, 'off: more than there is')

export async function loader(args: Route.LoaderArgs) {
  await requireTill(args)
  return methodNotAllowed('POST')
}

/** `POST /admin/pos/approve`: somebody with a higher limit allows a discount at another's till. */
export async function action(args: Route.ActionArgs) {
  const { userId } = await requireTill(args)
  const { request, context } = args
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const shop = context.get(shopContext)
  const read = await readJson(request, body)
  if (!read.ok) return json({ error: read.message }, 400)
  const { userId: by, pin, saleId, off, total } = read.body
  const actor = { userId, ip: context.get(requestContext).ip }
  const approved = await approveDiscount(shop, actor, { by, pin, saleId, off, subtotal: total })
  return approved.ok
    ? json({ approval: approved.approval })
    : jsonRefusal(approved.reason, approved)
}
