import type { MiddlewareFunction } from 'react-router'
import { recordRefusal } from '../modules/accounts/account-log.ts'
import type { Actor } from '../modules/audit/record-audit.ts'
import type { Role } from '../rules/accounts/roles.ts'
import { deviceOf, type RequestArgs, requestContext, shopContext } from './context.ts'
import { readForm, readRequest } from './forms/read-form.ts'
import { findVisitor, requireAdmin, requireTill } from './guards.ts'
import { listPath } from './lists/list-query.ts'
import { NO_STORE } from './no-store.ts'
import { badToast, flashToast, redirectWith, type Toast } from './toasts.ts'

/** Forbids caching of everything that staff see, refusals included. */
const sealAnswer: MiddlewareFunction<Response> = async (_args, next) => {
  const response = await next()
  response.headers.set('Cache-Control', NO_STORE['Cache-Control'])
  return response
}

/** Records a refused request in the log of the account. */
const logRefused: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const visitor = response.status === 403 ? await findVisitor(context) : null
  if (visitor) {
    const { pathname } = new URL(request.url)
    const detail = `${request.method} ${pathname.replace(/\.data$/, '')}`
    const device = deviceOf({ request, context })
    await recordRefusal(context.get(shopContext), visitor.userId, device, detail)
  }
  return response
}

/** A person who is refused the back office sees a toast on the shop's home page (docs/product.md, Roles). */
const notifyRefused: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  if (response.status === 403)
    response.headers.append('Set-Cookie', await flashToast(context, badToast('unauthorized')))
  return response
}

/** For the layout of the back office: admins and super_admins pass, loader and action alike. */
export const guardBackOffice: MiddlewareFunction<Response>[] = [
  sealAnswer,
  logRefused,
  notifyRefused,
  async (args) => {
    await requireAdmin(args)
  },
]

/** For the layout of the till: cashiers pass as well. */
export const guardTill: MiddlewareFunction<Response>[] = [
  sealAnswer,
  logRefused,
  async (args) => {
    await requireTill(args)
  },
]

/**
 * The actor of an action in the back office: guards the action on its own URL (docs/architecture.md, Guards) and signs
 * its log entries.
 */
export async function requireActor(args: RequestArgs): Promise<Actor & { role: Role }> {
  const { userId, role } = await requireAdmin(args)
  return { userId, role, ip: args.context.get(requestContext).ip }
}

/** The actor, the form, and the id of its press, by which a repeated form is recognized after a lost answer. */
export async function readAct(args: RequestArgs) {
  const person = await requireActor(args)
  const form = await readForm(args.request)
  return { form, actor: { ...person, request: readRequest(form) } }
}

/**
 * `readAct` for a form of a list. `respond` goes back to the list with a toast: same search, filters and sort order,
 * dialog closed.
 */
export async function readListAct(args: RequestArgs, path: string) {
  const act = await readAct(args)
  const respond = (toast: Toast) =>
    redirectWith(args.context, listPath(args.request, path, ['edit', 'new']), toast)
  return { ...act, shop: args.context.get(shopContext), respond }
}
/** Who acts on a list of the back office, with their role. */
export type StaffAct = Awaited<ReturnType<typeof readListAct>>
