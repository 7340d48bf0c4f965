import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { INVITATION_DAYS } from '../../../rules/accounts/invitations.ts'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { STAFF_ROLES, type StaffRole } from '../../../rules/accounts/roles.ts'
import { Options, SelectField, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { CopyButton } from '../copy-button.tsx'
import { SendButton } from '../form/send-button.tsx'

/** Invites an email address to a role; a refusal is shown beside the address. */
export function InviteForm({
  answer,
}: {
  answer: { email: string; role: string; error: string } | undefined
}) {
  const isSending = useNavigation().formData?.get('intent') === 'invite'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[name=email]')?.focus()
  }, [answer])
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="on-screen mb-8 grid gap-3 rounded-card border border-line bg-sheet p-4 md:grid-cols-[minmax(0,1fr)_12rem_auto] md:items-start"
    >
      <input type="hidden" name="intent" value="invite" />
      <RequestField />
      <TextField
        label="Email of the new member of staff"
        name="email"
        type="email"
        required
        maxLength={LONGEST_EMAIL}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={answer?.email}
        error={answer?.error}
        hint={`They get a link that works once, for ${INVITATION_DAYS} days.`}
      />
      <SelectField label="Role" name="role" defaultValue={answer?.role ?? 'cashier'}>
        <Options of={STAFF_ROLES.toReversed().map((role) => [role, roleWords(role)])} />
      </SelectField>
      <SendButton isSending={isSending} className="justify-self-start md:mt-7">
        {isSending ? 'Inviting…' : 'Invite'}
      </SendButton>
    </Form>
  )
}

/** The invitation's link, shown once, for a shop without a mail server. */
export const InviteLink = ({
  email,
  role,
  url,
}: {
  email: string
  role: StaffRole
  url: string
}) => (
  <div className="mb-4 rounded-card border-l-8 border-leaf bg-leaf-wash p-4">
    <p className="font-semibold wrap-anywhere">{`${email} is invited to be ${roleWords(role)}.`}</p>
    <p>
      This shop sends no emails yet. Give this link to them yourself, and to nobody else: it is
      shown this once.
    </p>
    <p className="my-2 rounded-card bg-sheet p-2 font-mono text-sm wrap-anywhere select-all">
      {url}
    </p>
    <CopyButton text={url} label="Copy the link" />
  </div>
)
