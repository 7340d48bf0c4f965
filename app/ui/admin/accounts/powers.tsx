import { Form, useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { Customer } from '../../../modules/accounts/find-customer.ts'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { ROLES, type Role } from '../../../rules/accounts/roles.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Options, SelectField } from '../../kit/field.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { Part } from '../list/side-panel.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { nameOf } from './customer-table.tsx'

const MAY: Record<Role, string> = {
  super_admin: 'run the shop and the till, and give roles to others',
  admin: 'run the shop and the till',
  cashier: 'use the till',
  customer: 'shop, like everybody',
}

/** A super_admin's acts on an account: changing its role, and signing its owner out everywhere. */
export function Powers({ person }: { person: Customer }) {
  const [params] = useSearchParams()
  const name = nameOf(person)
  return (
    <Part title="Role and access">
      {/* The chosen role goes into the address, which opens the confirmation. */}
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-2">
        {[...params]
          .filter(([field]) => field !== 'give')
          .map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
        <SelectField
          key={person.role}
          label="Role"
          name="give"
          defaultValue={person.role}
          className="min-w-[min(10rem,100%)] grow"
        >
          <Options of={ROLES.map((role) => [role, roleWords(role)])} />
        </SelectField>
        <Button>Change role…</Button>
      </Form>
      <ConfirmForm
        fields={{ intent: 'sign-out-everywhere', id: person.userId }}
        title={`Sign ${name} out everywhere?`}
        text="For a stolen phone, or somebody who has left. Every device must sign in again; the password and the cart stay."
        act="Sign out everywhere"
        button={{ className: 'mt-3 max-w-full wrap-anywhere' }}
      >
        Sign out everywhere…
      </ConfirmForm>
    </Part>
  )
}

/** Asks for confirmation before a role is changed; reports that somebody else has changed it meanwhile. */
export function GiveRole({
  person,
  role,
  meanwhile,
}: {
  person: Customer
  role: Role
  meanwhile: { role: Role; by: string | null } | undefined
}) {
  const address = useListAddress()
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  const back = address({ give: null })
  const name = nameOf(person)
  const now = meanwhile?.role ?? person.role
  return (
    <Dialog
      title={`Make ${name} ${roleWords(role)}?`}
      onClose={() => void navigate(back, { preventScrollReset: true, replace: true })}
    >
      {meanwhile ? (
        <p role="alert" className="mb-3 rounded-card border-2 border-clay bg-clay-wash p-3">
          <strong>
            {meanwhile.by ?? 'Somebody else'} has changed the role while you were looking. Nothing
            of yours is saved yet.
          </strong>
          <br />
          Saved now: {roleWords(now)}. Yours: {roleWords(role)}.
        </p>
      ) : null}
      <p>
        {name} ({person.email}) is <strong>{roleWords(now)}</strong> and becomes{' '}
        <strong>{roleWords(role)}</strong>: may {MAY[role]}. It counts from the next request on.
      </p>
      <Form method="post" preventScrollReset className="mt-6 flex flex-wrap justify-end gap-2">
        <input type="hidden" name="id" value={person.userId} />
        <input type="hidden" name="seen" value={now} />
        <input type="hidden" name="role" value={role} />
        <ButtonLink to={back} preventScrollReset replace>
          Cancel
        </ButtonLink>
        <Button tone="clay" name="intent" value="give-role" aria-busy={isBusy} disabled={isBusy}>
          {meanwhile ? 'Save mine over it' : `Make ${roleWords(role)}`}
        </Button>
      </Form>
    </Dialog>
  )
}
