import { Form } from 'react-router'
import type { AdminTill } from '../../../modules/till/devices/list-tills.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { Panel } from '../panel.tsx'

const seenWords = ({ hasDevice, isConnected, lastSeenAt }: AdminTill) =>
  hasDevice
    ? isConnected
      ? 'Device connected'
      : lastSeenAt
        ? `Device last seen ${formatDateTime(lastSeenAt)}`
        : 'Device never seen'
    : 'No device'

function State({ till }: { till: AdminTill }) {
  if (!till.shift) return <Badge>No shift</Badge>
  if (!till.isSelling) return <Badge>Open, not selling</Badge>
  return till.isConnected ? (
    <Badge tone="good">Selling now</Badge>
  ) : (
    <Badge tone="warm">Selling, offline</Badge>
  )
}

/** All tills with their current state; a till that is no longer used is retired here, or restored. */
export function TillList({ tills }: { tills: readonly AdminTill[] | null }) {
  const inUse = tills?.filter(({ retiredAt }) => retiredAt === null) ?? []
  const retired = tills?.filter(({ retiredAt }) => retiredAt !== null) ?? []
  return (
    <Panel title="Tills" className="on-screen mb-5">
      {tills === null ? (
        <p className="py-3 text-quiet">Error loading the tills. Please reload the page.</p>
      ) : tills.length === 0 ? (
        <p className="py-3 text-quiet">
          No till yet. A device becomes one when Point of Sale is opened on it.
        </p>
      ) : (
        <ul className="md:grid md:grid-cols-2 md:gap-x-6">
          {inUse.map((till) => (
            <TillRow key={till.id} till={till} />
          ))}
        </ul>
      )}
      {retired.length > 0 ? (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center text-lake">
            Retired tills ({retired.length})
          </summary>
          <ul>
            {retired.map(({ id, name }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2"
              >
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <Button name="intent" value="restore">
                    Bring back<span className="sr-only"> {name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Panel>
  )
}

function TillRow({ till }: { till: AdminTill }) {
  const { id, name, shift } = till
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2 md:content-center">
      <span className="min-w-0 grow basis-48">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-quiet">
          {shift ? (
            <>
              <Link
                to={`/admin/shifts?shift=${shift.id}`}
                className="text-lake underline underline-offset-4"
              >
                Shift since {formatDateTime(shift.openedAt)}
              </Link>
              , {shift.openedBy}.{' '}
            </>
          ) : null}
          {seenWords(till)}.
          {till.hasSafetyStock ? ' The web shop keeps units back that it may be selling.' : null}
        </span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <State till={till} />
        {shift ? null : (
          <ConfirmForm
            fields={{ intent: 'retire', id }}
            title={`Retire ${name}?`}
            text={
              till.hasDevice
                ? 'The device that stands for it has to choose a till again. Sales and shifts are kept, and it can be brought back.'
                : 'It is no longer offered at Point of Sale. Its sales and shifts are kept, and it can be brought back.'
            }
            act="Retire till"
          >
            Retire<span className="sr-only"> {name}</span>
          </ConfirmForm>
        )}
      </span>
    </li>
  )
}
