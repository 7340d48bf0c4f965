import { data, redirect } from 'react-router'
import type { Shop } from '../../../platform/shop.server.ts'
import { isStaffPath } from '../../../rules/accounts/roles.ts'
import { accountRefusals } from '../../../rules/messages/accounts/accounts.ts'
import { formatNotice } from '../../../rules/messages/notices.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { AuthCard } from '../../../ui/shop/accounts/auth-card.tsx'
import {
  ConfirmForm,
  NewPasswordForm,
  ResetForm,
  SecondStepForm,
  SignInForm,
  SignUpForm,
} from '../../../ui/shop/accounts/auth-forms.tsx'
import { shopContext, type Visitor } from '../../../web/context.ts'
import { chooseAct, readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { shopCookie } from '../../../web/shop-cookie.ts'
import { leadingTo, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/auth'
import {
  addPendingItem,
  askForReset,
  confirmAddress,
  readThen,
  setNewPassword,
  signIn,
  signInByPasskey,
  signOut,
  signUp,
  takeSecondStep,
  valuesOf,
} from './action.ts'

const TITLES = {
  'sign-in': 'Welcome Back',
  'sign-up': 'Create Account',
  reset: 'Reset Password',
  confirm: 'Confirm Your Email',
  'new-password': 'Choose a new password',
  'second-step': 'Second Step',
} as const
type Mode = keyof typeof TITLES
/** Of the page that says where the confirmation email went: nobody is back yet. */
const EMAIL_SENT = 'Check Your Email'

const LINK_DEAD = {
  title: 'That link does not work',
  description: 'It was used before, it is too old, or a newer email has replaced it.',
}

/** The address of the last confirmation email: the page shows it until somebody signs in, or for ten minutes. */
const confirmationCookie = (context: Route.LoaderArgs['context']) =>
  shopCookie(context, 'confirming', 600)

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.title ?? TITLES['sign-in']} | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
  // The link of an email lets its reader set a password, so it must not travel on to other sites. Not `no-referrer`,
  // under which browsers send forms with the origin "null".
  { name: 'referrer', content: 'same-origin' },
]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const query = new URL(request.url).searchParams
  const returnTo = readThen(query.get('then'))
  const { auth } = context.get(shopContext)
  const links = await readLinks(auth, query)
  const visitor = await findVisitor(context)
  // A dead confirmation link was mostly used before: a signed-in visitor goes on.
  if (visitor && !links.token && !links.confirming) return goOn(args, visitor, returnTo)
  const mode = modeOf(query, links)
  const { token, confirm, resetting, confirming } = links
  const notice = await noticeOf(args, query, links, mode)
  return data(
    {
      mode,
      title: notice?.tone === 'good' ? EMAIL_SENT : TITLES[mode],
      returnTo,
      token: resetting ? token : confirming ? confirm : null,
      email: (resetting ?? confirming)?.email ?? '',
      passkey: mode === 'second-step' ? await auth.askSecondStepPasskey(request.headers) : null,
      notice,
    },
    { headers: NO_STORE },
  )
}

/** Adds the pending item to the cart of a signed-in visitor. */
async function goOn(args: Route.LoaderArgs, visitor: Visitor, returnTo: string) {
  const added = await addPendingItem(args, visitor.userId)
  if (added)
    return redirectWith(args.context, returnTo, added.toast, {
      ...leadingTo(returnTo),
      'Set-Cookie': added.forget,
    })
  // Staff who need a second step go to its set-up first: otherwise a till stored on the device would lead back here for
  // ever.
  const isSetUpFirst = visitor.lacksSecondStep && isStaffPath(returnTo)
  const to = isSetUpFirst ? `/account?then=${encodeURIComponent(returnTo)}` : returnTo
  throw redirect(to, { headers: leadingTo(to) })
}

/** The email links in the address, each with the account that it is valid for. */
async function readLinks(auth: Shop['auth'], query: URLSearchParams) {
  const token = query.get('token')
  const confirm = query.get('confirm')
  return {
    token,
    confirm,
    resetting: token === null ? null : await auth.findLink('reset-password', token),
    confirming: confirm === null ? null : await auth.findLink('confirm-email', confirm),
  }
}
type Links = Awaited<ReturnType<typeof readLinks>>

const isDead = ({ token, confirm, resetting, confirming }: Links) =>
  (token !== null && !resetting) || (confirm !== null && !confirming)

/** The first message of the page: that the link is dead, or where the last email went. */
function noticeOf(args: Route.LoaderArgs, query: URLSearchParams, links: Links, mode: Mode) {
  if (isDead(links) || query.has('error')) return { tone: 'bad' as const, ...LINK_DEAD }
  return mode === 'sign-in' ? confirmingNotice(args) : null
}

function modeOf(query: URLSearchParams, { token, resetting, confirming }: Links): Mode {
  if (resetting) return 'new-password'
  if (confirming) return 'confirm'
  const requested = query.get('mode')
  if (token !== null || requested === 'reset') return 'reset'
  return requested === 'sign-up' || requested === 'second-step' ? requested : 'sign-in'
}

/** The same for every typed address, so that it reveals to nobody who has an account. */
async function confirmingNotice({ request, context }: Route.LoaderArgs) {
  const email: unknown = await confirmationCookie(context).parse(request.headers.get('cookie'))
  if (typeof email !== 'string' || !email) return null
  return {
    tone: 'good' as const,
    ...formatNotice('signed-up'),
    more: `It is on its way to ${email}: tap its link, then type your password.`,
  }
}

export const headers: Route.HeadersFunction = () => NO_STORE

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const answer = await (chooseAct(ACTS, form) ?? signIn)(args, form)
  // A refusal leaves the cookie unchanged.
  if (!(answer instanceof Response)) return answer
  const sentTo = readText(form, 'intent') === 'sign-up' ? valuesOf(form).email : ''
  const cookie = await confirmationCookie(args.context).serialize(
    sentTo,
    sentTo ? {} : { maxAge: 0 },
  )
  answer.headers.append('Set-Cookie', cookie)
  return answer
}

const ACTS = {
  'sign-in': signIn,
  'second-step': takeSecondStep,
  passkey: signInByPasskey,
  'sign-up': signUp,
  confirm: confirmAddress,
  reset: askForReset,
  'new-password': setNewPassword,
  'sign-out': (args: Route.ActionArgs) => signOut(args, false),
  'sign-out-everywhere': (args: Route.ActionArgs) => signOut(args, true),
}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, title, returnTo, token, email, notice, passkey } = loaderData
  const refusal = actionData?.refusal ?? null
  const values = actionData?.values ?? { name: '', email: '' }
  return (
    <AuthCard
      title={title}
      notice={refusal ? { tone: 'bad', ...refusal } : notice}
      result={actionData}
    >
      {mode === 'sign-in' ? (
        <SignInForm returnTo={returnTo} values={values} isNew={notice?.tone === 'good'} />
      ) : null}
      {mode === 'sign-up' ? (
        <SignUpForm
          returnTo={returnTo}
          values={values}
          nameIsMissing={refusal?.title === accountRefusals['full-name-missing'].title}
        />
      ) : null}
      {mode === 'second-step' ? <SecondStepForm returnTo={returnTo} passkey={passkey} /> : null}
      {mode === 'reset' ? <ResetForm returnTo={returnTo} values={values} /> : null}
      {mode === 'confirm' ? (
        <ConfirmForm returnTo={returnTo} email={email} token={token ?? ''} />
      ) : null}
      {mode === 'new-password' ? <NewPasswordForm email={email} token={token ?? ''} /> : null}
    </AuthCard>
  )
}
