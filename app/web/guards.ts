import { type RouterContextProvider, redirect } from 'react-router'
import { mayRunShop, mayUseTill } from '../rules/accounts/roles.ts'
import { statusOf } from '../rules/messages/statuses.ts'
import { type RequestArgs, requestContext, type Visitor } from './context.ts'
import { readText } from './forms/read-form.ts'
import { badToast, flashToast } from './toasts.ts'

export const findVisitor = (context: Readonly<RouterContextProvider>) =>
  context.get(requestContext).findVisitor()

/**
 * The person who sends a form. A form that waited on the device for a connection names its owner (`for`), who may have
 * been signed out there since, or somebody else signed in: a 401 leaves it waiting for its owner.
 */
export async function findSender(context: Readonly<RouterContextProvider>, form: FormData) {
  const owner = readText(form, 'for')
  const visitor = await findVisitor(context)
  if (!owner || owner === visitor?.userId) return visitor
  const toast = await flashToast(context, badToast('sign-in-for-waiting'))
  throw new Response(null, {
    status: statusOf('sign-in-for-waiting'),
    headers: visitor ? {} : { 'Set-Cookie': toast },
  })
}

/** The sign-in page that leads back to the requested page. */
export function signInPath(request: Request) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  const then = request.method === 'GET' ? `${path}${url.search}` : path
  return `/auth?then=${encodeURIComponent(then)}`
}

/** A same-origin path to go on to; null for `//host`, `\host` and full URLs, which lead to another site. */
export function readReturnPath(text: string | null) {
  // Browsers remove line breaks and tabs, so `/`, a tab and `/host` would also lead to another site.
  if (!text || !/^\/(?!\/)[^\p{Cc}\\]*$/u.test(text) || text.length > 2000) return null
  const url = URL.parse(text, 'http://shop.invalid')
  // A browser resolves `/.//host` to `//host`, so the resolved path is checked.
  const isOurs = url?.origin === 'http://shop.invalid' && !url.pathname.startsWith('//')
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : null
}

/** The signed-in person; otherwise redirects to the sign-in page, which leads back here. */
export async function requireCustomer({ request, context }: RequestArgs): Promise<Visitor> {
  const visitor = await findVisitor(context)
  if (!visitor) throw redirect(signInPath(request))
  return visitor
}

/** Redirects staff who must have a second step to its set-up, which leads back here. */
function leadToSecondStep(
  request: Request,
  { lacksSecondStep, heldRole }: Visitor,
  may: typeof mayUseTill,
) {
  if (lacksSecondStep && may(heldRole))
    throw redirect(signInPath(request).replace(/^\/auth/, '/account'))
}

/** An admin or super_admin; a 403 for everyone else who is signed in. */
export async function requireAdmin(args: RequestArgs): Promise<Visitor> {
  const visitor = await requireCustomer(args)
  leadToSecondStep(args.request, visitor, mayRunShop)
  if (!mayRunShop(visitor.role)) throw new Response(null, { status: 403 })
  return visitor
}

/** A person who may use the till; a 403 for everyone else who is signed in. */
export async function requireTill(args: RequestArgs): Promise<Visitor> {
  const visitor = await requireCustomer(args)
  leadToSecondStep(args.request, visitor, mayUseTill)
  if (!mayUseTill(visitor.role)) throw new Response(null, { status: 403 })
  return visitor
}
