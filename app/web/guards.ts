import { type RouterContextProvider, redirect } from 'react-router'
import { mayRunShop, mayUseTill } from '../rules/accounts/roles.ts'
import { type RequestArgs, requestContext, type Visitor } from './context.ts'
import { readText } from './forms/read-form.ts'

export const findVisitor = (context: Readonly<RouterContextProvider>) =>
  context.get(requestContext).findVisitor()

/**
 * Who sends a form. One that waited on the device for a connection names whose it is (`for`): somebody else who has
 * signed in there since is not the one.
 */
export async function findSender(context: Readonly<RouterContextProvider>, form: FormData) {
  const owner = readText(form, 'for')
  const visitor = await findVisitor(context)
  return owner && owner !== visitor?.userId ? null : visitor
}

/** The sign-in page that leads back to where a person wanted to go. */
export function signInPath(request: Request) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  const then = request.method === 'GET' ? `${path}${url.search}` : path
  return `/auth?then=${encodeURIComponent(then)}`
}

/** A same-origin path to go on to, or null: `//host`, `\host` and whole addresses lead away. */
export function readReturnPath(text: string | null) {
  // A browser leaves line breaks and tabs out: `/`, a tab and `/host` lead away as well.
  if (!text || !/^\/(?!\/)[^\p{Cc}\\]*$/u.test(text) || text.length > 2000) return null
  const url = URL.parse(text, 'http://shop.invalid')
  // `/.//host` becomes `//host` once its dots are gone: what counts is what a browser would make of it.
  const isOurs = url?.origin === 'http://shop.invalid' && !url.pathname.startsWith('//')
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : null
}

/** The signed-in person, or off to the sign-in page and back here afterwards. */
export async function requireCustomer({ request, context }: RequestArgs): Promise<Visitor> {
  const visitor = await findVisitor(context)
  if (!visitor) throw redirect(signInPath(request))
  return visitor
}

/** Staff of whom the shop demands a second step set it up first, and then go on. */
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

/** Someone who may stand at the till; a 403 for everyone else who is signed in. */
export async function requireTill(args: RequestArgs): Promise<Visitor> {
  const visitor = await requireCustomer(args)
  leadToSecondStep(args.request, visitor, mayUseTill)
  if (!mayUseTill(visitor.role)) throw new Response(null, { status: 403 })
  return visitor
}
