import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import {
  CODES_SHOWN_BEFORE,
  SECOND_STEP_FIRST,
} from '../../../rules/messages/accounts/second-step.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { NoticeBox } from './auth-card.tsx'

export type SecondStepState = {
  isOn: boolean
  codesLeft: number
  settingUp: { secret: string; uri: string } | null
}

const Press = ({ intent, label }: { intent: string; label: string }) => {
  const isSending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <Button name="intent" value={intent} aria-busy={isSending}>
        {label}
      </Button>
    </Form>
  )
}

/** Ten codes, told this once. */
export const RecoveryCodes = ({
  codes,
  goOn,
}: {
  codes: readonly string[]
  goOn: string | null
}) => (
  <section
    aria-label="Recovery codes"
    className="mt-3 rounded-card border-l-8 border-leaf bg-leaf-wash px-4 py-4"
  >
    <p className="font-semibold">Your recovery codes: they are shown only now.</p>
    <p>
      Write them down or print them, and keep them somewhere other than your phone. Each signs you
      in once, after your password.
    </p>
    <ul className="my-3 grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 divide-y divide-line font-mono leading-9 tabular-nums">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    {goOn ? (
      <Link
        to={goOn}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        I have kept them: go on
      </Link>
    ) : null}
  </section>
)

function SetUp({ secret, uri, refusal }: { secret: string; uri: string; refusal: Message | null }) {
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

/** The second step of signing in: set up, or looked after. */
export function SecondStep({
  state,
  isDemanded,
  passkeys,
  codes,
  goOn,
  refusal,
}: {
  /** How many passkeys there are: each is a second step. */
  passkeys: number
  state: SecondStepState
  /** The shop demands it of this person, and it is not there yet. */
  isDemanded: boolean
  codes: readonly string[] | null
  goOn: string | null
  refusal: Message | null
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-2xl">
        Second step
      </h2>
      {isDemanded ? (
        <div className="mt-3">
          <NoticeBox notice={{ tone: 'bad', ...SECOND_STEP_FIRST }} />
        </div>
      ) : null}
      {codes && codes.length > 0 ? <RecoveryCodes codes={codes} goOn={goOn} /> : null}
      {codes?.length === 0 ? (
        <div className="mt-3">
          <NoticeBox notice={{ tone: 'good', ...CODES_SHOWN_BEFORE }} />
        </div>
      ) : null}
      {state.isOn ? (
        <>
          <p className="mt-1">
            On: after your password a sign-in asks for a code of your app
            {passkeys > 0 ? ' or a passkey' : ''}. Recovery codes left:{' '}
            <strong>{state.codesLeft}</strong>.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Press intent="new-recovery-codes" label="Make new recovery codes" />
            <Press
              intent="end-second-step"
              label={passkeys > 0 ? 'Take the app off' : 'Turn it off'}
            />
          </div>
        </>
      ) : state.settingUp ? (
        <SetUp {...state.settingUp} refusal={refusal} />
      ) : passkeys > 0 ? (
        <>
          <p className="mt-1">
            On: after your password a sign-in asks for a passkey. Recovery codes left:{' '}
            <strong>{state.codesLeft}</strong>.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Press intent="new-recovery-codes" label="Make new recovery codes" />
            <Press intent="begin-second-step" label="Add an authenticator app" />
          </div>
        </>
      ) : (
        <>
          <p className="mt-1 mb-3">
            Off. With it nobody gets in with your password alone: a sign-in also asks for a code
            that only your phone can make, or for a passkey (below).
          </p>
          <Press intent="begin-second-step" label="Set it up" />
        </>
      )}
    </section>
  )
}
