import { data, redirect } from 'react-router'
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
import { shopContext } from '../../../web/context.ts'
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
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

const LINK_DEAD = {
  title: 'That link does not work',
  description: 'It was used before, it is too old, or a newer email has replaced it.',
}

/** Where the last confirmation email went: the page says so until somebody has signed in, or for ten minutes. */
const confirmationCookie = (context: Route.LoaderArgs['context']) =>
  shopCookie(context, 'confirming', 600)

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${TITLES[loaderData?.mode ?? 'sign-in']} | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
  // The link of an email opens a password: it must not travel on to other sites. Not `no-referrer`,
  // under which browsers send forms with the origin "null".
  { name: 'referrer', content: 'same-origin' },
]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const query = new URL(request.url).searchParams
  const returnTo = readThen(query.get('then'))
  const token = query.get('token')
  const confirm = query.get('confirm')
  const { auth } = context.get(shopContext)
  const resetting = token === null ? null : await auth.findLink('reset-password', token)
  const isTokenGood = resetting !== null
  const confirming = confirm === null ? null : await auth.findLink('confirm-email', confirm)

  const visitor = await findVisitor(context)
  // A dead link to confirm is mostly one that was used: who is signed in goes on.
  if (visitor && !token && !confirming) {
    const added = await addPendingItem(args, visitor.userId)
    if (added)
      return redirectWith(context, returnTo, added.toast, {
        ...leadingTo(returnTo),
        'Set-Cookie': added.forget,
      })
    // To the set-up, or a till that the device keeps would lead back here for ever.
    const isSetUpFirst = visitor.lacksSecondStep && isStaffPath(returnTo)
    const to = isSetUpFirst ? `/account?then=${encodeURIComponent(returnTo)}` : returnTo
    throw redirect(to, { headers: leadingTo(to) })
  }
  const requested = query.get('mode')
  const mode: Mode = isTokenGood
    ? 'new-password'
    : confirming
      ? 'confirm'
      : token !== null || requested === 'reset'
        ? 'reset'
        : requested === 'sign-up' || requested === 'second-step'
          ? requested
          : 'sign-in'
  const isDead = (token !== null && !isTokenGood) || (confirm !== null && !confirming)
  const notice =
    isDead || query.has('error')
      ? { tone: 'bad' as const, ...LINK_DEAD }
      : mode === 'sign-in'
        ? await confirmingNotice(args)
        : null
  return data(
    {
      mode,
      returnTo,
      token: isTokenGood ? token : confirming ? confirm : null,
      email: (resetting ?? confirming)?.email ?? '',
      passkey: mode === 'second-step' ? await auth.askSecondStepPasskey(request.headers) : null,
      notice,
    },
    { headers: { 'Cache-Control': 'private, no-store' } },
  )
}

/** The same for every address that was typed: it tells nobody who has an account. */
async function confirmingNotice({ request, context }: Route.LoaderArgs) {
  const email: unknown = await confirmationCookie(context).parse(request.headers.get('cookie'))
  if (typeof email !== 'string' || !email) return null
  return {
    tone: 'good' as const,
    ...formatNotice('signed-up'),
    more: `It is on its way to ${email}: tap its link, then type your password.`,
  }
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const answer = await act(args, form)
  // A refusal leaves it as it was.
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

function act(args: Route.ActionArgs, form: FormData) {
  const intent = readText(form, 'intent')
  const chosen = Object.hasOwn(ACTS, intent) ? ACTS[intent as keyof typeof ACTS] : signIn
  return chosen(args, form)
}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, token, email, notice, passkey } = loaderData
  const refusal = actionData?.refusal ?? null
  const values = actionData?.values ?? { name: '', email: '' }
  return (
    <AuthCard
      title={TITLES[mode]}
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
