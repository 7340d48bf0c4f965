import type { FindingState } from '../../health/health.ts'

export type FindingText = {
  state: FindingState
  text: (params: never) => string
  /** What to do about it; none for a good state. */
  repair?: string
  /** Where that is done, and the label of its link. */
  place?: { to: string; act: string }
}

/** A good state: nothing has to be done about it. */
export const good = <T extends FindingText['text']>(text: T) => ({ state: 'good', text }) as const

const SHOWN = 5
/** `ORD-1, ORD-2 and 3 more`. */
export const listed = (names: readonly string[], count: number) => {
  const shown = names.slice(0, SHOWN)
  return count > shown.length
    ? `${shown.join(', ')} and ${count - shown.length} more`
    : shown.join(', ')
}
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
