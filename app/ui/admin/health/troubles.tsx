import { TriangleAlert } from 'lucide-react'
import type { Trouble } from '../../../modules/health/watch-troubles.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { describeFinding } from '../../../rules/messages/health/describe-finding.ts'
import { Link } from '../../kit/link.tsx'
import { AlarmCard } from '../alarm-card.tsx'

/**
 * The shop's current troubles, with what to do about them; nothing when there are none. Refused emails have a card of
 * their own.
 */
export function Troubles({ troubles }: { troubles: Trouble[] | null }) {
  const shown = troubles?.filter(({ finding }) => finding.code !== 'emails-failed') ?? []
  if (shown.length === 0) return null
  return (
    <AlarmCard id="trouble" title="Trouble with the shop" icon={TriangleAlert}>
      <ul className="mt-1 space-y-2">
        {shown.map(({ kind, finding, since }) => {
          const { text, repair } = describeFinding(finding)
          return (
            <li key={kind} className="wrap-anywhere">
              <strong>{text}</strong> {repair}{' '}
              <span className="text-quiet">
                Since <time dateTime={since.toISOString()}>{formatDateTime(since)}</time>.
              </span>
            </li>
          )
        })}
      </ul>
      <Link
        to="/admin/health"
        className="inline-flex min-h-11 items-center font-semibold text-lake hover:underline"
      >
        Look at everything
      </Link>
    </AlarmCard>
  )
}
