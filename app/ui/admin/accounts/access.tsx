import type { AccountEvent } from '../../../modules/accounts/account-log.ts'
import type { Customer } from '../../../modules/accounts/find-customer.ts'
import type { ListedSession } from '../../../modules/accounts/sessions.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { deviceWords } from '../../../rules/messages/accounts/devices.ts'
import { AccountEvents, DevicePlace } from '../../kit/account-events.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { Rows } from '../list/rows.tsx'
import { Part } from '../list/side-panel.tsx'
import { nameOf } from './customer-table.tsx'

/** For a super_admin: where a person is signed in, and their sign-ins and refused tries. Null: could not be read. */
export const Access = ({
  person,
  sessions,
  events,
  hasSecondStep,
}: {
  person: Customer
  sessions: readonly ListedSession[] | null
  events: readonly AccountEvent[] | null
  hasSecondStep: boolean | null
}) => (
  <>
    {hasSecondStep ? (
      <Part title="Second step">
        <p>On: a code of an app or a passkey after the password.</p>
        <ConfirmForm
          fields={{ intent: 'reset-second-step', id: person.userId }}
          title={`Reset the second step of ${nameOf(person)}?`}
          text="For somebody who has lost phone and recovery codes, when you are sure who asks. App and passkeys are taken off the account; they are signed out everywhere, told by email, and sign in with the password alone until they set it up again."
          act="Reset it"
          button={{ className: 'mt-2' }}
        >
          Reset the second step…
        </ConfirmForm>
      </Part>
    ) : hasSecondStep === null ? (
      <Part title="Second step">
        <p role="alert">Error loading the second step.</p>
      </Part>
    ) : null}
    <Part title="Signed in on">
      <Rows
        rows={sessions}
        error={<p role="alert">Error loading devices.</p>}
        empty={<p className="text-quiet">No device</p>}
      >
        {(read) => (
          <ul className="divide-y divide-line">
            {read.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm"
              >
                <div className="min-w-0">
                  <DevicePlace {...session} />
                  <p className="text-quiet">Last used {formatDateTime(session.usedAt)}</p>
                </div>
                <ConfirmForm
                  fields={{
                    intent: 'sign-out-everywhere',
                    id: person.userId,
                    session: session.id,
                  }}
                  title={`Sign ${nameOf(person)} out on ${deviceWords(session.userAgent)}?`}
                  text="That device must sign in again; the others stay signed in."
                  act="Sign out"
                >
                  Sign out…
                </ConfirmForm>
              </li>
            ))}
          </ul>
        )}
      </Rows>
    </Part>
    <Part title="Sign-ins and refusals">
      {events ? <AccountEvents events={events} /> : <p role="alert">Error loading sign-ins.</p>}
    </Part>
  </>
)
