import { data } from 'react-router'
import type { Reason, Refusal } from '../../rules/messages/refusals.ts'
import { badToast, type Context, redirectWith, type Toast } from '../toasts.ts'
import { readText } from './read-form.ts'

/** What an email's link asks: to confirm, to leave, or nothing. */
export function readLink(request: Request) {
  const query = new URL(request.url).searchParams
  const confirm = query.get('confirm')
  const leave = query.get('leave')
  return { confirm, leave: confirm === null ? leave : null }
}

/**
 * What the owner of an address answers to such a link, by its page or by a mail program's own button for leaving, which
 * posts to the link itself (RFC 8058); null where the form says something else.
 */
export function readLinkAnswer(request: Request, form: FormData) {
  const isOneClick = readText(form, 'List-Unsubscribe') === 'One-Click'
  const fromLink = isOneClick ? new URL(request.url).searchParams.get('leave') : null
  const leave = readText(form, 'leave') || fromLink
  if (leave) return { answer: 'left', token: leave, isOneClick } as const
  const confirm = readText(form, 'confirm')
  return confirm ? ({ answer: 'confirmed', token: confirm, isOneClick } as const) : null
}

/** Tells who pressed what became of it: a person on the first page of the shop, a mail program by the status. */
export const tellLinkAnswer = (
  context: Context,
  { isOneClick }: { isOneClick: boolean },
  done: { ok: true } | Refusal<Reason>,
  toast: Toast,
) =>
  // Mail programs do not follow redirects (RFC 8058, 3.2).
  isOneClick
    ? data(null, { status: done.ok ? 200 : 404 })
    : redirectWith(context, '/', done.ok ? toast : badToast(done))
