import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { type FormEvent, useId, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { ListedPasskey } from '../../../modules/accounts/passkeys.ts'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS, PASSKEY } from '../../../rules/accounts/passkeys.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { useHasPasskeys, usePasskeys } from '../../kit/passkeys/use-passkeys.ts'
import { AccountRow } from './account-row.tsx'
import { NoticeBox } from './auth-card.tsx'

export type NewPasskey = {
  creation: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>
  suggestedName: string
}

/** Names the passkey and has the device make it. On a click, because browsers require one. */
function Create({ creation, suggestedName }: NewPasskey) {
  const [name, setName] = useState(suggestedName)
  const submit = useSubmit()
  const isSending = useNavigation().state !== 'idle'
  const { isBusy, trouble, act } = usePasskeys()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const made = await act(({ startRegistration }) => startRegistration({ optionsJSON: creation }))
    if (!made) return
    const fields = { intent: 'add-passkey', name, [PASSKEY]: made }
    await submit(fields, { method: 'post', preventScrollReset: true })
  }
  return (
    <form className="mt-3 grid max-w-sm gap-3" onSubmit={(event) => void make(event)}>
      <TextField
        label="Name of this passkey"
        hint="So that you know it again, like “My phone”"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={LONGEST_PASSKEY_NAME}
        error={trouble ?? undefined}
      />
      <Button tone="clay" aria-busy={isBusy || isSending}>
        Make the passkey
      </Button>
    </form>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly ListedPasskey[] }) {
  const removing = useNavigation().formData?.get('passkey-id')
  return (
    <ul className="mt-3 grid gap-3">
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <AccountRow
          key={id}
          act={
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove-passkey" />
              <input type="hidden" name="passkey-id" value={id} />
              <Button aria-busy={removing === id} aria-label={`Remove the passkey ${name}`}>
                Remove
              </Button>
            </Form>
          }
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-quiet">
            {usedAt ? `Last used ${formatDateTime(usedAt)}` : 'Not used yet'}, made{' '}
            {formatDateTime(createdAt)}
          </p>
        </AccountRow>
      ))}
    </ul>
  )
}

/** Lists, makes and removes a person's passkeys. Making needs a browser that supports passkeys. */
export function Passkeys({
  passkeys,
  making,
  refusal,
}: {
  passkeys: readonly ListedPasskey[]
  making: NewPasskey | null
  refusal: Message | null
}) {
  const id = useId()
  const canMake = useHasPasskeys()
  const isSending = useNavigation().formData?.get('intent') === 'begin-passkey'
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-2xl">
        Passkeys
      </h2>
      <p className="mt-1">
        Sign in with your finger, your face or the PIN of your phone in place of the password. A
        passkey stays on your devices and works on this shop alone: nobody can trick you into giving
        it away.
      </p>
      {refusal ? (
        <div className="mt-3">
          <NoticeBox notice={{ tone: 'bad', ...refusal }} />
        </div>
      ) : null}
      {passkeys.length > 0 ? <PasskeyList passkeys={passkeys} /> : null}
      {making ? (
        <Create key={making.creation.challenge} {...making} />
      ) : canMake && passkeys.length < MOST_PASSKEYS ? (
        <Form method="post" preventScrollReset className="mt-3">
          <Button name="intent" value="begin-passkey" aria-busy={isSending}>
            Add a passkey
          </Button>
        </Form>
      ) : null}
    </section>
  )
}
