import { listInOrder } from '../../../modules/catalogue/related/list-in-order.ts'
import { MOST_RECENTLY_VIEWED } from '../../../rules/catalogue/related.ts'
import { isUuid } from '../../../rules/uuid.ts'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import type { Route } from './+types/recently-viewed'

/** The current cards of `?ids=`, in that order, without products that cannot be bought. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = await findVisitor(context)
  const asked = new URL(request.url).searchParams.get('ids') ?? ''
  const ids = asked.split(',', MOST_RECENTLY_VIEWED).filter(isUuid)
  const cards = await listInOrder(context.get(shopContext), ids, visitor?.userId ?? null)
  return Response.json(cards, { headers: NO_STORE })
}
