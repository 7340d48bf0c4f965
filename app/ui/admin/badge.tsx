import type { ReactNode } from 'react'

const TONES = {
  plain: 'bg-sand text-ink',
  good: 'bg-leaf-wash text-leaf',
  bad: 'bg-alarm-wash text-alarm',
  busy: 'bg-lake-wash text-lake',
  warm: 'bg-clay-wash text-clay',
  sun: 'bg-sun/30 text-ink',
  plum: 'bg-plum-wash text-plum',
  sky: 'bg-sky-wash text-sky',
} as const
export type BadgeTone = keyof typeof TONES

/** Badges in a row, which wraps where there is no space. */
export const Badges = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex flex-wrap gap-1">{children}</span>
)

/** Makes a badge for the statuses of an order, a payment and so on, each with its tone and its word. */
export const badgesOf = <S extends string>(
  states: Readonly<Record<S, readonly [BadgeTone, words: string]>>,
) =>
  function StateBadge({ status }: { status: S }) {
    const [tone, words] = states[status]
    return <Badge tone={tone}>{words}</Badge>
  }

/** A status as a word; the color only supports it. */
export const Badge = ({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-semibold md:whitespace-nowrap forced-colors:border ${TONES[tone]}`}
  >
    {children}
  </span>
)
