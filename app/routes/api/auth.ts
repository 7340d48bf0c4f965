import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/auth'

/** Authentication for programs; the answers, cookies and limits are the platform's. */
async function answer({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  const response = await context.get(shopContext).auth.handler(request)
  if (!response.ok || new URL(request.url).pathname !== '/api/auth/get-session') return response
  // A script in the page must not read what the HttpOnly cookie keeps from it.
  const body = (await response.json()) as { session?: { token?: string } } | null
  delete body?.session?.token
  const headers = new Headers(response.headers)
  for (const name of ['set-auth-token', 'content-length']) headers.delete(name)
  return Response.json(body, { headers })
}

export const loader = (args: Route.LoaderArgs) => answer(args)
export const action = (args: Route.ActionArgs) => answer(args)
