import { type RouterContextProvider, redirect } from 'react-router'
import { isStaffPath } from '../rules/accounts/roles.ts'
import { formatNotice, type Notice, type NoticeArguments } from '../rules/messages/notices.ts'
import { formatRefusal, type PlainReason, type Reasoned } from '../rules/messages/refusals.ts'
import type { Toast, ToastAction } from '../rules/messages/toast.ts'
import { shopCookie } from './shop-cookie.ts'

export type { Toast }

export type Context = Readonly<RouterContextProvider>

// Signed, so that nobody can forge a toast of the shop.
const flash = (context: Context) => shopCookie(context, 'flash', 60)

/** The toast after a successful act. */
export const goodToast = <N extends Notice>(notice: N, ...params: NoticeArguments<N>): Toast => ({
  tone: 'good',
  ...formatNotice(notice, ...params),
})

/** The toast about a refusal: as a module returned it, or its reason alone. */
export const badToast = (refusal: Reasoned | PlainReason, action?: ToastAction): Toast => ({
  tone: 'bad',
  ...formatRefusal(refusal),
  ...(action ? { action } : {}),
})

/** The toast's link to the labels of products that have just come into stock; their screen has the same link. */
export const labelsAction = (of: 'booking' | 'return', id: string): { action: ToastAction } => ({
  action: { label: 'Labels', to: `/admin/labels?${of}=${id}`, isExtra: true },
})

/** The cookie that makes the next page show a toast. */
export const flashToast = (context: Context, toast: Toast) => flash(context).serialize(toast)

/** Redirects to a path and shows a toast there: the one way in which acts answer, with scripts or without. */
export async function redirectWith(
  context: Context,
  to: string,
  toast: Toast,
  headers: HeadersInit = {},
) {
  const all = new Headers(headers)
  all.append('Set-Cookie', await flashToast(context, toast))
  return redirect(to, { headers: all })
}

/**
 * Headers of a redirect from the shop. It goes by a whole document to the staff's screens, which have a style sheet of
 * their own, and to an order and the form of reviews: the browser applies a page's headers, such as an order's
 * Referrer-Policy, to documents only.
 */
export const leadingTo = (path: string): Record<string, string> =>
  isStaffPath(path) || /^\/(orders\/|reviews\/new)/.test(path)
    ? { 'X-Remix-Reload-Document': 'true' }
    : {}

/** The toast that came with a redirect, and the cookie that deletes it. */
export async function takeToast(request: Request, context: Context) {
  if (!request.headers.get('cookie')?.includes('zovala.flash=')) return null
  const toast = (await flash(context).parse(request.headers.get('cookie'))) as Toast | null
  return { toast, forget: await flash(context).serialize('', { maxAge: 0 }) }
}
