import type { AccountEventKind } from '../../rules/accounts/account-events.ts'
import { formatDateTime } from '../../rules/dates.ts'
import { ACCOUNT_EVENT_WORDS, SIGN_IN_WORDS } from '../../rules/messages/accounts/account-events.ts'
import { deviceWords } from '../../rules/messages/accounts/devices.ts'

/** The detail of a sign-in is a code; that of other events is a text about a refusal, or a name. */
const WORDS = new Map<string, string>(Object.entries(SIGN_IN_WORDS))

type Place = { ip: string | null; userAgent: string | null }

/** A device as its owner knows it, and its IP address. */
export const DevicePlace = ({ userAgent, ip }: Place) => (
  <span className="wrap-anywhere">
    <strong>{deviceWords(userAgent)}</strong>
    {ip ? <span className="text-quiet"> from {ip}</span> : null}
  </span>
)

type AccountEvent = Place & {
  id: number
  kind: AccountEventKind
  detail: string | null
  at: Date
}

/** An account's sign-ins and refused tries, newest first. */
export const AccountEvents = ({ events }: { events: readonly AccountEvent[] }) =>
  events.length === 0 ? (
    <p className="text-quiet">Nothing yet</p>
  ) : (
    <ul className="divide-y divide-line">
      {events.map(({ id, kind, detail, at, ...place }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-semibold">{ACCOUNT_EVENT_WORDS[kind]}</span>
            <time dateTime={at.toISOString()} className="text-sm text-quiet tabular-nums">
              {formatDateTime(at)}
            </time>
          </p>
          {detail ? (
            <p className="text-sm wrap-anywhere">
              {kind === 'signed-in' ? (WORDS.get(detail) ?? detail) : detail}
            </p>
          ) : null}
          <p className="text-sm">
            <DevicePlace {...place} />
          </p>
        </li>
      ))}
    </ul>
  )
