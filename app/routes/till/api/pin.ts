import { z } from 'zod'
import { setPin } from '../../../modules/till/devices/pins.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import { requireTill } from '../../../web/guards.ts'
import { json, jsonRefusal, methodNotAllowed, readJson } from '../../../web/responses.ts'
import type { Route } from './+types/pin'

const body = z.object({ pin: z.string().max(20), password: z.string().max(200).nullish() })

export async function loader(args: Route.LoaderArgs) {
  await requireTill(args)
  return methodNotAllowed('POST')
}

/** `POST /admin/pos/pin`: sets one's own PIN; answers what a device needs to derive the same key. */
export async function action(args: Route.ActionArgs) {
  const { userId, role } = await requireTill(args)
  const { request, context } = args
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const shop = context.get(shopContext)
  const read = await readJson(request, body)
  if (!read.ok) return json({ error: read.message }, 400)
  const set = await setPin(
    shop,
    { userId, role, ip: context.get(requestContext).ip },
    {
      pin: read.body.pin,
      password: read.body.password ?? null,
      sessionToken: await shop.sessionTokens.read(request.headers),
    },
  )
  return set.ok ? json({ salt: set.salt, iterations: set.iterations }) : jsonRefusal(set)
}
