import { Form, useNavigation } from 'react-router'
import type { ListedSession } from '../../../modules/accounts/sessions.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { DevicePlace } from '../../kit/account-events.tsx'
import { Button } from '../../kit/button.tsx'

/** Where a person is signed in; each of them, or all but this one, can be ended. */
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
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sheet px-4 py-3"
          >
            <div className="min-w-0">
              <p>
                <DevicePlace {...place} />
              </p>
              <p className="text-sm text-quiet">
                {id === currentId ? 'This device' : `Last used ${formatDateTime(usedAt)}`}, signed
                in {formatDateTime(since)}
              </p>
            </div>
            {id === currentId ? null : (
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
            )}
          </li>
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
