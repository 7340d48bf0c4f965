import type { Checked, FindingState } from '../../../rules/health/health.ts'
import {
  CHECK_NAMES,
  describeFinding,
  STATE_NAMES,
} from '../../../rules/messages/health/describe-finding.ts'
import { Link } from '../../kit/link.tsx'
import { Badge, type BadgeTone } from '../badge.tsx'

const TONES: Record<FindingState, BadgeTone> = {
  good: 'good',
  notice: 'sun',
  trouble: 'bad',
  unknown: 'plain',
}
const WORST_FIRST: readonly FindingState[] = ['trouble', 'notice', 'unknown', 'good']

/** A sentence for each check, the worst first, with what to do about it. */
export function Findings({ checked }: { checked: readonly Checked[] }) {
  const rows = checked
    .map(({ check, finding }) => ({ check, ...describeFinding(finding) }))
    .sort((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
      {rows.map(({ check, state, text, repair, place }) => (
        <li
          key={check}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[8rem_12rem_1fr]"
        >
          <span className="max-md:order-2">
            <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
          </span>
          <h2 className="font-body text-base font-semibold">{CHECK_NAMES[check]}</h2>
          <div className="min-w-0 wrap-anywhere max-md:order-3 max-md:col-span-2">
            <p>{text}</p>
            {repair ? <p className="mt-1 text-quiet">{repair}</p> : null}
            {place ? (
              <Link
                to={place.to}
                className="inline-flex min-h-11 items-center font-semibold text-lake hover:underline"
              >
                {place.act}
              </Link>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Summarizes whether anything is wrong at all. */
export function HealthSummary({ checked }: { checked: readonly Checked[] }) {
  const states = checked.map(({ finding }) => describeFinding(finding).state)
  const troubles = states.filter((state) => state === 'trouble').length
  const notices = states.filter((state) => state === 'notice').length
  if (troubles > 0)
    return <strong>{troubles === 1 ? 'One thing is' : `${troubles} things are`} in trouble.</strong>
  if (notices > 0)
    return (
      <>
        Nothing is in trouble; {notices === 1 ? 'one thing asks' : `${notices} things ask`} for a
        look.
      </>
    )
  return states.includes('unknown') ? (
    <>Nothing is in trouble as far as is known.</>
  ) : (
    <>All is well.</>
  )
}
