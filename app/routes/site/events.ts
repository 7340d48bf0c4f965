import { findVisitor } from '../../modules/accounts/find-visitor.ts'
import { shopContext } from '../../web/context.ts'
import { findVisitor as findAsking } from '../../web/guards.ts'
import { jsonRequestError, methodNotAllowed } from '../../web/responses.ts'
import type { Route } from './+types/events'
import { EVENT_STREAM_HEADERS, openEventStream } from './event-stream.ts'

/** GET: server-sent events for the signed-in person or the staff. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const visitor = await findAsking(context)
  if (!visitor) return jsonRequestError('not-authenticated')
  if (request.method === 'HEAD') return new Response(null, { headers: EVENT_STREAM_HEADERS })
  const { signal, headers } = request
  const stream = openEventStream(shop, visitor, {
    signal,
    findAgain: async () => (await findVisitor(shop, headers)).visitor,
  })
  if (!stream) return jsonRequestError('too-many-streams')
  return new Response(stream, { headers: EVENT_STREAM_HEADERS })
}

export const action = () => methodNotAllowed('GET')
