import { Sun } from 'lucide-react'
import type { WorkItem } from '../../../modules/reports/count-work.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { Link } from '../../kit/link.tsx'
import { WORK_ROWS } from './work-rows.ts'

/** What waits for somebody, each a way to it; says so when nothing does. */
export function WorkList({ work, most }: { work: WorkItem[] | null; most: number }) {
  if (work === null)
    return (
      <p className="mb-4 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3 font-semibold text-alarm">
        Error loading what waits for you.
      </p>
    )
  return (
    <section
      aria-label="What waits"
      className="mb-4 overflow-clip rounded-card border border-line bg-sheet"
    >
      {work.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-4">
          <Sun aria-hidden className="shrink-0 text-leaf" />
          <span>
            <strong className="block">The day is clear.</strong> Nothing waits to be packed,
            shipped, answered or looked at.
          </span>
        </p>
      ) : (
        <ul className="-mr-px -mb-px md:grid md:grid-cols-2 xl:grid-cols-3">
          {work.map((item) => (
            <li key={item.kind} className="border-r border-b border-line">
              <Row item={item} most={most} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ item: { kind, count, at }, most }: { item: WorkItem; most: number }) {
  const { icon: Icon, one, many, act, to, time = 'Oldest', isUrgent = false } = WORK_ROWS[kind]
  return (
    <Link to={to} className="flex min-h-13 items-center gap-3 px-4 py-1.5 hover:bg-sand">
      <Icon
        aria-hidden
        size={20}
        className={`shrink-0 ${isUrgent ? 'text-alarm' : 'text-quiet'}`}
      />
      <span className="min-w-0 grow leading-snug wrap-anywhere">
        <strong className={`tabular-nums ${isUrgent ? 'text-alarm' : ''}`}>
          {count}
          {count >= most ? ' or more' : ''}
        </strong>{' '}
        {count === 1 ? one : many}
        {at ? (
          <span className="block text-sm text-quiet">
            {time} <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
          </span>
        ) : null}
      </span>
      <span className="shrink-0 font-semibold text-lake">{act}</span>
    </Link>
  )
}
