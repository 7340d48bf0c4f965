import { useSearchParams } from 'react-router'
import type { AuditLine } from '../../../modules/audit/list-audit.ts'
import type { AuditAction } from '../../../rules/audit/audit.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { describeChange } from '../../../rules/messages/audit/describe-change.ts'
import {
  actionWords,
  ENTITY_WORDS,
  labelWords,
  nobodyWords,
} from '../../../rules/messages/audit/words.ts'
import { Link } from '../../kit/link.tsx'
import { Badge, type BadgeTone } from '../badge.tsx'
import { Email } from '../email.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Changes } from './changes.tsx'
import { entityPath } from './entity-path.ts'

const TONES: Partial<Record<AuditAction, BadgeTone>> = {
  created: 'good',
  restored: 'good',
  deleted: 'bad',
  archived: 'bad',
  'role changed': 'plum',
  exported: 'sky',
}

/** The person of a log entry; a tap shows only what they did. */
function Who({ line }: { line: AuditLine }) {
  const { name, email } = line
  const [params] = useSearchParams()
  if (!email)
    return <span className="text-quiet">{nobodyWords(line) ?? 'An account that is gone'}</span>
  const only = new URLSearchParams(params)
  only.delete('after')
  only.set('person', email)
  return (
    <Link
      to={`?${only}`}
      className="inline-block py-1 text-lake underline-offset-4 wrap-anywhere hover:underline md:min-w-28 xl:min-w-40"
    >
      {name}
      <span className="block text-sm text-quiet">
        <Email address={email} />
      </span>
    </Link>
  )
}

function Entity({ line }: { line: AuditLine }) {
  const path = entityPath(line)
  return (
    <>
      <span className="block text-sm text-quiet xl:min-w-28">{ENTITY_WORDS[line.entity]}</span>
      {path ? (
        <Link
          to={path}
          className="inline-flex min-h-11 min-w-11 items-center font-semibold text-lake underline-offset-4 wrap-anywhere hover:underline"
        >
          {labelWords(line.label) || 'without a name'}
        </Link>
      ) : (
        <span className="font-semibold wrap-anywhere">{labelWords(line.label)}</span>
      )}
    </>
  )
}

const COLUMNS: readonly Column<AuditLine>[] = [
  {
    label: 'When',
    show: ({ at }) => (
      <time dateTime={at.toISOString()} className="text-sm md:block md:w-24">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    label: 'Who',
    show: (line) => (
      <>
        <Who line={line} />
        <span className="hidden text-sm text-quiet wrap-anywhere md:max-xl:block">{line.ip}</span>
      </>
    ),
  },
  {
    label: 'What',
    isBadge: true,
    show: ({ action }) => <Badge tone={TONES[action] ?? 'plain'}>{actionWords(action)}</Badge>,
  },
  { label: 'Item', show: (line) => <Entity line={line} /> },
  {
    label: 'Change',
    isTitle: true,
    show: ({ before, after }) => (
      <div className="md:min-w-36 xl:min-w-48">
        <Changes changes={describeChange(before, after)} />
      </div>
    ),
  },
  {
    label: 'IP address',
    isSpare: true,
    show: ({ ip }) => <span className="text-sm wrap-anywhere">{ip ?? '–'}</span>,
  },
]

export const ActivityTable = ({ rows }: { rows: readonly AuditLine[] }) => (
  <DataTable caption="What was changed, newest first" rows={rows} columns={COLUMNS} />
)
