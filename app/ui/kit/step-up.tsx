import { useEffect } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { PASSKEY_PROOF } from '../../rules/accounts/passkeys.ts'
import { JUST_PROVEN_MINUTES } from '../../rules/accounts/session-ends.ts'
import { PROOF, type SuspendedForm } from '../../rules/accounts/step-up.ts'
import { Button, ButtonLink } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { PasskeyButton } from './passkeys/passkey-button.tsx'

/** Asks for proof of who it is before a dangerous act; what was typed is submitted with the proof. */
export function StepUp({ form: { action, fields, refusal, passkey } }: { form: SuspendedForm }) {
  const navigate = useNavigate()
  const isSending = useNavigation().state !== 'idle'
  useEffect(() => {
    if (refusal) document.querySelector<HTMLElement>(`[name=${PROOF}]`)?.focus()
  }, [refusal])
  return (
    <Dialog
      title="Is it you?"
      onClose={() => void navigate(action, { preventScrollReset: true, replace: true })}
    >
      <p>
        This could do harm in the wrong hands. Please show once more that it is you; then you are
        not asked for {JUST_PROVEN_MINUTES} minutes.
      </p>
      {passkey ? (
        <div className="mt-4">
          <PasskeyButton
            label="Use a passkey"
            action={action}
            fields={fields}
            name={PASSKEY_PROOF}
            ask={() => passkey}
          />
        </div>
      ) : null}
      <Form method="post" action={action} preventScrollReset replace className="mt-4">
        {fields.map(([name, value], at) => (
          <input key={`${at}-${name}`} type="hidden" name={name} value={value} />
        ))}
        <TextField
          data-first=""
          label="Your password, or a code of your app"
          name={PROOF}
          type="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={128}
          error={refusal ? (refusal.description ?? refusal.title) : undefined}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <ButtonLink to={action} preventScrollReset replace>
            Cancel
          </ButtonLink>
          <Button tone="clay" aria-busy={isSending} disabled={isSending}>
            Go on
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
