import { Form, useNavigation } from 'react-router'
import type { ListedSession } from '../../../modules/accounts/sessions.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { DevicePlace } from '../../kit/account-events.tsx'
import { Button } from '../../kit/button.tsx'
import { AccountRow } from './account-row.tsx'

/** The places where a person is signed in; each of them, or all but this one, can be ended. */
export function SessionList({
  sessions,
  currentId,
}: {
  sessions: readonly ListedSession[]
  currentId: string
}) {
  const ending = useNavigation().formData?.get('session')
  return (
    <>
      <ul className="mt-3 grid gap-3">
        {sessions.map(({ id, since, usedAt, ...place }) => (
          <AccountRow
            key={id}
            act={
              id === currentId ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="session" value={id} />
                  <Button
                    aria-busy={ending === id}
                    aria-label={`Sign out this device: ${formatDateTime(since)}`}
                  >
                    Sign out
                  </Button>
                </Form>
              )
            }
          >
            <p>
              <DevicePlace {...place} />
            </p>
            <p className="text-sm text-quiet">
              {id === currentId ? 'This device' : `Last used ${formatDateTime(usedAt)}`}, signed in{' '}
              {formatDateTime(since)}
            </p>
          </AccountRow>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" preventScrollReset className="mt-3">
          <Button name="intent" value="end-other-sessions">
            Sign out every other device
          </Button>
        </Form>
      ) : null}
    </>
  )
}
