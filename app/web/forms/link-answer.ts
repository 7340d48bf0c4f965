import { data } from 'react-router'
import type { Shop } from '../../platform/shop.server.ts'
import type { Reason, Refusal } from '../../rules/messages/refusals.ts'
import { statusOf } from '../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext } from '../context.ts'
import { badToast, type Context, redirectWith, type Toast } from '../toasts.ts'
import { readForm, readText } from './read-form.ts'

/** What a link in an email asks for: to confirm, to unsubscribe, or nothing. */
export function readLink(request: Request) {
  const query = new URL(request.url).searchParams
  const confirm = query.get('confirm')
  const leave = query.get('leave')
  return { confirm, leave: confirm === null ? leave : null }
}

/**
 * The answer of an address's owner to such a link, from its page or from a mail program's own unsubscribe button, which
 * posts to the link itself (RFC 8058); null when the form says something else.
 */
export function readLinkAnswer(request: Request, form: FormData) {
  const isOneClick = readText(form, 'List-Unsubscribe') === 'One-Click'
  const fromLink = isOneClick ? new URL(request.url).searchParams.get('leave') : null
  const leave = readText(form, 'leave') || fromLink
  if (leave) return { answer: 'left', token: leave, isOneClick } as const
  const confirm = readText(form, 'confirm')
  return confirm ? ({ answer: 'confirmed', token: confirm, isOneClick } as const) : null
}

type LinkResult = NonNullable<ReturnType<typeof readLinkAnswer>>
type Done = { ok: true } | Refusal<Reason>
type LinkActs = {
  answer: (shop: Shop, linkAnswer: LinkResult) => Promise<{ done: Done; toast: Toast }>
  join: (shop: Shop, form: FormData) => Promise<Response>
}

/** Handles the forms of the page of such links: its answers, and the sign-up for the emails. */
export async function actOnLink({ request, context }: RequestArgs, { answer, join }: LinkActs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const linkAnswer = readLinkAnswer(request, form)
  if (!linkAnswer) return join(shop, form)
  const { done, toast } = await answer(shop, linkAnswer)
  return respondToLink(context, linkAnswer, done, toast)
}

/** Reports the result: to a person by a toast on the home page, to a mail program by the status. */
export const respondToLink = (
  context: Context,
  { isOneClick }: { isOneClick: boolean },
  done: Done,
  toast: Toast,
) =>
  // Mail programs do not follow redirects (RFC 8058, 3.2).
  isOneClick
    ? data(null, { status: done.ok ? 200 : statusOf(done) })
    : redirectWith(context, '/', done.ok ? toast : badToast(done))
