import { data } from 'react-router'
import {
  acceptInvitation,
  findInvitation,
  type Invitation,
} from '../../../modules/accounts/staff/accept-invitation.ts'
import { LONGEST_NAME } from '../../../rules/accounts/longest.ts'
import { homeOf } from '../../../rules/accounts/roles.ts'
import { formatRefusal, type PlainReason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readExact, readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { goodToast, leadingTo, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/invitation'
import { authPath, enterInstead } from './action.ts'
import { type AuthResult, askAuth, refusedBecause } from './ask-auth.ts'

/**
 * `accept` on an invitation's page: by the signed-in owner of the invited account, or by a newcomer with name and
 * password. Each step can be repeated: if the answer is lost, the same form signs in.
 */
export async function takeInvitation(args: Route.ActionArgs) {
  const { request, context } = args
  const form = await readForm(request)
  if (readText(form, 'intent') !== 'accept') return refuse('', 'bad-form')
  const token = readText(form, 'token', 200)
  const shop = context.get(shopContext)
  const [invitation, visitor] = await Promise.all([
    findInvitation(shop.db, token),
    findVisitor(context),
  ])
  const isThem = visitor?.userId === invitation?.userId
  const entered = invitation || visitor ? null : await enterInstead(args, form)
  if (entered) return entered
  if (!invitation || (visitor ? !isThem : invitation.hasPassword))
    return refuse('', 'invitation-dead')
  const actor = { userId: invitation.userId, ip: context.get(requestContext).ip }
  if (visitor) {
    const done = await acceptInvitation(shop, actor, token)
    if (!done.ok) return refuse('', done)
    // A higher role ends the session.
    const path = authPath('sign-in', homeOf(done.role))
    return redirectWith(context, path, goodToast('invitation-accepted', { role: done.role }))
  }
  return openAccount(args, form, invitation, actor, token)
}

async function openAccount(
  { request, context }: Route.ActionArgs,
  form: FormData,
  { email, userId }: Invitation,
  actor: { userId: string; ip: string },
  token: string,
) {
  const shop = context.get(shopContext)
  const name = readText(form, 'name')
  if (!name) return refuse(name, 'full-name-missing')
  if (name.length > LONGEST_NAME)
    return refuse(name, { reason: 'full-name-long', most: LONGEST_NAME })
  const password = readExact(form, 'password')
  const chosen = await choosePassword(request, context, userId, password)
  if (!chosen.ok) return refuse(name, reasonOf(chosen))
  const done = await acceptInvitation(shop, actor, token, name)
  if (!done.ok) return refuse(name, done)
  const { role } = done
  const home = homeOf(role)
  const signedIn = await askAuth(request, context, 'sign-in/email', { email, password })
  if (!signedIn.ok || signedIn.needsSecondStep)
    return redirectWith(
      context,
      authPath('sign-in', home),
      goodToast('invitation-accepted', { role }),
    )
  const headers = new Headers(leadingTo(home))
  for (const cookie of signedIn.cookies) headers.append('Set-Cookie', cookie)
  return redirectWith(context, home, goodToast('invitation-accepted-here', { role }), headers)
}

/** Sets the password through the library, with its rules and limits, by a second link that is made for this request. */
async function choosePassword(
  request: Request,
  context: Route.ActionArgs['context'],
  userId: string,
  newPassword: string,
) {
  const link = await context.get(shopContext).auth.makePasswordLink(userId, 1)
  const token = new URL(link).searchParams.get('token') ?? ''
  return askAuth(request, context, 'reset-password', { token, newPassword })
}

function reasonOf(refused: Exclude<AuthResult, { ok: true }>): Reasoned {
  if (refused.reason !== 'refused') return refused
  const message = refusedBecause(refused)
  return { reason: 'reset-failed', ...(message ? { message } : {}) }
}

const refuse = (name: string, refusal: Reasoned | PlainReason) =>
  data({ refusal: formatRefusal(refusal), name }, { status: statusOf(refusal) })
