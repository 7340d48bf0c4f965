import { Form, useNavigation } from 'react-router'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { homeOf, type StaffRole } from '../../../rules/accounts/roles.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { NameField } from './auth-forms.tsx'
import { PasswordField } from './password-field.tsx'

/** What somebody who has followed the link has to do next. */
type Step = 'accept' | 'open' | 'sign-in' | 'sign-out'

const NEXT: Record<Step, (email: string) => string> = {
  accept: () => 'Accept, and sign in once more: a new role asks for it.',
  open: () => 'Choose your name and a password.',
  'sign-in': (email) => `${email} has an account: sign in, and you come back here.`,
  'sign-out': (email) =>
    `Somebody else is signed in on this device. Sign out, then open the link again as ${email}.`,
}

/** The page of an invitation, which is accepted at once, after signing in, or with a new account. */
export function InvitationForm({
  token,
  email,
  role,
  step,
  name,
}: {
  token: string
  email: string
  role: StaffRole
  step: Step
  name: string
}) {
  const isSending = useNavigation().formData?.get('intent') === 'accept'
  const here = `/invitation?token=${encodeURIComponent(token)}`
  return (
    <div className="mt-3 grid gap-4">
      <p className="wrap-anywhere">
        {settings().name} invites <strong>{email}</strong> to work with us as{' '}
        <strong>{roleWords(role)}</strong>. {NEXT[step](email)}
      </p>
      {step === 'sign-in' ? (
        <ButtonLink tone="clay" size="lg" to={`/auth?then=${encodeURIComponent(here)}`}>
          Sign in
        </ButtonLink>
      ) : step === 'sign-out' ? (
        <Form method="post" action="/auth">
          <Button size="lg" name="intent" value="sign-out" className="w-full">
            Sign out
          </Button>
        </Form>
      ) : (
        <Form method="post" action={here} className="grid gap-4 md:gap-5">
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="then" value={homeOf(role)} />
          {step === 'open' ? (
            <>
              <NameField value={name} />
              {/* For the password manager. */}
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={email}
                readOnly
              />
              <PasswordField isNew />
            </>
          ) : null}
          <Button tone="clay" size="lg" aria-busy={isSending} className="w-full">
            Accept the invitation
          </Button>
        </Form>
      )}
    </div>
  )
}
