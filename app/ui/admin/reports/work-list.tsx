import { Sun } from 'lucide-react'
import type { WorkItem } from '../../../modules/reports/count-work.ts'
import { formatClock, formatDateTime, formatMonthDay } from '../../../rules/dates.ts'
import { Link } from '../../kit/link.tsx'
import { WORK_ROWS } from './work-rows.ts'

/** The work that waits for staff, each kind with a link; says so when there is none. */
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

/**
 * On a phone each kind is a row of minimal height with only the day, so that all of them fit one screen. Deadlines and
 * last contacts also show the time, because they are mostly today's.
 */
function Row({ item: { kind, count, at }, most }: { item: WorkItem; most: number }) {
  const { icon: Icon, one, many, act, to, time = 'Oldest', isUrgent = false } = WORK_ROWS[kind]
  const isMore = count >= most
  const row = (
    <>
      <Icon
        aria-hidden
        size={20}
        className={`shrink-0 ${isUrgent ? 'text-alarm' : 'text-quiet'}`}
      />
      <span className="min-w-0 grow leading-snug wrap-anywhere max-md:text-[0.9375rem] max-md:leading-tight">
        <strong className={`tabular-nums ${isUrgent ? 'text-alarm' : ''}`}>
          {count}
          {isMore ? (
            <>
              <span aria-hidden>+</span>
              <span className="sr-only"> or more</span>
            </>
          ) : null}
        </strong>{' '}
        {count === 1 ? one : many}
        {at ? (
          <span className="block text-sm text-quiet max-md:sr-only">
            {time} <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
          </span>
        ) : null}
      </span>
      {at ? (
        <span
          aria-hidden
          className={`text-right text-sm text-quiet md:hidden ${time === 'Oldest' ? 'shrink-0 whitespace-nowrap' : ''}`}
        >
          {time === 'Oldest' ? null : `${time.split(' ').at(-1)} `}
          {formatMonthDay(at)}
          {time === 'Oldest' ? null : `, ${formatClock(at)}`}
        </span>
      ) : null}
      <span className="shrink-0 font-semibold text-lake max-md:sr-only">{act}</span>
    </>
  )
  const look =
    'relative flex min-h-13 items-center gap-3 px-4 py-1.5 hover:bg-sand max-md:min-h-11 max-md:py-1'
  // A plain anchor to a part of this page: the browser opens what a phone has folded (alarm-card.tsx).
  return to.startsWith('#') ? (
    <a href={to} className={look}>
      {row}
    </a>
  ) : (
    <Link to={to} className={look}>
      {row}
    </Link>
  )
}
