import { data, redirect } from 'react-router'
import { addToCart } from '../../../modules/cart/add-to-cart.ts'
import { LONGEST_PASSKEY_ANSWER, PASSKEY } from '../../../rules/accounts/passkeys.ts'
import { isStaffPath, mayUseTill } from '../../../rules/accounts/roles.ts'
import { LONGEST_CODE } from '../../../rules/accounts/second-step.ts'
import { OPEN_TILL, START_SHOPPING, VIEW_CART } from '../../../rules/messages/forms.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { readExact, readText } from '../../../web/forms/read-form.ts'
import { findVisitor, readReturnPath } from '../../../web/guards.ts'
import { takePendingItem } from '../../../web/pending-cart-item.ts'
import { badToast, goodToast, leadingTo, redirectWith, type Toast } from '../../../web/toasts.ts'
import { type AuthResult, askAuth, refusedBecause } from './ask-auth.ts'
import { countUnsent } from './unsent.ts'

type Refused = Exclude<AuthResult, { ok: true }>
/** The typed values, but never a password. */
export type AuthValues = { name: string; email: string }

/** The name and the email address of a form. */
export const valuesOf = (form: FormData): AuthValues => ({
  name: readText(form, 'name', 200),
  email: readText(form, 'email', 300),
})
const passkeyOf = (form: FormData) => readText(form, PASSKEY, LONGEST_PASSKEY_ANSWER)
const passwordOf = (form: FormData) => readExact(form, 'password')

/** The page after signing in: `/` when no page was requested. */
export const readThen = (then: string | null) => readReturnPath(then) ?? '/'

export const authPath = (
  mode: 'sign-in' | 'sign-up' | 'reset' | 'second-step',
  returnTo: string,
) => {
  const query = new URLSearchParams()
  if (mode !== 'sign-in') query.set('mode', mode)
  if (returnTo !== '/') query.set('then', returnTo)
  return query.size > 0 ? `/auth?${query}` : '/auth'
}

type FailureReason = 'sign-in-failed' | 'sign-up-failed' | 'reset-failed' | 'confirm-failed'

function wordsOf(refused: Refused, reason: FailureReason): Message {
  if (refused.reason !== 'refused') return formatRefusal(refused)
  const message = refusedBecause(refused)
  return formatRefusal({ reason, ...(message ? { message } : {}) })
}

/** Renders the form again with the typed values and the refusal. */
const again = (refused: Refused, reason: FailureReason, values: AuthValues) =>
  data(
    { refusal: wordsOf(refused, reason), values },
    { status: statusOf(refused.reason === 'refused' ? reason : refused) },
  )
const carry = (cookies: string[]) => {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}

/** Puts the pending item of a visitor who signs in into the cart; null when there was none. */
export async function addPendingItem(
  { request, context }: RequestArgs,
  userId: string,
): Promise<{ toast: Toast; forget: string } | null> {
  const { item, forget } = await takePendingItem(request, context)
  if (!item) return null
  const added = await addToCart(context.get(shopContext), userId, item)
  const toast = added.ok
    ? goodToast('added-to-cart', { product: added.productName })
    : badToast(added)
  return { toast, forget }
}

/** One toast for both messages: what was done, and what became of the pending item. */
const withAdded = (done: Toast) => (added: Toast | null) => {
  if (!added) return done
  const { tone, title, description } = added
  // A refusal's description, such as "Please try again", does not say what failed.
  const outcome = tone === 'bad' && description ? `${title}: ${description}` : description
  return { ...added, title: done.title, description: `${done.description} ${outcome ?? title}` }
}

export async function signIn(args: RequestArgs, form: FormData) {
  const values = valuesOf(form)
  const returnTo = readThen(readText(form, 'then'))
  const answer = await askAuth(args.request, args.context, 'sign-in/email', {
    email: values.email,
    password: passwordOf(form),
    // For the email that an unconfirmed address gets.
    callbackURL: inShop(args, returnTo),
  })
  if (!answer.ok) return again(answer, 'sign-in-failed', values)
  return goOn(args, answer, returnTo, withAdded(goodToast('signed-in')))
}

/** The code or the passkey after the password signs in. */
export function takeSecondStep(args: RequestArgs, form: FormData) {
  const passkey = passkeyOf(form)
  const proof = passkey ? { passkey } : { code: readText(form, 'code', LONGEST_CODE) }
  return signInBy(args, form, 'second-step', proof)
}

/** A passkey replaces the password and the second step. */
export const signInByPasskey = (args: RequestArgs, form: FormData) =>
  signInBy(args, form, 'passkey/sign-in', { passkey: passkeyOf(form) })

async function signInBy(
  args: RequestArgs,
  form: FormData,
  path: string,
  proof: Record<string, string>,
) {
  const answer = await askAuth(args.request, args.context, path, proof)
  if (!answer.ok) return again(answer, 'sign-in-failed', { name: '', email: '' })
  const returnTo = readThen(readText(form, 'then'))
  return goOn(args, answer, returnTo, withAdded(goodToast('signed-in')))
}

/** An absolute URL, because the library accepts only few characters in a path. */
const inShop = ({ context }: RequestArgs, path: string) =>
  context.get(shopContext).config.baseUrl + path

/** After signing in: adds the pending item to the cart, and leads back to the page the person came from. */
async function goOn(
  args: RequestArgs,
  { cookies, userId, needsSecondStep }: Extract<AuthResult, { ok: true }>,
  returnTo: string,
  formatToast: (added: Toast | null) => Toast,
) {
  const headers = carry(cookies)
  if (needsSecondStep) return redirect(authPath('second-step', returnTo), { headers })
  const added = userId ? await addPendingItem(args, userId) : null
  if (added) headers.append('Set-Cookie', added.forget)
  for (const [name, value] of Object.entries(leadingTo(returnTo))) headers.set(name, value)
  return redirectWith(args.context, returnTo, formatToast(added?.toast ?? null), headers)
}

/**
 * A dead link may have been used by this same form, whose answer was lost: then the typed password is the account's
 * own, and signs in as any sign-in does, with the same limits. Otherwise the refusal stays.
 */
async function signInInstead(args: RequestArgs, form: FormData, refused: Refused) {
  if (refused.reason !== 'refused' || refused.code !== 'INVALID_TOKEN') return refused
  const answer = await askByPassword(args, form)
  return answer.ok ? answer : refused
}

/** `signInInstead` for an invitation's link; null when the sign-in fails. */
export async function enterInstead(args: RequestArgs, form: FormData) {
  const answer = passwordOf(form) ? await askByPassword(args, form) : null
  const returnTo = readThen(readText(form, 'then'))
  return answer?.ok ? goOn(args, answer, returnTo, withAdded(goodToast('signed-in'))) : null
}

const askByPassword = ({ request, context }: RequestArgs, form: FormData) =>
  askAuth(request, context, 'sign-in/email', {
    email: valuesOf(form).email,
    password: passwordOf(form),
  })

/** Confirms an address by the link of an email and the password that was set with it, and signs in. */
export async function confirmAddress(args: RequestArgs, form: FormData) {
  const values = valuesOf(form)
  const confirmed = await askAuth(args.request, args.context, 'confirm-email', {
    token: readText(form, 'token', 200),
    password: passwordOf(form),
  })
  const answer = confirmed.ok ? confirmed : await signInInstead(args, form, confirmed)
  if (!answer.ok) return again(answer, 'confirm-failed', values)
  const returnTo = readThen(readText(form, 'then'))
  return goOn(args, answer, returnTo, (added) => {
    const done = goodToast('email-confirmed')
    // A visitor who came from no page is on the home page, and needs a way to continue.
    if (!added)
      return returnTo === '/'
        ? { ...done, action: { label: START_SHOPPING, to: '/products', isExtra: true as const } }
        : done
    const next =
      added.tone === 'good'
        ? { action: { label: VIEW_CART, to: '/cart', isExtra: true as const } }
        : {}
    return { ...withAdded(done)(added), ...next }
  })
}

export async function signUp(args: RequestArgs, form: FormData) {
  const values = valuesOf(form)
  const returnTo = readThen(readText(form, 'then'))
  if (values.name === '')
    return data(
      { refusal: formatRefusal('full-name-missing'), values },
      { status: statusOf('full-name-missing') },
    )
  const answer = await askAuth(args.request, args.context, 'sign-up/email', {
    ...values,
    password: passwordOf(form),
    callbackURL: inShop(args, returnTo),
  })
  if (!answer.ok) return again(answer, 'sign-up-failed', values)
  // That page shows the message, also after a reload (auth.tsx).
  return redirect(authPath('sign-in', returnTo))
}

export async function askForReset(args: RequestArgs, form: FormData) {
  const values = valuesOf(form)
  const answer = await askAuth(args.request, args.context, 'request-password-reset', {
    email: values.email,
  })
  if (!answer.ok) return again(answer, 'reset-failed', values)
  return redirectWith(
    args.context,
    authPath('sign-in', readThen(readText(form, 'then'))),
    goodToast('reset-sent'),
  )
}

export async function setNewPassword(args: RequestArgs, form: FormData) {
  const values = valuesOf(form)
  const answer = await askAuth(args.request, args.context, 'reset-password', {
    token: readText(form, 'token', 200),
    newPassword: passwordOf(form),
  })
  if (answer.ok) return redirectWith(args.context, '/auth', goodToast('password-changed'))
  const signedIn = await signInInstead(args, form, answer)
  if (!signedIn.ok) return again(signedIn, 'reset-failed', values)
  return goOn(args, signedIn, '/', withAdded(goodToast('password-changed-already')))
}

/** The screen of the pressed button. */
function comesFrom(request: Request) {
  const referrer = request.headers.get('referer') ?? ''
  const { pathname, search } = new URL(URL.canParse(referrer) ? referrer : request.url)
  return pathname === '/auth' ? '/' : (readReturnPath(pathname + search) ?? '/')
}

/** Refuses while this device has unsent sales, which only a signed-in person can send, as the till does. */
async function refuseUnsent({ request, context }: RequestArgs) {
  const available = countUnsent(request)
  const visitor = available > 0 ? await findVisitor(context) : null
  if (!visitor || !mayUseTill(visitor.role)) return null
  const action = { label: OPEN_TILL, to: '/auth?then=%2Fadmin%2Fpos' }
  const back = comesFrom(request)
  return redirectWith(context, back, badToast({ reason: 'till-unsent', available }, action))
}

export async function signOut(args: RequestArgs, everywhere: boolean) {
  const refusal = await refuseUnsent(args)
  if (refusal) return refusal
  const { request, context } = args
  if (everywhere) {
    const ended = await askAuth(request, context, 'revoke-sessions', {})
    if (!ended.ok && ended.reason !== 'refused')
      return redirectWith(context, '/orders', badToast(ended))
  }
  const answer = await askAuth(request, context, 'sign-out', {})
  const all = carry(answer.ok ? answer.cookies : [])
  // Loads the shop as a whole page, so that no part of the staff's screens stays in it.
  if (isStaffPath(comesFrom(request))) all.set('X-Remix-Reload-Document', 'true')
  return redirectWith(
    context,
    '/',
    goodToast(everywhere ? 'signed-out-everywhere' : 'signed-out'),
    all,
  )
}
