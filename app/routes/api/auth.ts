import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/auth'

/** Authentication for programs; the platform makes the answers, cookies and limits. */
async function answer({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  const response = await context.get(shopContext).auth.handler(request)
  return response.ok && mustHideToken(request) ? withoutToken(response) : response
}

export const loader = (args: Route.LoaderArgs) => answer(args)
export const action = (args: Route.ActionArgs) => answer(args)

/**
 * A script in a page must not read the token that the HttpOnly cookie hides from it; a program that signs in gets the
 * token, to send it as a bearer token. Browsers send this header by themselves, and no script can omit it. But over
 * http to another machine (a shop in a local network without TLS) no browser sends it, nor does Safari before 16.4:
 * there a script that has the password can read the token of the session that it opens.
 */
const mustHideToken = ({ url, headers }: Request) =>
  headers.has('sec-fetch-site') || new URL(url).pathname === '/api/auth/get-session'

async function withoutToken(response: Response) {
  const headers = new Headers(response.headers)
  for (const name of ['set-auth-token', 'content-length']) headers.delete(name)
  const { status } = response
  if (!headers.get('content-type')?.startsWith('application/json'))
    return new Response(response.body, { status, headers })
  const body: unknown = JSON.parse(await response.text(), (name, value: unknown) =>
    name === 'token' ? undefined : value,
  )
  return Response.json(body, { status, headers })
}
