import { useId } from 'react'
import {
  CODES_SHOWN_BEFORE,
  SECOND_STEP_FIRST,
} from '../../../rules/messages/accounts/second-step.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { NoticeBox } from './auth-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Press, SecondStepSetUp } from './second-step-set-up.tsx'

export type SecondStepState = {
  isOn: boolean
  codesLeft: number
  settingUp: { secret: string; uri: string } | null
}

/** Sets up or manages the second step of signing in. */
export function SecondStep({
  state,
  isDemanded,
  passkeys,
  codes,
  goOn,
  refusal,
}: {
  /** The number of passkeys: each counts as a second step. */
  passkeys: number
  state: SecondStepState
  /** The shop demands a second step of this person, who has none yet. */
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
        <SecondStepSetUp {...state.settingUp} refusal={refusal} />
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
