import { Form, useNavigation } from 'react-router'
import { LONGEST_NAME } from '../../../rules/accounts/longest.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { PasswordField } from './password-field.tsx'

/** Whether the form of this intent is being sent. */
export const useSending = (intent: string) => useNavigation().formData?.get('intent') === intent

const Refusal = ({ refusal }: { refusal: Message | undefined }) =>
  refusal ? (
    <p role="alert" className="rounded-card border-l-8 border-alarm bg-sheet px-4 py-3">
      <strong className="block">{refusal.title}</strong>
      {refusal.description}
    </p>
  ) : null

/** The name and phone number of the account. */
export function OwnDetails({
  name,
  phone,
  email,
  worksHere,
  refusal,
}: {
  name: string
  phone: string
  email: string
  /** The name of staff is printed on receipts, so they cannot change it. */
  worksHere: boolean
  refusal: Message | undefined
}) {
  const isSaving = useSending('save-details')
  return (
    <section aria-labelledby="details" className="mt-8">
      <h2 id="details" className="text-2xl">
        Your details
      </h2>
      <Form method="post" preventScrollReset className="mt-3 grid gap-4 sm:grid-cols-2">
        <Refusal refusal={refusal} />
        <TextField
          key={`name ${name}`}
          label="Full name"
          name="name"
          autoComplete="name"
          required
          maxLength={LONGEST_NAME}
          readOnly={worksHere}
          defaultValue={name}
          className="sm:col-start-1"
        />
        <TextField
          key={`phone ${phone}`}
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={20}
          defaultValue={phone}
          placeholder="0991 234 567"
        />
        <TextField label="Email" type="email" readOnly value={email} className="sm:col-span-2" />
        <p className="sm:col-span-2">
          <Button name="intent" value="save-details" aria-busy={isSaving}>
            Save details
          </Button>
        </p>
      </Form>
    </section>
  )
}

/** Changes the password; asks for the current one, and points to the email for those who have forgotten it. */
export function NewPassword({ refusal }: { refusal: Message | undefined }) {
  const isSaving = useSending('change-password')
  return (
    <section aria-labelledby="password" className="mt-10">
      <h2 id="password" className="text-2xl">
        Password
      </h2>
      <details className="group mt-2" open={refusal !== undefined}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline">
          Change my password
        </summary>
        <Form method="post" preventScrollReset className="mt-2 grid max-w-md gap-4">
          <Refusal refusal={refusal} />
          <PasswordField label="Current password" name="current" isNew={false} />
          <PasswordField label="New password" isNew />
          <p className="text-sm text-quiet">
            Other devices are signed out, and we tell you by email. Forgotten the current one? Sign
            out, and ask for a new one by email.
          </p>
          <p>
            <Button name="intent" value="change-password" aria-busy={isSaving}>
              Change password
            </Button>
          </p>
        </Form>
      </details>
    </section>
  )
}
