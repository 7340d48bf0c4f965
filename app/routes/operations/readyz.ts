import { isReady } from '../../platform/health.server.ts'
import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/readyz'

/** Ready for customers: the database answers and all migrations are done. */
export async function loader({ context }: Route.LoaderArgs) {
  const ready = await isReady(context.get(shopContext).db)
  return new Response(ready ? 'ready\n' : 'not ready\n', {
    status: ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store', ...(ready ? {} : { 'Retry-After': '5' }) },
  })
}
