import type { ComponentProps, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { LONGEST_EMAIL, LONGEST_NAME } from '../../../rules/accounts/longest.ts'
import { PASSKEY, type PasskeyRequest } from '../../../rules/accounts/passkeys.ts'
import { LONGEST_CODE } from '../../../rules/accounts/second-step.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { PasskeyButton } from '../../kit/passkeys/passkey-button.tsx'
import { PasswordField } from './password-field.tsx'

type Values = { name: string; email: string }
type Mode = 'sign-in' | 'sign-up' | 'reset'

function pathOf(mode: Mode, returnTo: string) {
  const query = new URLSearchParams()
  if (mode !== 'sign-in') query.set('mode', mode)
  if (returnTo !== '/') query.set('then', returnTo)
  return query.size > 0 ? `/auth?${query}` : '/auth'
}

const TOGGLES = {
  forgotten: ['reset', 'Forgot your password?'],
  'no-account': ['sign-up', "Don't have an account? Sign up"],
  'has-account': ['sign-in', 'Already have an account? Sign in'],
  back: ['sign-in', 'Back to sign in'],
} as const satisfies Record<string, readonly [Mode, string]>

function Toggle({
  to,
  returnTo = '/',
}: {
  to: keyof typeof TOGGLES
  returnTo?: string | undefined
}) {
  const [mode, text] = TOGGLES[to]
  return (
    <Link
      to={pathOf(mode, returnTo)}
      className="inline-flex min-h-11 items-center justify-self-start text-lake underline underline-offset-4 hover:text-lake-deep"
    >
      {text}
    </Link>
  )
}

/** A real form that works with or without scripts and posts to its own address. */
function AccountForm({
  intent,
  button,
  returnTo,
  token,
  other,
  toggles = [],
  note,
  instead,
  children,
}: {
  intent: string
  button: string
  /** Another way to sign in, below the button. */
  instead?: ReactNode
  /** The page to open afterwards; not used for a new password. */
  returnTo?: string
  /** The token of the email's link that led here. */
  token?: string
  /**
   * The form that as many visitors are looking for. Its link stands before the fields, otherwise a newcomer fills in
   * the wrong ones.
   */
  other?: keyof typeof TOGGLES
  /** Links to other forms that the visitor may be looking for. */
  toggles?: readonly (keyof typeof TOGGLES)[]
  note?: string
  children: ReactNode
}) {
  const isSending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" className="mt-2 grid gap-4 md:mt-3 md:gap-5">
      <input type="hidden" name="intent" value={intent} />
      {returnTo ? <input type="hidden" name="then" value={returnTo} /> : null}
      {token === undefined ? null : <input type="hidden" name="token" value={token} />}
      {other ? <Toggle to={other} returnTo={returnTo} /> : null}
      {children}
      <Button tone="clay" size="lg" aria-busy={isSending} className="w-full">
        {button}
      </Button>
      {instead}
      <div className="flex flex-col items-start">
        {toggles.map((toggle) => (
          <Toggle key={toggle} to={toggle} returnTo={returnTo} />
        ))}
        {note ? <p className="mt-3 text-sm text-quiet">{note}</p> : null}
      </div>
    </Form>
  )
}

const EmailField = ({ value, isFixed = false }: { value: string; isFixed?: boolean }) => (
  <TextField
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
    maxLength={LONGEST_EMAIL}
    defaultValue={value}
    readOnly={isFixed}
  />
)

/** Gets a challenge for this browser that any passkey of this shop may sign. */
async function askAnybody(): Promise<PasskeyRequest> {
  const response = await fetch('/api/auth/passkey/options', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  if (!response.ok) throw new Error(`No challenge: ${response.status}`)
  return response.json()
}

type ByPasskeyProps = Pick<ComponentProps<typeof PasskeyButton>, 'label' | 'ask'> & {
  intent: 'passkey' | 'second-step'
  returnTo: string
}
const ByPasskey = ({ intent, returnTo, ...button }: ByPasskeyProps) => (
  <PasskeyButton
    {...button}
    // A refusal is shown on the step where it was tried.
    action={intent === 'second-step' ? '/auth?mode=second-step' : '/auth'}
    fields={Object.entries({ intent, then: returnTo })}
    name={PASSKEY}
  />
)

type FormProps = { returnTo: string; values: Values }

/**
 * `isNew`: the visitor has just opened an account, and may have mistyped its address, so the link to open one
 * comes last.
 */
export const SignInForm = ({ returnTo, values, isNew }: FormProps & { isNew: boolean }) => (
  <AccountForm
    intent="sign-in"
    button="Sign In"
    returnTo={returnTo}
    {...(!isNew && { other: 'no-account' as const })}
    toggles={isNew ? ['forgotten', 'no-account'] : ['forgotten']}
    instead={
      <ByPasskey
        label="Sign in with a passkey"
        intent="passkey"
        returnTo={returnTo}
        ask={askAnybody}
      />
    }
  >
    <EmailField value={values.email} />
    <PasswordField isNew={false} />
  </AccountForm>
)

export const SecondStepForm = ({
  returnTo,
  passkey,
}: {
  returnTo: string
  passkey: PasskeyRequest | null
}) => (
  <AccountForm
    intent="second-step"
    button="Go on"
    returnTo={returnTo}
    toggles={['back']}
    note="Lost your phone and your codes? A super admin of the shop can reset your second step."
    instead={
      passkey ? (
        <ByPasskey
          label="Use a passkey"
          intent="second-step"
          returnTo={returnTo}
          ask={() => passkey}
        />
      ) : null
    }
  >
    <p className="text-quiet">
      Your password was right. Now {passkey ? 'use your passkey, or ' : ''}type the code that your
      authenticator app shows, or one of your recovery codes.
    </p>
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      maxLength={LONGEST_CODE}
    />
  </AccountForm>
)

/**
 * The name of a new account. Not `required`, because the browser's own words would keep the shop's from being said
 * (docs/product.md, Accounts).
 */
export const NameField = ({
  value,
  ...rest
}: { value: string } & Pick<ComponentProps<'input'>, 'aria-invalid'>) => (
  <TextField
    label="Full Name"
    name="name"
    autoComplete="name"
    aria-required
    maxLength={LONGEST_NAME}
    defaultValue={value}
    {...rest}
  />
)

export const SignUpForm = ({
  returnTo,
  values,
  nameIsMissing,
}: FormProps & { nameIsMissing: boolean }) => (
  <AccountForm intent="sign-up" button="Create Account" returnTo={returnTo} other="has-account">
    <NameField value={values.name} {...(nameIsMissing && { 'aria-invalid': true })} />
    <EmailField value={values.email} />
    <PasswordField isNew />
  </AccountForm>
)

export const ResetForm = ({ returnTo, values }: FormProps) => (
  <AccountForm intent="reset" button="Send Reset Email" returnTo={returnTo} toggles={['back']}>
    <p className="text-quiet">
      Tell us your email address, and we send you a link to choose a new password.
    </p>
    <EmailField value={values.email} />
  </AccountForm>
)

/** Shows the email address for the password manager as well as for the reader. */
export const ConfirmForm = ({
  returnTo,
  email,
  token,
}: {
  returnTo: string
  email: string
  token: string
}) => (
  <AccountForm
    intent="confirm"
    button="Confirm and Sign In"
    returnTo={returnTo}
    token={token}
    toggles={['forgotten']}
    note="You did not open this account? Close this page: nobody can use it until you confirm it."
  >
    <p className="text-quiet">
      Type the password that you chose for your new account, and you are ready to shop.
    </p>
    <EmailField value={email} isFixed />
    <PasswordField isNew={false} />
  </AccountForm>
)

export const NewPasswordForm = ({ email, token }: { email: string; token: string }) => (
  <AccountForm intent="new-password" button="Save Password" token={token} toggles={['back']}>
    <EmailField value={email} isFixed />
    <PasswordField isNew label="New Password" />
  </AccountForm>
)
