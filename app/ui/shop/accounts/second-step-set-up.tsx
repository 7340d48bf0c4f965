import { Form, useNavigation } from 'react-router'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { QrCode } from '../../kit/qr-code.tsx'

export const Press = ({ intent, label }: { intent: string; label: string }) => {
  const isSending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <Button name="intent" value={intent} aria-busy={isSending}>
        {label}
      </Button>
    </Form>
  )
}

export function SecondStepSetUp({
  secret,
  uri,
  refusal,
}: {
  secret: string
  uri: string
  refusal: Message | null
}) {
  const isSending = useNavigation().formData?.get('intent') === 'confirm-second-step'
  return (
    <>
      <ol className="mt-3 grid list-decimal gap-4 pl-5">
        <li>
          Open an authenticator app on your phone (Google Authenticator, Aegis, 2FAS or another one)
          and scan this picture.
          <div className="mt-2">
            <QrCode text={uri} label="A QR code for your authenticator app" />
          </div>
          <p className="mt-2">
            No camera? Type this key into the app:{' '}
            <code className="font-semibold wrap-anywhere">{secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
        </li>
        <li>Type the six digits that the app shows.</li>
      </ol>
      <Form method="post" preventScrollReset className="mt-3 grid max-w-sm gap-3">
        <input type="hidden" name="intent" value="confirm-second-step" />
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          error={refusal ? (refusal.description ?? refusal.title) : undefined}
        />
        <Button tone="clay" aria-busy={isSending}>
          Turn the second step on
        </Button>
      </Form>
    </>
  )
}
